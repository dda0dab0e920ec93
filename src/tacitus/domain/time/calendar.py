"""Units of the calendar as intervals in a zone. Weeks start on Monday."""

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo

from dateutil.relativedelta import relativedelta

from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.intervals import Interval

SATURDAY = 5

PARTS_OF_DAY = {
    "dawn": (0, 6),
    "morning": (6, 12),
    "noon": (12, 13),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (18, 30),
}
"""First and last hour, counted from local midnight; a night ends at six the next day."""

_MONTHS = {Grain.MONTH: 1, Grain.QUARTER: 3, Grain.SEASON: 3, Grain.YEAR: 12, Grain.DECADE: 120}

_THIRDS = {Grain.DECADE: (0, 48, 84), Grain.YEAR: (0, 4, 8), Grain.SEASON: (0, 1, 2)}
_THIRDS[Grain.QUARTER] = _THIRDS[Grain.SEASON]
_THIRDS_IN_DAYS = {Grain.MONTH: (0, 10, 20), Grain.WEEK: (0, 2, 4)}
_HALVES = {Grain.DECADE: 60, Grain.YEAR: 6}
_HALVES_IN_DAYS = {Grain.MONTH: 15}


def localize(naive: datetime, zone: tzinfo) -> datetime:
    """Give a wall time its zone; a time that clocks skip becomes the next one they show."""
    aware = naive.replace(tzinfo=zone)
    if isinstance(zone, timezone):
        return aware
    shown = aware.astimezone(UTC).astimezone(zone)
    return aware if shown.replace(tzinfo=None) == naive else shown


def midnight(day: date, zone: tzinfo) -> datetime:
    """Start of a day; not 00:00 where the clocks skip it."""
    return localize(datetime.combine(day, time()), zone)


def days(first: date, stop: date, zone: tzinfo) -> Interval:
    """From the start of `first` to the start of `stop`."""
    return Interval(midnight(first, zone), midnight(stop, zone))


def begin(unit: Grain, day: date, offset: int = 0) -> date:
    """First day of the unit that holds `day`, or of the one `offset` units later.

    Winter starts in December of the year before; a weekend is that of the day's week.

    Raises:
        OverflowError, ValueError: The result lies outside the years 1 to 9999.
    """
    if unit is Grain.DAY:
        return day + timedelta(days=offset)
    if unit in (Grain.WEEK, Grain.WEEKEND):
        first = SATURDAY if unit is Grain.WEEKEND else 0
        return day + timedelta(days=first - day.weekday() + 7 * offset)
    length = _MONTHS[unit]
    months = day.year * 12 + day.month - 1
    phase = 11 if unit is Grain.SEASON else 0
    start = (months - phase) // length * length + phase + offset * length
    return date(start // 12, start % 12 + 1, 1)


def units(unit: Grain, day: date, offsets: tuple[int, int], zone: tzinfo) -> Interval:
    """From the start of the first unit to the end of the last, as distances from `day`'s own."""
    first, last = offsets
    if unit is Grain.WEEKEND:
        return days(begin(unit, day, first), begin(unit, day, last) + timedelta(days=2), zone)
    return days(begin(unit, day, first), begin(unit, day, last + 1), zone)


def unit_at(unit: Grain, day: date, offset: int, zone: tzinfo) -> Interval:
    """The unit that holds `day`, or the one `offset` units later."""
    return units(unit, day, (offset, offset), zone)


def step(unit: Grain, day: date, count: int) -> date:
    """The same day `count` units on; the last of the month where the month is too short."""
    if unit in (Grain.DAY, Grain.WEEK, Grain.WEEKEND):
        return day + timedelta(days=count * (1 if unit is Grain.DAY else 7))
    return day + relativedelta(months=count * _MONTHS[unit])


def month(year: int, number: int, zone: tzinfo) -> Interval:
    """A calendar month; January is 1."""
    return unit_at(Grain.MONTH, date(year, number, 1), 0, zone)


def season(year: int, first_month: int, zone: tzinfo) -> Interval:
    """Three months from `first_month` of `year`: winter 2022 ends in February 2023."""
    first = date(year, first_month, 1)
    return days(first, step(Grain.MONTH, first, 3), zone)


def year(number: int, zone: tzinfo) -> Interval:
    """A calendar year."""
    return unit_at(Grain.YEAR, date(number, 1, 1), 0, zone)


def part_of_day(name: str, day: date, zone: tzinfo) -> Interval:
    """The named part (see `PARTS_OF_DAY`) of the day."""
    first, last = PARTS_OF_DAY[name]
    return Interval(at_hour(day, first, zone), at_hour(day, last, zone))


def at_hour(day: date, hour: int, zone: tzinfo) -> datetime:
    """The wall time `hour` hours after midnight; hours past 24 fall on the next day."""
    return localize(datetime.combine(day + timedelta(days=hour // 24), time(hour % 24)), zone)


def third(whole: Interval, grain: Grain, index: int) -> Interval:
    """The early (0), middle (1) or late (2) part.

    A year is cut in spans of four months, a month after its 10th and 20th day, a week after
    Tuesday and Thursday, a decade after its fourth and seventh year; all else in equal parts.
    """
    cuts = [*_cuts(whole, grain), whole.end]
    return Interval(cuts[index], cuts[index + 1])


def half(whole: Interval, grain: Grain, index: int) -> Interval:
    """The first (0) or second (1) half: of a year at 1 July, of a month after the 15th."""
    first, zone = whole.start.date(), _zone(whole)
    if grain in _HALVES:
        cut = midnight(step(Grain.MONTH, first, _HALVES[grain]), zone)
    elif grain in _HALVES_IN_DAYS:
        cut = midnight(step(Grain.DAY, first, _HALVES_IN_DAYS[grain]), zone)
    else:
        cut = whole.midpoint
    return Interval(whole.start, cut) if index == 0 else Interval(cut, whole.end)


def _cuts(whole: Interval, grain: Grain) -> list[datetime]:
    first, zone = whole.start.date(), _zone(whole)
    if grain in _THIRDS:
        return [midnight(step(Grain.MONTH, first, cut), zone) for cut in _THIRDS[grain]]
    if grain in _THIRDS_IN_DAYS:
        return [midnight(step(Grain.DAY, first, cut), zone) for cut in _THIRDS_IN_DAYS[grain]]
    start = whole.start.astimezone(UTC)
    return [(start + whole.duration * part / 3).astimezone(zone) for part in range(3)]


def _zone(whole: Interval) -> tzinfo:
    return whole.start.tzinfo or UTC
