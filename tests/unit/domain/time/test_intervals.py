"""Half-open intervals, in elapsed time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tacitus.domain.time import Interval, union_hull

BERLIN = ZoneInfo("Europe/Berlin")


def at(hour: int, day: int = 1) -> datetime:
    return datetime(2023, 6, day, hour, tzinfo=UTC)


def test_a_naive_bound_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        Interval(datetime(2023, 6, 1), at(2))


def test_an_end_before_the_start_is_refused() -> None:
    with pytest.raises(ValueError, match="before it starts"):
        Interval(at(2), at(1))


def test_bounds_are_compared_across_zones() -> None:
    with pytest.raises(ValueError, match="before it starts"):
        Interval(at(2), datetime(2023, 6, 1, 3, tzinfo=BERLIN))  # 01:00 in UTC


def test_the_start_is_inside_and_the_end_is_not() -> None:
    interval = Interval(at(1), at(2))

    assert interval.contains(at(1))
    assert not interval.contains(at(2))


def test_an_instant_contains_itself_alone() -> None:
    instant = Interval(at(1), at(1))

    assert instant.is_instant
    assert instant.contains(at(1))
    assert not instant.contains(at(2))


def test_overlap_is_the_time_both_hold() -> None:
    assert Interval(at(1), at(5)).overlap(Interval(at(3), at(9))) == timedelta(hours=5 - 3)


def test_intervals_that_only_touch_do_not_overlap() -> None:
    assert Interval(at(1), at(3)).overlap(Interval(at(3), at(5))) == timedelta(0)
    assert not Interval(at(1), at(3)).overlaps(Interval(at(3), at(5)))


def test_an_instant_overlaps_what_contains_it() -> None:
    assert Interval(at(2), at(2)).overlaps(Interval(at(1), at(3)))
    assert Interval(at(1), at(3)).overlaps(Interval(at(2), at(2)))


def test_the_day_on_which_clocks_go_forward_lasts_23_hours() -> None:
    day = Interval(datetime(2023, 3, 26, tzinfo=BERLIN), datetime(2023, 3, 27, tzinfo=BERLIN))

    assert day.duration == timedelta(hours=23)


def test_the_day_on_which_clocks_go_back_lasts_25_hours() -> None:
    day = Interval(datetime(2023, 10, 29, tzinfo=BERLIN), datetime(2023, 10, 30, tzinfo=BERLIN))

    assert day.duration == timedelta(hours=25)


def test_the_midpoint_is_half_the_elapsed_time_in_the_zone_of_the_start() -> None:
    day = Interval(datetime(2023, 3, 26, tzinfo=BERLIN), datetime(2023, 3, 27, tzinfo=BERLIN))

    # 11.5 of 23 hours after midnight, and the clock has jumped one on
    assert day.midpoint.replace(tzinfo=None) == datetime(2023, 3, 26, 12, 30)


def test_the_hull_spans_the_gap() -> None:
    hull = union_hull(Interval(at(5), at(6)), Interval(at(1), at(2)))

    assert hull == Interval(at(1), at(6))
