"""Times as people read them."""

from datetime import UTC, datetime, timedelta

from tacitus.cli.words import as_moment, as_networks, as_zone, list_of
from tacitus.domain.memories import Dating, Network
from tacitus.domain.time import Interval
from tacitus.views.dates import interval, when
from tests.builders import a_memory
from tests.tables import table


def at(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # pyright: ignore[reportArgumentType]


@table(
    "start, end, words",
    [
        (at(2025, 5, 10, 14), at(2025, 5, 10, 14), "10 May 2025"),
        (at(2025, 5, 10), at(2025, 5, 11), "10 May 2025"),
        (at(2025, 5, 10), at(2025, 5, 12), "10-11 May 2025"),
        (at(2025, 5, 9, 22), at(2025, 5, 10, 22), "10 May 2025"),  # a day two hours east
        (at(2025, 5, 10, 7), at(2025, 5, 11, 7), "10 May 2025"),  # a day seven hours west
        (at(2025, 2, 28, 23), at(2025, 3, 31, 22), "Mar 2025"),  # summer time began meanwhile
        (at(2025, 5, 10, 20), at(2025, 5, 11, 2), "10-11 May 2025"),
        (at(2025, 5, 10, 9), at(2025, 5, 10, 17), "10 May 2025"),
        (at(2025, 5, 30), at(2025, 6, 3), "30 May 2025 - 2 Jun 2025"),
        (at(2025, 5, 1), at(2025, 6, 1), "May 2025"),
        (at(2025, 6, 1), at(2025, 9, 1), "Jun - Aug 2025"),
        (at(2024, 12, 1), at(2025, 3, 1), "Dec 2024 - Feb 2025"),
        (at(2025, 1, 1), at(2026, 1, 1), "2025"),
        (at(1990, 1, 1), at(2000, 1, 1), "1990-1999"),
    ],
)
def test_an_interval_is_written_as_people_do(start: datetime, end: datetime, words: str) -> None:
    assert interval(Interval(start, end)) == words


def test_when_says_how_far_the_time_is_known() -> None:
    said = at(2025, 5, 11, 19)
    day = Interval(at(2025, 5, 10), at(2025, 5, 11))

    assert when(a_memory(mentioned_at=said, occurred=day, dating=Dating.EXACT)) == "10 May 2025"
    assert when(a_memory(mentioned_at=said, dating=Dating.MENTION)) == "said 11 May 2025"
    assert when(a_memory(occurred=None, dating=Dating.UNDATED_RELATIVE)) == "undated"


def test_a_date_alone_is_its_first_moment_in_utc() -> None:
    assert as_moment("2025-06-01") == at(2025, 6, 1)
    assert as_moment("2025-06-01T02:00+02:00") == at(2025, 6, 1)


def test_a_zone_is_one_of_the_iana_database() -> None:
    berlin = as_zone("Europe/Berlin")

    assert datetime(2025, 6, 1, tzinfo=berlin).utcoffset() == timedelta(hours=2)
    assert as_zone("utc") is UTC


def test_networks_stand_between_commas() -> None:
    assert as_networks("world, opinion") == {Network.WORLD, Network.OPINION}
    assert as_networks("all") == set(Network)


def test_a_list_keeps_its_order_and_nothing_twice() -> None:
    assert list_of("b, a", "a,,c ") == ["b", "a", "c"]
