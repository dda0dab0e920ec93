"""Phrases counted from the anchor: "yesterday", "two weeks ago", "last month". Any language.

Each function reads the named groups of a template: see `grammar`.
"""

import re
from datetime import UTC, timedelta

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Count, Lexicon
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.scene import Meaning, Scene
from tacitus.domain.time.tense import Tense

_HALF_AN_HOUR = timedelta(minutes=30)

_HALVED = {
    Grain.YEAR: (Grain.MONTH, 12, 6),
    Grain.MONTH: (Grain.WEEK, 4, 2),
    Grain.WEEK: (Grain.DAY, 7, 4),
}
"""The smaller unit, how many make a whole, and how many a half."""


def near_day(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`near`, perhaps `part`: "yesterday", "gestern Abend"."""
    day = calendar.begin(Grain.DAY, scene.day, words.near[_plain(match["near"])])
    part = group(match, "part")
    return scene.during(words.parts[_plain(part)], day) if part else scene.on(day)


def shifted_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`shift` and `part`: "this morning", "last night"."""
    day = calendar.begin(Grain.DAY, scene.day, words.shifts[_plain(match["shift"])])
    return scene.during(words.parts[_plain(match["part"])], day)


def shifted_unit(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """`unit` with `shift` before it or `after` behind: "last week", "la semana pasada"."""
    unit, times = words.units[_plain(match["unit"])]
    if unit in (Grain.HOUR, Grain.INSTANT, Grain.DAY):
        return None
    offset = shift_of(match, words)
    if offset is None:
        return None
    if times == 10 and unit is Grain.YEAR:
        return scene.unit(Grain.DECADE, offset)
    if times > 1 and offset:
        first, last = sorted((offset, offset * times))
        return scene.stretch(
            calendar.begin(unit, scene.day, first), calendar.begin(unit, scene.day, last + 1)
        )
    return scene.unit(unit, offset)


def the_weekend(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    """The weekend that runs, or else the last one; the coming one where the clause looks ahead."""
    running = scene.day.weekday() >= calendar.SATURDAY
    ahead = running or scene.tense(match) is Tense.AHEAD
    return scene.unit(Grain.WEEKEND, 0 if ahead else -1)


def shift_of(match: re.Match[str], words: Lexicon) -> int | None:
    """The direction said before or after the noun; None where neither is."""
    before, after = group(match, "shift"), group(match, "after")
    if before:
        return words.shifts[_plain(before)]
    return words.more[_plain(after)] if after else None


def ago(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`num` (perhaps `num2`) and `unit`: the calendar unit that long before the anchor's."""
    return _away(match, scene, words, -1)


def hence(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`num` and `unit`: the calendar unit that long after the anchor's."""
    return _away(match, scene, words, 1)


def in_so_long(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Read "in two weeks"; not a duration ("read it in two weeks") nor a rate ("twice in a week")."""
    if scene.tense(match) is Tense.BACK or scene.lead(match.start()) in ("times", "once", "twice"):
        return None
    return hence(match, scene, words)


def half_units_ago(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """`unit` and perhaps `num` before "and a half": "half a year ago", "a year and a half ago"."""
    unit, _ = words.units[_plain(match["unit"])]
    if unit not in _HALVED:
        return None
    smaller, each, half = _HALVED[unit]
    number = group(match, "num")
    whole = words.count(number)[0] if number else 0
    return scene.unit(smaller, -whole * each - half)


def past_stretch(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`unit` and perhaps `num`: "the last two weeks", from so long ago to the end of the day."""
    (_, most), (unit, times) = _count(match, words), words.units[_plain(match["unit"])]
    if unit in (Grain.HOUR, Grain.INSTANT):
        return _clock_away(scene, unit, -most * times, 0)
    tomorrow = calendar.begin(Grain.DAY, scene.day, 1)
    return scene.stretch(calendar.step(unit, scene.day, -most * times), tomorrow)


def coming_stretch(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`unit` and perhaps `num`: "the next few days", from the anchor's day on."""
    (_, most), (unit, times) = _count(match, words), words.units[_plain(match["unit"])]
    if unit in (Grain.HOUR, Grain.INSTANT):
        return _clock_away(scene, unit, 0, most * times)
    last = calendar.step(unit, scene.day, most * times)
    return scene.stretch(scene.day, calendar.begin(Grain.DAY, last, 1))


def _away(match: re.Match[str], scene: Scene, words: Lexicon, sign: int) -> Meaning:
    (least, most), (unit, times) = _count(match, words), words.units[_plain(match["unit"])]
    if unit in (Grain.HOUR, Grain.INSTANT):
        first, last = sorted((sign * least * times, sign * most * times))
        return _clock_away(scene, unit, first, last)
    if times == 10 and unit is Grain.YEAR and most > least:
        times = 10
    first, last = sorted((sign * least * times, sign * most * times))
    interval = calendar.units(unit, scene.day, (first, last), scene.zone)
    return Meaning(interval=interval, grain=unit if first == last else Grain.RANGE)


def _clock_away(scene: Scene, unit: Grain, first: int, last: int) -> Meaning:
    """So many hours or minutes (INSTANT) from the anchor, in elapsed time."""
    length = timedelta(hours=1) if unit is Grain.HOUR else timedelta(minutes=1)
    now = scene.anchor.astimezone(UTC)
    start, end = now + first * length, now + last * length
    if first == last and unit is Grain.HOUR:
        start, end = start - _HALF_AN_HOUR, end + _HALF_AN_HOUR
    grain = unit if first == last else Grain.RANGE
    interval = Interval(start.astimezone(scene.zone), end.astimezone(scene.zone))
    return Meaning(interval=interval, grain=grain)


def _count(match: re.Match[str], words: Lexicon) -> Count:
    number, other = group(match, "num"), group(match, "num2")
    if number is None:
        return 1, 1
    least, most = words.count(number)
    return (least, words.count(other)[1]) if other else (least, most)


def group(match: re.Match[str], name: str) -> str | None:
    """A named group, where the pattern has it and it took part."""
    return match[name] if name in match.re.groupindex else None


def _plain(word: str) -> str:
    return " ".join(word.split())
