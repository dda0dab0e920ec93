"""Times as postmortems write them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo

_OFFSETS = {
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "BST": 1, "CET": 1, "WEST": 1, "CEST": 2, "EET": 2, "EEST": 3,
    "IST": 5.5, "JST": 9, "AEST": 10, "AEDT": 11,
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "PT": -8, "ET": -5,
}  # fmt: skip
_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ],
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ZONE = re.compile(rf"\b({'|'.join(sorted(_OFFSETS, key=len, reverse=True))})\b")
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?=\D|$)")
_MONTH_FIRST = re.compile(
    rf"\b({_MONTH})\.?\s+((?:{_DAY})(?:\s*[-–]\s*{_DAY})?(?:\s*(?:,|&|and|,\s*and)\s*(?:{_DAY})(?!\d)"
    rf"(?:\s*[-–]\s*{_DAY})?)*)(?!\d)(?:,?\s+(\d{{4}})\b)?",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(
    rf"\b({_DAY})(?:\s*[-–]\s*({_DAY}))?(?:\s+of)?\s+({_MONTH})\b\.?,?(?:\s+(\d{{4}})\b)?",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?\s*([ap]m)?\b", re.IGNORECASE
)
_DAYS_OF_RANGE = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s*[-–]\s*(\d{1,2})")
_SPAN = re.compile(
    r"(\d+(?:\.\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b", re.IGNORECASE
)
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


@dataclass(frozen=True, slots=True)
class Told:
    """A moment as far as it is told: a day, a time of day, or both; and where it ends in the text."""

    day: date | None
    clock: time | None
    end: int


def zone_in(text: str) -> tzinfo | None:
    """Return the zone that a text names first; None where it names none."""
    found = _ZONE.search(text)
    return timezone(timedelta(hours=_OFFSETS[found[1]])) if found else None


def days_in(text: str, year: int | None = None) -> Iterator[date]:
    """Yield every day that a text names; "October 21, 28, and 29-30" are four.

    Args:
        year: Of days that are named without one; without it they are not days yet.
    """
    for found in _ISO.finditer(text):
        yield from _day(int(found[1]), int(found[2]), int(found[3]))
    for found in _MONTH_FIRST.finditer(text):
        of = int(found[3]) if found[3] else year
        for number in _numbers(found[2]):
            yield from _day(of, _MONTHS[found[1].casefold()], number)
    for found in _DAY_FIRST.finditer(text):
        of = int(found[4]) if found[4] else year
        for number in _numbers(found[1] if not found[2] else f"{found[1]}-{found[2]}"):
            yield from _day(of, _MONTHS[found[3].casefold()], number)


def without_days(text: str) -> str:
    """Return a title without the days in it, and without what joined them to it."""
    for pattern in (_ISO, _MONTH_FIRST, _DAY_FIRST):
        text = pattern.sub("", text)
    return re.sub(r"\(\s*\)", "", text).strip(" \t-–—:,|")


def told_at_start(text: str, year: int | None = None) -> Told | None:
    """Read the moment that an entry of a timeline begins with; None where it begins with none."""
    head = text[:60]
    clock = _TIME.search(head)
    day = _first_day(head, year)
    starts = [one for one in (clock.start() if clock else None, day[1] if day else None) if one is not None]  # fmt: skip
    if not starts or min(starts) > 3:
        return None
    near = (
        clock if clock and (clock.start() <= 3 or (day and clock.start() <= day[2] + 6)) else None
    )
    late = day if day and (day[1] <= 3 or (near and day[1] <= near.end() + 12)) else None
    ends = [
        one for one in (near.end() if near else None, late[2] if late else None) if one is not None
    ]
    return Told(late[0] if late else None, _clock(near) if near else None, max(ends))


def clocks_in(text: str) -> list[time]:
    """Return every time of day that a text names."""
    return [_clock(found) for found in _TIME.finditer(text)]


def moment(day: date, clock: time | None, zone: tzinfo) -> datetime:
    """Return the moment of a day and a time of day, in UTC; without the time, the day's begin."""
    return datetime.combine(day, clock or time(), zone).astimezone(UTC)


def length_in(text: str) -> timedelta | None:
    """Return a length of time such as "1 hour and 48 minutes"; None where none is told."""
    found = _SPAN.findall(text)
    if not found:
        return None
    return timedelta(seconds=sum(float(n) * _SECONDS[unit[0].casefold()] for n, unit in found))


def _first_day(text: str, year: int | None) -> tuple[date, int, int] | None:
    for pattern in (_ISO, _MONTH_FIRST, _DAY_FIRST):
        found = pattern.search(text)
        if found:
            for day in days_in(found[0], year):
                return day, found.start(), found.end()
    return None


def _numbers(text: str) -> Iterator[int]:
    for part in re.split(r",|&|\band\b", text):
        span = _DAYS_OF_RANGE.search(part)
        if span:
            yield from range(int(span[1]), int(span[2]) + 1)
        elif number := re.search(r"\d{1,2}", part):
            yield int(number[0])


def _day(year: int | None, month: int, number: int) -> Iterator[date]:
    try:
        if year is not None:
            yield date(year, month, number)
    except ValueError:  # no such day: something else was written like one
        return


def _clock(found: re.Match[str]) -> time:
    hour = int(found[1])
    if found[4]:
        hour = hour % 12 + (12 if found[4].casefold() == "pm" else 0)
    return time(hour, int(found[2]), int(found[3] or 0))
