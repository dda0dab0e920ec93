"""What `SearchIndex.temporal` promises (paper, Eq. 14)."""

from datetime import timedelta, timezone

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.recollection import Filters
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_record, changes_of, day, days

JUNE = Interval(day(2024, 6), day(2024, 7))


async def found(
    stores: Stores, bank: Bank, asked: Interval, limit: int = 10
) -> list[tuple[str, float]]:
    hits = await stores.index.temporal(bank.id, asked.start, asked.end, Filters(), limit)
    memories = await stores.memories.get(bank.id, [hit.memory for hit in hits])
    return [(memories[hit.memory].text, hit.score) for hit in hits]


async def happened(stores: Stores, bank: Bank, **when: Interval | None) -> None:
    records = [a_record(text, bank=bank, occurred=occurred) for text, occurred in when.items()]
    await stores.memories.apply(changes_of(*records, bank=bank))


async def test_what_lies_closest_to_the_middle_comes_first(stores: Stores, bank: Bank) -> None:
    await happened(
        stores,
        bank,
        tenth=days(day(2024, 6, 10)),
        first=days(day(2024, 6, 1)),
        fifteenth=days(day(2024, 6, 15)),
        may=days(day(2024, 5, 31)),
        july=days(day(2024, 7, 1)),
    )

    hits = await found(stores, bank, JUNE)

    # June has 30 days: its middle is the 16th at midnight, half of it 15 days.
    assert [text for text, _ in hits] == ["fifteenth", "tenth", "first"]
    assert [score for _, score in hits] == pytest.approx(
        [1 - 0.5 / 15, 1 - 5.5 / 15, 1 - 14.5 / 15]
    )


async def test_a_score_does_not_fall_under_zero(stores: Stores, bank: Bank) -> None:
    await happened(stores, bank, long=Interval(day(2024, 6, 30), day(2025, 6, 30)))

    assert await found(stores, bank, JUNE) == [("long", 0.0)]


async def test_a_long_occurrence_around_the_interval_overlaps_it(
    stores: Stores, bank: Bank
) -> None:
    await happened(stores, bank, year=Interval(day(2024, 1), day(2025, 1)))
    spring_to_autumn = Interval(day(2024, 4), day(2024, 10))

    # The middle of 2024, a leap year, is July 2nd at midnight; of April to September, 183 days,
    # July 1st at noon; of June, 16 days before the year's, which is more than half its length.
    assert await found(stores, bank, spring_to_autumn) == [
        ("year", pytest.approx(1 - 0.5 / (183 / 2)))
    ]
    assert await found(stores, bank, JUNE) == [("year", 0.0)]


async def test_an_interval_ends_before_its_end(stores: Stores, bank: Bank) -> None:
    second = timedelta(seconds=1)
    await happened(
        stores,
        bank,
        starts_at_the_end=days(JUNE.end),
        ends_at_the_start=Interval(day(2024, 5), JUNE.start),
        instant_at_the_end=Interval(JUNE.end, JUNE.end),
        instant_at_the_start=Interval(JUNE.start, JUNE.start),
        instant_before_the_end=Interval(JUNE.end - second, JUNE.end - second),
    )

    texts = {text for text, _ in await found(stores, bank, JUNE)}

    assert texts == {"instant_at_the_start", "instant_before_the_end"}


async def test_what_is_not_dated_is_not_found(stores: Stores, bank: Bank) -> None:
    await happened(stores, bank, undated=None)

    assert await found(stores, bank, Interval(day(1970, 1), day(2100, 1))) == []


async def test_an_empty_interval_finds_nothing(stores: Stores, bank: Bank) -> None:
    await happened(stores, bank, instant=Interval(NOON, NOON), today=days(day(2024, 5, 6)))

    assert await found(stores, bank, Interval(NOON, NOON)) == []


async def test_no_more_come_than_asked_for(stores: Stores, bank: Bank) -> None:
    await happened(stores, bank, **{f"{d}": days(day(2024, 6, d)) for d in range(1, 31)})

    hits = await found(stores, bank, JUNE, limit=2)

    assert {text for text, _ in hits} == {"15", "16"}


async def test_zones_do_not_matter_moments_do(stores: Stores, bank: Bank) -> None:
    tokyo = timezone(timedelta(hours=9))
    # Midnight of June 1st in Tokyo is still May in UTC.
    in_tokyo = Interval(JUNE.start.replace(tzinfo=tokyo), JUNE.start.replace(tzinfo=tokyo))
    await happened(stores, bank, in_tokyo=in_tokyo)

    assert await found(stores, bank, JUNE) == []
    june_of_tokyo = Interval(JUNE.start.replace(tzinfo=tokyo), JUNE.end.replace(tzinfo=tokyo))
    assert await found(stores, bank, june_of_tokyo) == [("in_tokyo", 0.0)]
