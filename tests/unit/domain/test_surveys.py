"""Buckets, ties and budgets of looks at a bank."""

from datetime import UTC, datetime, timedelta

from tacitus.domain.graph import Link, LinkType
from tacitus.domain.surveys import Period, buckets, ties, within
from tests.builders import a_memory

NOW = datetime(2024, 5, 6, 12, 34, 56, 789, tzinfo=UTC)


def test_the_last_bucket_holds_the_present_and_all_are_there() -> None:
    expected = {
        Period.HOUR: (datetime(2024, 5, 6, 11, 35, tzinfo=UTC), "minute", 60),
        Period.HALF_DAY: (datetime(2024, 5, 6, 1, tzinfo=UTC), "hour", 12),
        Period.DAY: (datetime(2024, 5, 5, 13, tzinfo=UTC), "hour", 24),
        Period.WEEK: (datetime(2024, 4, 30, tzinfo=UTC), "day", 7),
        Period.MONTH: (datetime(2024, 4, 7, tzinfo=UTC), "day", 30),
        Period.QUARTER: (datetime(2024, 2, 7, tzinfo=UTC), "day", 90),
    }

    found = {period: buckets(period, NOW) for period in Period}

    assert {p: (b.start, b.unit, len(b.starts)) for p, b in found.items()} == expected
    assert {b.place(NOW) == b.count - 1 for b in found.values()} == {True}


def test_a_moment_outside_falls_into_no_bucket() -> None:
    week = buckets(Period.WEEK, NOW)

    assert week.place(week.start) == 0
    assert week.place(week.start - timedelta(microseconds=1)) is None
    assert week.place(week.end) is None


def test_memories_are_tied_by_links_and_by_whom_they_share() -> None:
    a, b, c = (a_memory(entities=names) for names in (("Ann",), ("Ann", "Ben"), ("Ben",)))
    link = Link(a.id, c.id, LinkType.CAUSES, 0.9)

    found = ties([a, b, c], [link], most=10)

    assert [(tie.source, tie.target, tie.entity) for tie in found] == [
        (a.id, c.id, ""),
        (a.id, b.id, "Ann"),
        (b.id, c.id, "Ben"),
    ]
    assert ties([a, b, c], [link], most=1) == found[:1]


def test_ties_of_a_hub_are_bounded() -> None:
    crowd = [a_memory(entities=("Ann",)) for _ in range(100)]

    assert len(ties(crowd, [], most=50)) == 50


def test_what_observations_rest_on_is_shown_once_within_the_budgets() -> None:
    facts = [a_memory("one two three four") for _ in range(4)]  # four tokens each
    one, other = a_memory(), a_memory()
    ids = [fact.id for fact in facts]
    bases = {one.id: (ids[0], ids[1], ids[2]), other.id: (ids[2], ids[3])}
    known = {fact.id: fact for fact in facts}

    def shown(most: int, most_each: int) -> tuple[list[int], bool]:
        found = within(bases, known, most=most, most_each=most_each)
        return [facts.index(fact) for fact in found.shown], found.truncated

    assert shown(-1, -1) == ([0, 1, 2, 3], False)
    assert shown(8, -1) == ([0, 1], True)
    assert shown(-1, 4) == ([0, 2], True)
    assert shown(16, 12) == ([0, 1, 2, 3], False)
    assert shown(0, -1) == ([], True)
