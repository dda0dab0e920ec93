"""Find the time expressions of a text."""

import re
import string
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from tacitus.domain.time.composing import modify, open_ended, pair, place_clocks
from tacitus.domain.time.expressions import TimeExpression
from tacitus.domain.time.grammar import DIGITS, Rule, possible
from tacitus.domain.time.habits import is_habit
from tacitus.domain.time.languages.east_asian import EAST_ASIAN_RULES
from tacitus.domain.time.languages.english import RELATIVE
from tacitus.domain.time.languages.english_dates import DATES
from tacitus.domain.time.languages.english_names import NAMES
from tacitus.domain.time.languages.figures import FIGURES
from tacitus.domain.time.languages.french import FRENCH_RULES
from tacitus.domain.time.languages.german import GERMAN_RULES
from tacitus.domain.time.languages.spanish import SPANISH_RULES
from tacitus.domain.time.scene import Reading, Scene, lower, scene_of

_SPACED: tuple[Rule, ...] = (
    *RELATIVE,
    *NAMES,
    *DATES,
    *FIGURES,
    *GERMAN_RULES,
    *SPANISH_RULES,
    *FRENCH_RULES,
)
_WORD = re.compile(r"[^\W\d_]+|\d")
_ASCII_WORD = re.compile(r"[a-z]+|\d")


def _by_trigger(rules: Iterable[Rule]) -> dict[str, tuple[int, ...]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for index, rule in enumerate(rules):
        for word in rule.triggers:
            for trigger in string.digits if word == DIGITS else (word,):
                found[trigger].append(index)
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
    # Moments of two zones can be equal, and mean two days.
    return list(_found(text, anchor, anchor and (anchor.tzinfo, anchor.fold)))


@lru_cache(maxsize=256)
def _found(text: str, anchor: datetime | None, _: object) -> tuple[TimeExpression, ...]:
    """Return the expressions; cached, since what is cut at its times is dated next."""
    lowered = lower(text)
    rules = _rules_for(lowered)
    if not rules:  # most texts: nothing else is done for them
        return ()
    scene = scene_of(text, lowered, anchor)
    readings = _readings(scene, rules)
    if anchor is None:
        readings = [reading for reading in readings if not reading.meaning.relative]
    else:
        readings = open_ended(readings, scene)
    return tuple(
        TimeExpression(
            text[reading.start : reading.end],
            (reading.start, reading.end),
            reading.meaning.interval,
            reading.meaning.grain,
        )
        for reading in readings
    )


def has_relative_time(text: str) -> bool:
    """Whether the text says when in a way that needs to know when it was written."""
    return any(reading.meaning.relative for reading in read(text, None)[1])


def read(text: str, anchor: datetime | None) -> tuple[Scene, list[Reading]]:
    """The readings of a text in order, open ends not yet stretched to the anchor."""
    lowered = lower(text)
    scene = scene_of(text, lowered, anchor)
    return scene, _readings(scene, _rules_for(lowered))


def _readings(scene: Scene, rules: Sequence[Rule]) -> list[Reading]:
    readings = longest(_matches(scene, rules))
    if not readings:
        return []
    readings = modify(place_clocks(readings, scene), scene)
    readings = pair(longest(readings), scene)
    return [
        reading for reading in readings if not reading.meaning.weak and not is_habit(reading, scene)
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
            meaning = possible(rule.resolve, match, scene)
            if meaning:
                yield Reading(match.start(), match.end(), meaning)


def _rules_for(lowered: str) -> list[Rule]:
    if lowered.isascii():
        return _chosen(_SPACED, _RULES_OF, _TRIGGERS.intersection(_ASCII_WORD.findall(lowered)))
    words = _TRIGGERS.intersection(_WORD.findall(lowered))
    characters = _CHARACTERS.intersection(lowered)
    return [
        *_chosen(_SPACED, _RULES_OF, words),
        *_chosen(EAST_ASIAN_RULES, _UNSPACED_RULES_OF, characters),
    ]


def _chosen(
    rules: Sequence[Rule], rules_of: dict[str, tuple[int, ...]], triggers: frozenset[str]
) -> list[Rule]:
    if not triggers:
        return []
    return [rules[index] for index in sorted({one for word in triggers for one in rules_of[word]})]
