"""Find the time expressions of a text."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from tacitus.domain.time.composing import modify, open_ended, pair, place_clocks
from tacitus.domain.time.expressions import TimeExpression
from tacitus.domain.time.grammar import DIGITS, Rule
from tacitus.domain.time.languages.east_asian import EAST_ASIAN_RULES
from tacitus.domain.time.languages.english import RELATIVE
from tacitus.domain.time.languages.english_dates import DATES
from tacitus.domain.time.languages.english_names import NAMES
from tacitus.domain.time.languages.figures import FIGURES
from tacitus.domain.time.languages.french import FRENCH_RULES
from tacitus.domain.time.languages.german import GERMAN_RULES
from tacitus.domain.time.languages.spanish import SPANISH_RULES
from tacitus.domain.time.scene import Reading, Scene, scene_of

_SPACED: tuple[Rule, ...] = (
    *RELATIVE,
    *NAMES,
    *DATES,
    *FIGURES,
    *GERMAN_RULES,
    *SPANISH_RULES,
    *FRENCH_RULES,
)
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_HABITS = frozenset(("every", "each", "any", "most", "alternate"))


def _by_trigger(rules: Iterable[Rule]) -> dict[str, tuple[int, ...]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for index, rule in enumerate(rules):
        for word in rule.triggers:
            found[word].append(index)
    return {word: tuple(indices) for word, indices in found.items()}


_RULES_OF = _by_trigger(_SPACED)
_TRIGGERS = frozenset(_RULES_OF)
_UNSPACED_RULES_OF = _by_trigger(EAST_ASIAN_RULES)
_CHARACTERS = frozenset(_UNSPACED_RULES_OF)


def find_time_expressions(text: str, *, anchor: datetime | None) -> list[TimeExpression]:
    """Every phrase that says when, in order; none overlaps another.

    Args:
        anchor: When the text was written, aware. Without it absolute phrases are read in UTC, and
            relative ones left out: see `has_relative_time`.
    """
    scene = scene_of(text, anchor)
    readings = read(scene)
    if anchor is None:
        readings = [reading for reading in readings if not reading.meaning.relative]
    else:
        readings = open_ended(readings, scene)
    return [
        TimeExpression(
            text[reading.start : reading.end],
            (reading.start, reading.end),
            reading.meaning.interval,
            reading.meaning.grain,
        )
        for reading in readings
    ]


def has_relative_time(text: str) -> bool:
    """Whether the text says when in a way that needs to know when it was written."""
    return any(reading.meaning.relative for reading in read(scene_of(text, None)))


def read(scene: Scene) -> list[Reading]:
    """The readings of a text in order, open ends not yet stretched to the anchor."""
    rules = _rules_for(scene.lowered)
    readings = longest(_matches(scene, rules)) if rules else []
    if not readings:
        return []
    readings = modify(place_clocks(readings, scene), scene)
    readings = pair(longest(readings), scene)
    return [
        reading for reading in readings if not reading.meaning.weak and not _habit(reading, scene)
    ]


def longest(readings: Iterable[Reading]) -> list[Reading]:
    """Of readings that overlap the longest, in order of the text; the first of equals."""
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda reading: (reading.start, -reading.end)):
        while kept and kept[-1].end > reading.start:
            if _worth(kept[-1]) >= _worth(reading):
                break
            kept.pop()
        else:
            kept.append(reading)
    return kept


def _worth(reading: Reading) -> tuple[int, bool]:
    return reading.end - reading.start, not reading.meaning.weak


def _matches(scene: Scene, rules: Sequence[Rule]) -> Iterable[Reading]:
    for rule in rules:
        for match in rule.pattern.finditer(scene.lowered):
            try:
                meaning = rule.resolve(match, scene)
            except (ValueError, OverflowError):
                continue  # 31 June, or a million years ago
            if meaning:
                yield Reading(match.start(), match.end(), meaning)


def _rules_for(lowered: str) -> list[Rule]:
    words = _TRIGGERS.intersection(_WORD.findall(lowered))
    if _DIGIT.search(lowered):
        words |= {DIGITS}
    rules = _chosen(_SPACED, _RULES_OF, words)
    if not lowered.isascii():
        characters = _CHARACTERS.intersection(lowered)
        rules += _chosen(EAST_ASIAN_RULES, _UNSPACED_RULES_OF, characters)
    return rules


def _chosen(
    rules: Sequence[Rule], rules_of: dict[str, tuple[int, ...]], triggers: Iterable[str]
) -> list[Rule]:
    return [rules[index] for index in sorted({one for word in triggers for one in rules_of[word]})]


def _habit(reading: Reading, scene: Scene) -> bool:
    """Whether it says how often, not when: "every Friday"."""
    lead = scene.lead(reading.start)
    return lead in _HABITS or (lead == "other" and "every other" in scene.lowered)
