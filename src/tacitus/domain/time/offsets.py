"""Times found by their place beside or inside another: "two days before", "the first week of"."""

from dataclasses import replace
from datetime import UTC, date, timedelta, tzinfo

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.scene import Meaning

_CLOCK = {Grain.HOUR: timedelta(hours=1), Grain.INSTANT: timedelta(minutes=1)}


def beside(inner: Meaning, unit: Grain, distance: tuple[int, int], sign: int) -> Meaning | None:
    """The unit that lies so many units before (-1) or after (1).

    "Two days before Christmas" is one day; "the week before 9 June" the seven days that end with
    the 8th; "two weeks before" the seven days before those.

    Args:
        distance: At least and at most so many units.
    """
    least, most = distance
    if unit in _CLOCK:
        return _beside_clock(inner, unit, least, sign)
    zone = _zone(inner)
    if unit is Grain.WEEKEND:
        return _beside_weekend(inner, least, sign)
    edge = _first_day(inner) if sign < 0 else _stop_day(inner)
    near = calendar.step(unit, edge, sign * (least - 1))
    far = calendar.step(unit, edge, sign * most)
    interval = calendar.days(min(near, far), max(near, far), zone)
    return replace(
        inner, interval=interval, grain=unit if least == most else Grain.RANGE, cycle=None
    )


def _beside_clock(inner: Meaning, unit: Grain, count: int, sign: int) -> Meaning | None:
    if inner.grain not in (Grain.HOUR, Grain.INSTANT):
        return None
    moment = inner.interval.start.astimezone(UTC) + sign * count * _CLOCK[unit]
    start = moment.astimezone(_zone(inner))
    return replace(inner, interval=Interval(start, start), grain=Grain.INSTANT, cycle=None)


def _beside_weekend(inner: Meaning, count: int, sign: int) -> Meaning:
    first, stop = _first_day(inner), _stop_day(inner)
    saturday = calendar.begin(Grain.WEEKEND, first if sign < 0 else stop)
    if sign < 0:
        saturday -= timedelta(
            days=7 * count if saturday + timedelta(days=2) > first else 7 * count - 7
        )
    else:
        saturday += timedelta(days=7 * count if saturday < stop else 7 * count - 7)
    interval = calendar.days(saturday, saturday + timedelta(days=2), _zone(inner))
    return replace(inner, interval=interval, grain=Grain.WEEKEND, cycle=None)


def beside_weekday(inner: Meaning, weekday: int, sign: int) -> Meaning:
    """The last such weekday before the interval, or the first one after it."""
    if sign < 0:
        edge = _first_day(inner)
        day = edge - timedelta(days=(edge.weekday() - weekday) % 7 or 7)
    else:
        edge = _stop_day(inner)
        day = edge + timedelta(days=(weekday - edge.weekday()) % 7)
    return _day(inner, day)


def holding(inner: Meaning, unit: Grain) -> Meaning | None:
    """The calendar unit that holds the start: "the week of 9 June"."""
    if unit in _CLOCK:
        return None
    interval = calendar.unit_at(unit, _first_day(inner), 0, _zone(inner))
    return replace(inner, interval=interval, grain=unit, cycle=None)


def nth_weekday(inner: Meaning, weekday: int, index: int) -> Meaning | None:
    """The first (0), second (1) ... or last (-1) such weekday inside."""
    first, stop = _first_day(inner), _stop_day(inner)
    if index < 0:
        last = stop - timedelta(days=1)
        day = last - timedelta(days=(last.weekday() - weekday) % 7)
    else:
        day = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * index)
    return _day(inner, day) if first <= day < stop else None


def nth_unit(inner: Meaning, unit: Grain, index: int, count: int) -> Meaning | None:
    """The first (0), second (1) ... or last (-1) unit inside, or so many from there.

    Weeks are counted from the first day: the first week of June is its first seven days.
    """
    if unit in _CLOCK:
        return None
    if unit is Grain.WEEKEND:
        found = nth_weekday(inner, calendar.SATURDAY, index)
        return beside_days(found, 2, Grain.WEEKEND) if found else None
    first, stop = _first_day(inner), _stop_day(inner)
    if index < 0:
        start, end = calendar.step(unit, stop, -count), stop
    else:
        start = calendar.step(unit, first, index)
        end = calendar.step(unit, start, count)
    if not first <= start < end <= stop:
        return None
    interval = calendar.days(start, end, _zone(inner))
    return replace(inner, interval=interval, grain=unit if count == 1 else Grain.RANGE, cycle=None)


def beside_days(inner: Meaning, count: int, grain: Grain) -> Meaning:
    """So many days from the start of another."""
    first = _first_day(inner)
    interval = calendar.days(first, first + timedelta(days=count), _zone(inner))
    return replace(inner, interval=interval, grain=grain)


def _day(inner: Meaning, day: date) -> Meaning:
    interval = calendar.unit_at(Grain.DAY, day, 0, _zone(inner))
    return replace(inner, interval=interval, grain=Grain.DAY, cycle=None)


def _first_day(inner: Meaning) -> date:
    return inner.interval.start.date()


def _stop_day(inner: Meaning) -> date:
    """The day after the last one touched."""
    if inner.interval.is_instant:
        return _first_day(inner) + timedelta(days=1)
    last = inner.interval.end - timedelta(microseconds=1)
    return last.date() + timedelta(days=1)


def _zone(inner: Meaning) -> tzinfo:
    return inner.interval.start.tzinfo or UTC
