"""Phrases built around another: "early June", "the week before 9 June", "yesterday at 3 pm".

English only. Each step takes readings in order of the text and gives readings in order; a reading
grows to the left and right over the words that modify it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import expand, possible
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.languages.english import ENGLISH
from tacitus.domain.time.offsets import beside, beside_weekday, holding, nth_unit, nth_weekday
from tacitus.domain.time.scene import Clock, Meaning, Reading, Scene
from tacitus.domain.time.tense import Tense, tense_around

_REACH = 64
"""Characters before a reading that may modify it."""

_THIRDS = {"early": 0, "start": 0, "beginning": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}
_ORDINALS = {
    word: index
    for index, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th")
    )
    for word in words.split()
} | {"last": -1, "final": -1}
_AFTER = ("after", "following", "from")


def _third(found: re.Match[str], inner: Meaning, _: Scene) -> Meaning:
    part = calendar.third(inner.interval, inner.grain, _THIRDS[found["third"]])
    return replace(inner, interval=part, grain=Grain.RANGE, cycle=None)


def _half(found: re.Match[str], inner: Meaning, _: Scene) -> Meaning:
    index = 0 if found["half"] == "first" else 1
    return replace(
        inner, interval=calendar.half(inner.interval, inner.grain, index), grain=Grain.RANGE
    )


def _so_far(found: re.Match[str], inner: Meaning, scene: Scene) -> Meaning | None:
    """Read "earlier this week" as up to the anchor, "later this week" as from it."""
    if inner.weak or not inner.interval.contains(scene.anchor):
        return None
    if found["side"] == "earlier":
        interval = Interval(inner.interval.start, scene.anchor)
    else:
        interval = Interval(scene.anchor, inner.interval.end)
    return replace(inner, interval=interval, grain=Grain.RANGE)


def _nth(found: re.Match[str], inner: Meaning, scene: Scene) -> Meaning | None:
    index = _ORDINALS[found["nth"]]
    if name := found["weekday"]:
        return nth_weekday(inner, ENGLISH.weekdays[name], index)
    number = found["num"]
    count = ENGLISH.count(number)[1] if number else 1
    unit, times = ENGLISH.units[found["unit"]]
    return nth_unit(inner, unit, index, count * times)


def _offset(found: re.Match[str], inner: Meaning, scene: Scene) -> Meaning | None:
    number, word = found["num"], found["unit"]
    if number is None and (word.endswith("s") or found["side"] == "from"):
        return None
    least, most = ENGLISH.count(number) if number else (1, 1)
    unit, times = ENGLISH.units[word]
    sign = 1 if found["side"] in _AFTER else -1
    return beside(inner, unit, (least * times, most * times), sign)


def _weekday_beside(found: re.Match[str], inner: Meaning, scene: Scene) -> Meaning | None:
    number, side = ENGLISH.weekdays[found["weekday"]], found["side"]
    if side == "of":
        monday = calendar.begin(Grain.WEEK, inner.interval.start.date())
        return scene.on(calendar.begin(Grain.DAY, monday, number), relative=inner.relative)
    return beside_weekday(inner, number, 1 if side in _AFTER else -1)


def _part_beside(found: re.Match[str], inner: Meaning, scene: Scene) -> Meaning | None:
    if inner.grain not in (Grain.DAY, Grain.PART_OF_DAY):
        return None
    distance = {"of": 0, "before": -1}.get(found["side"], 1)
    day = calendar.begin(Grain.DAY, inner.interval.start.date(), distance)
    return scene.during(ENGLISH.parts[found["part"]], day, relative=inner.relative)


def _unit_of(found: re.Match[str], inner: Meaning, _: Scene) -> Meaning | None:
    unit, times = ENGLISH.units[found["unit"]]
    return holding(inner, unit) if times == 1 else None


_Modify = Callable[[re.Match[str], Meaning, Scene], Meaning | None]
_BEFORE = r"(?:right |just |immediately )?(?P<side>before|after|following|prior to|ahead of"

_PREFIXES: tuple[tuple[re.Pattern[str], _Modify], ...] = tuple(
    (re.compile(rf"(?<!\w)(?:{expand(ENGLISH, template)})\Z"), modify)
    for template, modify in (
        (r"(?P<third>early|mid|late)(?: in| on)?[\s-](?:the )?", _third),
        (r"(?:the )?(?:very )?(?P<third>start|beginning|middle|end) of (?:the )?", _third),
        (r"(?:the )?(?P<half>first|second|latter|other) half of (?:the )?", _half),
        (r"(?P<side>earlier|later)(?: in)? (?:the )?", _so_far),
        (
            rf"(?:the )?(?P<nth>{'|'.join(_ORDINALS)}) (?:{{num}} )?(?:{{unit}}|{{weekday}})"
            r" (?:of|in) (?:the )?",
            _nth,
        ),
        (rf"(?:the |last |next )?(?:{{num}} )?{{unit}} {_BEFORE}|from) (?:the )?", _offset),
        (rf"(?:the |last |next )?{{weekday}} {_BEFORE}|of) (?:the )?", _weekday_beside),
        (rf"(?:the )?{{part}} {_BEFORE}|of) (?:the )?", _part_beside),
        (r"(?:the )?{unit} of (?:the )?", _unit_of),
    )
)
_MODIFIERS = re.compile(
    r"\b(?:early|mid|late|start|beginning|middle|end|half|earlier|later|of|in|before|after|"
    r"following|from)(?: (?:in|on|of))?[\s-](?:the )?\Z"
)


def modify(readings: Sequence[Reading], scene: Scene) -> list[Reading]:
    """Widen each reading to the left over the words that modify it, at most three times."""
    return [_modified(reading, scene) for reading in readings]


def _modified(reading: Reading, scene: Scene) -> Reading:
    for _ in range(3):
        wider = _widened(reading, scene)
        if wider is None:
            break
        reading = wider
    return reading


def _widened(reading: Reading, scene: Scene) -> Reading | None:
    if not _MODIFIERS.search(scene.lowered, max(0, reading.start - 18), reading.start):
        return None
    floor = max(0, reading.start - _REACH)
    for pattern, modify in _PREFIXES:
        found = pattern.search(scene.lowered, floor, reading.start)
        meaning = possible(modify, found, reading.meaning, scene) if found else None
        if found and meaning:
            return replace(reading, start=found.start(), meaning=replace(meaning, weak=False))
    return None


_TO_CLOCK = re.compile(
    r"[\s,(]{0,3}(?:(?:at|around|about|by|in|on|,|from)\s{1,3})?(?:about\s{1,3})?"
)
_TO_DAY = re.compile(r"[\s,]{0,3}(?:(?:on|of)\s{1,3})?(?:the\s{1,3})?")
_DAYS = (Grain.DAY, Grain.PART_OF_DAY)


def place_clocks(readings: Sequence[Reading], scene: Scene) -> list[Reading]:
    """Give times of day their day: "yesterday at 3 pm", "3 pm on Friday"."""
    placed: list[Reading] = []
    for reading in readings:
        joined = possible(_join, placed[-1], reading, scene) if placed else None
        if joined:
            placed[-1] = joined
        else:
            placed.append(reading)
    return placed


def _join(left: Reading, right: Reading, scene: Scene) -> Reading | None:
    between = scene.lowered[left.end : right.start]
    if _needs_day(right.meaning) and left.meaning.grain in _DAYS and not _needs_day(left.meaning):
        meaning = _TO_CLOCK.fullmatch(between) and _placed(right.meaning, left.meaning, scene)
    elif _needs_day(left.meaning) and right.meaning.grain in _DAYS:
        meaning = _TO_DAY.fullmatch(between) and _placed(left.meaning, right.meaning, scene)
    else:
        meaning = None
    return Reading(left.start, right.end, meaning) if meaning else None


def _needs_day(meaning: Meaning) -> bool:
    return meaning.clock is not None or meaning.part is not None


def _placed(time: Meaning, day: Meaning, scene: Scene) -> Meaning:
    on = day.interval.start.date()
    if time.part:
        if day.grain is Grain.PART_OF_DAY:
            return day
        return scene.during(time.part, on, relative=day.relative)
    clock = _settled(time.clock or Clock(0, 0), day)
    return scene.at(clock, on, relative=day.relative) if clock else replace(day, weak=False)


def _settled(clock: Clock, day: Meaning) -> Clock | None:
    """Before or after noon, as far as the part of the day tells; None where nothing does."""
    if clock.certain:
        return clock
    if day.grain is not Grain.PART_OF_DAY:
        return None
    later = day.interval.start.hour >= 12 and clock.hour < 12
    return Clock(clock.hour + (12 if later else 0), clock.minute)


_RANGE = re.compile(r"[\s,]{0,2}(?:to|until|till|through|thru|and|-)[\s-]{1,2}(?:the\s)?|\s?-\s?")
_OPENERS = ("between", "from")
_RANGED = (Grain.DAY, Grain.MONTH, Grain.YEAR)
"""What makes a range without an opener: "May to July 2019"."""
_ELSEWHERE = ("到", "至", "から", "bis", "hasta", "jusqu'à")


def pair(readings: Sequence[Reading], scene: Scene) -> list[Reading]:
    """Join the two ends of a range: "between March and June", "from Monday to Friday"."""
    paired: list[Reading] = []
    for reading in readings:
        joined = possible(_ranged, paired[-1], reading, scene) if paired else None
        if joined:
            paired[-1] = joined
        else:
            paired.append(reading)
    return paired


def _ranged(left: Reading, right: Reading, scene: Scene) -> Reading | None:
    between = scene.lowered[left.end : right.start]
    if between.strip() not in _ELSEWHERE and not _english_range(between, left, scene):
        return None
    first, last = _aligned(left.meaning, right.meaning)
    if last.interval.end <= first.interval.start:
        return None
    whole = Interval(first.interval.start, last.interval.end)
    relative = first.relative and last.relative
    meaning = Meaning(interval=whole, grain=Grain.RANGE, relative=relative)
    return Reading(left.start, right.end, meaning)


def _english_range(between: str, left: Reading, scene: Scene) -> bool:
    if len(between) > 12 or not _RANGE.fullmatch(between):
        return False
    opener = scene.lead(left.start)
    if "and" in between:
        return opener == "between"
    return opener in _OPENERS or "-" in between or left.meaning.grain in _RANGED


def _aligned(first: Meaning, last: Meaning) -> tuple[Meaning, Meaning]:
    """Move the end that comes round every year or week next to the other one."""
    if last.cycle and last.interval.start < first.interval.start:
        last = _turned(last, lambda start: start >= first.interval.start, 1)
    elif first.cycle and not last.cycle:
        first = _turned(first, lambda start: start <= last.interval.start, -1)
        first = _turned(first, lambda start: _next(first, start) > last.interval.start, 1)
    return first, last


def _turned(meaning: Meaning, fits: Callable[[datetime], bool], sign: int) -> Meaning:
    cycle, interval = meaning.cycle or Grain.YEAR, meaning.interval
    zone = interval.start.tzinfo
    if zone is None or fits(interval.start):
        return meaning
    for turns in range(1, 400):
        first = calendar.step(cycle, interval.start.date(), sign * turns)
        if fits(calendar.midnight(first, zone)):
            stop = calendar.step(cycle, interval.end.date(), sign * turns)
            return replace(meaning, interval=calendar.days(first, stop, zone))
    return meaning


def _next(meaning: Meaning, start: datetime) -> datetime:
    return start + timedelta(days=366 if meaning.cycle is Grain.YEAR else 7)


_OPEN_START = ("since", "seit", "desde", "depuis")
_OPEN_END = ("until", "till", "through", "by", "before")


def open_ended(readings: Sequence[Reading], scene: Scene) -> list[Reading]:
    """Stretch what is open on one side to the anchor: "since 2019", "until Friday"."""
    return [_stretched(reading, scene) for reading in readings]


def _stretched(reading: Reading, scene: Scene) -> Reading:
    lead, interval = scene.lead(reading.start), reading.meaning.interval
    if lead in _OPEN_START and interval.start < scene.anchor:
        return _over(reading, Interval(interval.start, scene.anchor))
    bound = interval.start if lead == "before" else interval.end
    if lead not in _OPEN_END or bound <= scene.anchor or _looks_back(reading, scene):
        return reading
    return _over(reading, Interval(scene.anchor, bound))


def _over(reading: Reading, interval: Interval) -> Reading:
    meaning = replace(reading.meaning, interval=interval, grain=Grain.RANGE)
    return replace(reading, meaning=meaning)


def _looks_back(reading: Reading, scene: Scene) -> bool:
    return tense_around(scene.lowered, reading.start, reading.end) is Tense.BACK
