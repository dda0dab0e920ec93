"""Times as people read them."""

from datetime import UTC, datetime, timedelta

from tacitus.domain.memories import Dating, Memory
from tacitus.domain.time import Interval


def clock(moment: datetime) -> str:
    """Write a time to the minute, in UTC."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def day(moment: datetime) -> str:
    """Write a date without its time, in the moment's own zone."""
    return f"{moment.day} {moment:%b %Y}"


def when(memory: Memory) -> str:
    """Say when a memory happened, as finely as it is known."""
    match memory.dating:
        case Dating.UNDATED_RELATIVE:
            return "undated"
        case Dating.MENTION:
            return f"said {day(memory.mentioned_at)}"
        case Dating.EXACT:
            return interval(memory.occurred) if memory.occurred else "undated"


def interval(occurred: Interval) -> str:
    """Write an interval as people do: a day, a month, a year, or from and to.

    Whole days are told as such in whichever zone they are days: stored times come back in UTC.
    """
    start, end = (_midnight(occurred.start), _midnight(occurred.end))
    if not start < end or _leaves(occurred, start, end):
        start, end = occurred.start, occurred.end
    last = end if occurred.is_instant else end - timedelta(microseconds=1)
    if start.date() == last.date():
        return day(start)
    if _turns_a_month(start) and _turns_a_month(end):
        return _months(start, last)
    if (start.year, start.month) == (last.year, last.month):
        return f"{start.day}-{last.day} {last:%b %Y}"
    return f"{day(start)} - {day(last)}"


def _midnight(moment: datetime) -> datetime:
    """Return the midnight nearest to a moment."""
    noon = moment + timedelta(hours=12)
    return noon.replace(hour=0, minute=0, second=0, microsecond=0)


def _leaves(occurred: Interval, start: datetime, end: datetime) -> bool:
    """Whether the ends are not whole days of one zone, summer time aside."""
    return abs((occurred.start - start) - (occurred.end - end)) > timedelta(hours=1)


def _months(start: datetime, last: datetime) -> str:
    if (start.month, last.month) == (1, 12):
        return f"{start:%Y}" if start.year == last.year else f"{start:%Y}-{last:%Y}"
    if start.year != last.year:
        return f"{start:%b %Y} - {last:%b %Y}"
    return f"{last:%b %Y}" if start.month == last.month else f"{start:%b} - {last:%b %Y}"


def _turns_a_month(moment: datetime) -> bool:
    return (moment.day, moment.hour, moment.minute, moment.second) == (1, 0, 0, 0)
