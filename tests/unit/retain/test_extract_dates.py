"""Dates as a model writes them: a pair of ISO 8601 texts to one half-open interval."""

from datetime import UTC, datetime, timedelta, timezone

from tacitus.domain.time import Interval
from tacitus.retain.extract.dates import interval
from tests.tables import table

OSLO = timezone(timedelta(hours=1))


def at(month: int, day: int, hour: int = 0, minute: int = 0, *, year: int = 2024) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=OSLO)


@table(
    "start, end, first, stop",
    [
        ("2024-02-09", "2024-02-09", at(2, 9), at(2, 10)),
        ("2024-02-09", "", at(2, 9), at(2, 10)),
        ("", "2024-02-09", at(2, 9), at(2, 10)),
        ("2024-02-10", "2024-02-11", at(2, 10), at(2, 12)),
        ("2024-02-10/2024-02-11", "", at(2, 10), at(2, 12)),
        ("2024-02", "2024-02", at(2, 1), at(3, 1)),
        ("2024-01-31", "2024-02", at(1, 31), at(3, 1)),
        ("2024", "2024", at(1, 1), at(1, 1, year=2025)),
        ("2024-W06", "2024-W06", at(2, 5), at(2, 12)),
        ("2024-02-09T18:30", "", at(2, 9, 18, 30), at(2, 9, 18, 30)),
        (" 2024-02-09 18:30", "2024-02-09T20:00 ", at(2, 9, 18, 30), at(2, 9, 20)),
    ],
)
def test_an_interval_runs_to_the_end_of_its_last_unit(
    start: str, end: str, first: datetime, stop: datetime
) -> None:
    assert interval(start, end, OSLO) == Interval(first, stop)


def test_a_moment_with_a_zone_of_its_own_keeps_it() -> None:
    moment = datetime(2024, 2, 9, 12, tzinfo=UTC)

    assert interval("2024-02-09T12:00:00Z", "", OSLO) == Interval(moment, moment)


@table(
    "start, end",
    [
        ("", ""),
        ("Friday", ""),
        ("2024-02-30", "2024-02-30"),
        ("2024-13", ""),
        ("2024-W60", ""),
        ("2024-02-09", "2024-02-01"),
        ("2024-02-09", "soon"),
        ("2024-02-09T25:00", ""),
        ("9999-12-31", ""),
        ("0000-00-00", ""),
        ("24-02-09", ""),
    ],
)
def test_what_makes_no_sense_is_no_interval(start: str, end: str) -> None:
    assert interval(start, end, OSLO) is None
