"""English: days of the month in words, and times of day."""

import re
from dataclasses import replace
from datetime import timedelta

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import DIGITS, Lexicon, Rule, make_rule
from tacitus.domain.time.languages.english import ENGLISH
from tacitus.domain.time.named import day_of_month, month_day
from tacitus.domain.time.relative import group
from tacitus.domain.time.scene import Clock, Meaning, Scene, weak_unless

_HABIT = re.compile(
    r"\b(?:every|each|always|usually|daily|often|never|\w+days|mornings|evenings|nights)\b"
)
_UNMISTAKABLE = re.compile(r"\d(?:st|nd|rd|th)|\d{4}| of ")
_MARCHING = frozenset(("may", "march", "mar", "dec", "sep"))
_DATE_LEADS = frozenset(
    (
        "on",
        "since",
        "until",
        "by",
        "from",
        "before",
        "after",
        "to",
        "the",
        "of",
        "till",
        "for",
        "around",
    )
)


def _month_day(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    if match["month"] in _MARCHING and not scene.capitalised(match.start("month")):
        certain = _UNMISTAKABLE.search(match[0])
        if not certain and scene.lead(match.start()) not in _DATE_LEADS:
            return None
    return month_day(match, scene, words)


def _day_alone(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Read "on the 5th", "Friday the 28th"; not "the 5th floor"."""
    if match["weekday"]:
        return _fitting(words.day(match["d"]), words.weekdays[match["weekday"]], scene)
    found = day_of_month(match, scene, words)
    return weak_unless(found, scene.lead(match.start()) in _DATE_LEADS)


def _fitting(day: int, weekday: int, scene: Scene) -> Meaning | None:
    """The nearest such day of a month that falls on the weekday, half a year around."""
    months = (calendar.begin(Grain.MONTH, scene.day, offset) for offset in range(-6, 7))
    days = [first + timedelta(days=day - 1) for first in months]
    fitting = [one for one in days if one.day == day and one.weekday() == weekday]
    nearest = min(fitting, key=lambda one: abs((one - scene.day).days), default=None)
    return scene.on(nearest) if nearest else None


def _clock(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    hour, minute = int(match["hour"]), int(match["minute"]) if match["minute"] else None
    half = group(match, "half")
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    certain = bool(half) or hour > 12 or match["hour"].startswith("0")
    return _on_todays(Clock(hour, minute, certain), match, scene)


def _noon(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    hour = 24 if match["name"] == "midnight" else 12
    return _on_todays(Clock(hour, 0), match, scene)


def _on_todays(clock: Clock, match: re.Match[str], scene: Scene) -> Meaning:
    """On the anchor's day; alone it counts only after "at", and not as a habit."""
    nearby = scene.lowered[max(0, match.start() - 80) : match.end() + 40]
    alone = scene.lead(match.start()) == "at" and clock.certain and not _HABIT.search(nearby)
    return replace(scene.at(clock, scene.day), weak=not alone, clock=clock)


def _in_the_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    part = words.parts[match["part"]]
    return replace(scene.during(part, scene.day), weak=True, part=part)


_MONTHS = " ".join(ENGLISH.months)
_DAY = r"{d}(?:st|nd|rd|th)?"
_TO = r"(?: ?- ?| to | until | through | and )(?:the )?"
_YEAR = r"(?:(?:,| of|,? in)? {year}(?!\d|:))?"
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? (?:the )?)?"
_END = r"(?![.:,]\d|/|%| of (?:us|you|them|the|my|our|your)\b)"
_HALF = r"(?P<half>[ap]\.?m\b\.?)"
_HOUR = r"(?P<hour>0?\d|1\d|2[0-3])"
_MINUTE = r"(?P<minute>[0-5]\d)"
_ORDINAL = r"{d}(?:st|nd|rd|th)"
_FREE = r"(?= ?(?:[.,;:!?)]|\Z|(?:and|at|in|to|as|or|when|so|but|for|with|because|this|we|i|he|she|they|it|is|was|if)\b))"

DATES: tuple[Rule, ...] = tuple(
    make_rule(ENGLISH, template, resolve, triggers.split())
    for template, resolve, triggers in (
        (rf"{_WEEKDAY}{_DAY}(?: of)? {{month}}(?:\.(?=\s\d))?{_YEAR}{_END}", _month_day, _MONTHS),
        (rf"{_WEEKDAY}{{month}}\.? (?:the )?{_DAY}{_YEAR}{_END}", _month_day, _MONTHS),
        (rf"{{month}} {{dword}}{_YEAR}(?! (?:of|time|week|day)\b)", _month_day, _MONTHS),
        (rf"{{dword}} of {{month}}{_YEAR}", _month_day, _MONTHS),
        (
            rf"{_DAY}{_TO}{{d2}}(?:st|nd|rd|th)?(?: of)? {{month}}(?:\.(?=\s\d))?{_YEAR}",
            _month_day,
            _MONTHS,
        ),
        (rf"{{month}}\.? {_DAY}{_TO}{{d2}}(?:st|nd|rd|th)?{_YEAR}(?!\w|:)", _month_day, _MONTHS),
        (rf"(?:{{weekday}},? )?(?:the )?{_ORDINAL}{_FREE}", _day_alone, "st nd rd th"),
        (rf"{_HOUR}(?:[:.]{_MINUTE})? ?{_HALF}", _clock, DIGITS),
        (rf"(?<=at\s){_HOUR}(?::{_MINUTE})?(?: o'clock)?(?![:/%]|[.,]\d)", _clock, DIGITS),
        (rf"(?<![:.]){_HOUR}:{_MINUTE}(?![:.]\d| ?[ap]\.?m)", _clock, DIGITS),
        (r"(?P<name>noon|midnight|midday)", _noon, "noon midnight midday"),
        (r"in the (?:early |late )?{part}", _in_the_part, "morning afternoon evening night"),
    )
)
