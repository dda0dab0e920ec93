"""Dates as a model writes them, to intervals."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo

from tacitus.domain.time import Interval
from tacitus.domain.time.calendar import days, localize

_DAY = timedelta(days=1)


def interval(start: str, end: str, zone: tzinfo) -> Interval | None:
    """Return from the first moment of `start` to the last of `end`; None where they make no sense.

    Both are ISO 8601: a year, a month, a week, a day or a moment. A missing one is as the other;
    `start` may hold both, parted by a slash. What names no zone is meant in `zone`.
    """
    first, slash, last = start.strip().partition("/")
    last = end.strip() or (last if slash else first)
    try:
        opened, closed = _unit(first.strip() or last, zone), _unit(last.strip(), zone)
        if opened is None or closed is None:
            return None
        return Interval(opened.start, closed.end)
    except (ValueError, OverflowError):  # no such day; the end before the start; after 9999
        return None


def _unit(text: str, zone: tzinfo) -> Interval | None:
    for pattern, read in _FORMS.items():
        if match := re.fullmatch(pattern, text):
            return read(match, zone)
    if not re.match(r"\d{4}-\d\d-\d\d[T ]\d\d", text):
        return None
    moment = datetime.fromisoformat(text)
    moment = moment if moment.tzinfo else localize(moment, zone)
    return Interval(moment, moment)


def _year(match: re.Match[str], zone: tzinfo) -> Interval:
    number = int(match[1])
    return days(date(number, 1, 1), date(number + 1, 1, 1), zone)


def _month(match: re.Match[str], zone: tzinfo) -> Interval:
    first = date(int(match[1]), int(match[2]), 1)
    return days(first, (first + 31 * _DAY).replace(day=1), zone)


def _week(match: re.Match[str], zone: tzinfo) -> Interval:
    first = date.fromisocalendar(int(match[1]), int(match[2]), 1)
    return days(first, first + 7 * _DAY, zone)


def _day(match: re.Match[str], zone: tzinfo) -> Interval:
    day = date(int(match[1]), int(match[2]), int(match[3]))
    return days(day, day + _DAY, zone)


_FORMS: dict[str, Callable[[re.Match[str], tzinfo], Interval]] = {
    r"(\d{4})": _year,
    r"(\d{4})-(\d\d)": _month,
    r"(\d{4})-W(\d\d)": _week,
    r"(\d{4})-(\d\d)-(\d\d)": _day,
}
