"""Dates and times in figures, the same in every language."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone

from tacitus.domain.time.calendar import localize
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import DIGITS, Lexicon, Rule, make_rule
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.languages.english import ENGLISH
from tacitus.domain.time.scene import Meaning, Scene


def _date(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    """Read figures; "5/8/2023" is month first, unless that cannot be."""
    year, number, day = int(match["year"]), int(match["m"]), int(match["d"])
    if number > 12:
        number, day = day, number
    return scene.on(date(year, number, day), relative=False)


def _year_month(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    year, number = int(match["year"]), int(match["m"])
    offset = 12 * (year - scene.day.year) + number - scene.day.month
    return replace(scene.unit(Grain.MONTH, offset), relative=False)


def _timestamp(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    """An instant; in the anchor's zone where it names none."""
    day = date(int(match["year"]), int(match["m"]), int(match["d"]))
    clock = time(int(match["hour"]), int(match["minute"]), int(match["second"] or 0))
    naive = datetime.combine(day, clock)
    if match["offset"]:
        moment = naive.replace(tzinfo=_zone(match["offset"])).astimezone(scene.zone)
    else:
        moment = localize(naive, scene.zone)
    return Meaning(interval=Interval(moment, moment), grain=Grain.INSTANT, relative=False)


def _zone(offset: str) -> timezone:
    if offset == "z":
        return UTC
    digits = offset[1:].replace(":", "")
    distance = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return timezone(-distance if offset[0] == "-" else distance)


_ALONE = r"(?<![.:/+-])"
_NO_MORE = r"(?![:/]|[.,-]\d)"
_MM, _DD = r"(?P<m>\d{2})", r"(?P<d>\d{2})"

FIGURES: tuple[Rule, ...] = tuple(
    make_rule(ENGLISH, _ALONE + template, resolve, [DIGITS])
    for template, resolve in (
        (
            rf"{{year}}[-/]{_MM}[-/]{_DD}(?:t|,? )(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)"
            r"(?::(?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?P<offset>z|[+-]\d{2}:?(?:\d{2})?)?",
            _timestamp,
        ),
        (r"{year}-{m}-{d}" + _NO_MORE, _date),
        (r"{year}/{m}/{d}" + _NO_MORE, _date),
        (r"{d}\. ?{m}\. ?{year}" + _NO_MORE, _date),
        (r"(?P<m>\d{1,2})/{d}/{year}" + _NO_MORE, _date),
        (r"(?P<d>\d{1,2})-(?P<m>\d{1,2})-{year}" + _NO_MORE, _date),
        (rf"{{year}}-(?P<m>0[1-9]|1[0-2]){_NO_MORE}(?!-)", _year_month),
    )
)
