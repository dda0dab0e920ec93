"""Rules made of words: a language's vocabulary, and templates that refer to it.

A template is a regular expression in which a blank stands for one to three white-space characters
(for none to three with `?` behind it) and `{unit}` for any word of the vocabulary's table `units`, captured under that name. Every
quantifier is bounded, so a rule takes time linear in the text.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TypeVar, TypeVarTuple

from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.scene import Meaning, Scene

Count = tuple[int, int]
"""At least and at most: "a few" is 2 to 5."""


def listed(words: str) -> list[str]:
    """The words of a string, for tables that read better on one line."""
    return words.split()


DIGITS = "#"
"""Stands for any number among the triggers of a rule."""


def _empty() -> dict[str, int]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """The words of one language, in lower case.

    Attributes:
        near: "yesterday": days from the anchor's.
        numbers: Digits are understood without being listed.
        units: The unit and how many of it: a fortnight is two weeks.
        weekdays: Monday is 0.
        months: January is 1.
        seasons: The first month.
        parts: Names from `calendar.PARTS_OF_DAY`.
        shifts: "last": -1, "this": 0, "next": 1.
    """

    near: Mapping[str, int]
    numbers: Mapping[str, Count]
    units: Mapping[str, tuple[Grain, int]]
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    seasons: Mapping[str, int]
    parts: Mapping[str, str]
    shifts: Mapping[str, int]
    more: Mapping[str, int] = field(default_factory=_empty)
    """Shifts that stand after the noun: "pasada"."""
    ordinals: Mapping[str, int] = field(default_factory=_empty)
    """Days of the month in words."""

    def day(self, words: str) -> int:
        """Read a day of the month, in figures or in words.

        Raises:
            ValueError: It is neither.
        """
        if words.isdigit():
            return int(words)
        plain = re.sub(r"[\s-]+", " ", words)
        if plain not in self.ordinals:
            raise ValueError(f"{words!r} is no day of a month")
        return self.ordinals[plain]

    @cached_property
    def tables(self) -> dict[str, str]:
        """What a template's names stand for, as regular expressions."""
        return _tables(self)

    def count(self, words: str) -> Count:
        """Read a number: digits, a listed word, or "twenty-two".

        Raises:
            ValueError: It is none of these.
        """
        if words.isdigit():
            return int(words), int(words)
        plain = re.sub(r"[\s-]+", " ", words).strip()
        if plain in self.numbers:
            return self.numbers[plain]
        tens, _, ones = plain.partition(" ")
        if tens not in self.numbers or ones not in self.numbers:
            raise ValueError(f"{words!r} is no number")
        total = self.numbers[tens][0] + self.numbers[ones][0]
        return total, total


_Said = TypeVarTuple("_Said")
_Meant = TypeVar("_Meant")
_GROUPS = {"dword": "d"}

Resolve = Callable[[re.Match[str], Scene], Meaning | None]
Resolver = Callable[[re.Match[str], Scene, Lexicon], Meaning | None]


@dataclass(frozen=True)
class Rule:
    """A pattern and what it means.

    Attributes:
        source: The pattern; compiled when first needed, since few texts need every language.
        resolve: None means: not a time after all. May raise ValueError or OverflowError.
        triggers: Lower-case words; without one of them in the text the pattern cannot match.
    """

    source: str
    resolve: Resolve
    triggers: frozenset[str]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.source)


def possible(read: Callable[[*_Said], _Meant | None], *said: *_Said) -> _Meant | None:
    """What is read; None for a day that does not exist: 31 June, or a million years ago."""
    try:
        return read(*said)
    except (ValueError, OverflowError):
        return None


def make_rule(
    words: Lexicon,
    template: str,
    resolve: Resolver,
    triggers: Iterable[str],
    *,
    spaced: bool = True,
) -> Rule:
    """Compile a template.

    Args:
        triggers: Each a word, or several with blanks between.
        spaced: Whether the language puts blanks between words, so that a match must be whole words.
    """
    pattern = expand(words, template, spaced=spaced)
    if spaced:
        pattern = rf"(?<![\w@#/])(?:{pattern})(?!\w)"
    found = frozenset(word for trigger in triggers for word in trigger.split())
    return Rule(pattern, partial(_call, resolve, words), found)


def expand(words: Lexicon, template: str, *, spaced: bool = True) -> str:
    """A template as a plain regular expression."""
    pattern = template.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}" if spaced else r"\s{0,2}")
    for name, table in words.tables.items():
        if f"{{{name}}}" in pattern:
            pattern = pattern.replace(f"{{{name}}}", f"(?P<{_GROUPS.get(name, name)}>{table})")
    return pattern


def _call(resolve: Resolver, words: Lexicon, match: re.Match[str], scene: Scene) -> Meaning | None:
    return resolve(match, scene, words)


def _tables(words: Lexicon) -> dict[str, str]:
    tables = {
        "near": words.near,
        "unit": words.units,
        "weekday": words.weekdays,
        "month": words.months,
        "until": words.months,
        "season": words.seasons,
        "part": words.parts,
        "shift": words.shifts,
        "after": words.more,
    }
    numbers = rf"\d{{1,4}}|{_any(words.numbers)}"
    if "twenty" in words.numbers:
        small = "one|two|three|four|five|six|seven|eight|nine"
        numbers = rf"(?:twenty|thirty|forty|fifty)[\s-](?:{small})|{numbers}"
    years = r"(?:1[5-9]|20)\d\d"
    fixed = {
        "num": numbers,
        "year": years,
        "year2": years,
        "d": r"0?[1-9]|[12]\d|3[01]",
        "d2": r"0?[1-9]|[12]\d|3[01]",
        "m": r"0?[1-9]|1[0-2]",
    }
    worded = _any(words.ordinals).replace(r"\s{1,3}", r"[\s-]")
    fixed |= {"dword": worded} if worded else {}
    return {name: _any(table) for name, table in tables.items() if table} | fixed


def _any(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s{1,3}") for word in longest_first)
