"""What filters promise: every channel applies them inside its search, before any limit."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record, Supersession
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.memories import Network, State
from tacitus.domain.recollection import Filters, Hit
from tacitus.domain.tags import Every, Some, Tagged, TagGroup, TagMatch, Without
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import (
    a_memory,
    a_record,
    a_vector,
    at_cosine,
    changes_of,
    day,
    days,
)

Search = Callable[[Stores, Bank, Filters, int], Awaitable[list[str]]]

SEED = "seed"
"""Where the ways through the graph begin: an opinion, so that no search finds it by itself."""
YEAR = Interval(day(2024, 1), day(2025, 1))


async def texts(stores: Stores, bank: Bank, hits: Sequence[Hit]) -> list[str]:
    found = await stores.memories.get(bank.id, [hit.memory for hit in hits])
    return [found[hit.memory].text for hit in hits]


async def semantic(stores: Stores, bank: Bank, filters: Filters, limit: int) -> list[str]:
    hits = await stores.index.semantic(bank.id, a_vector(1), filters, limit)
    return await texts(stores, bank, hits)


async def keyword(stores: Stores, bank: Bank, filters: Filters, limit: int) -> list[str]:
    hits = await stores.index.keyword(bank.id, ["rain"], filters, limit)
    return await texts(stores, bank, hits)


async def temporal(stores: Stores, bank: Bank, filters: Filters, limit: int) -> list[str]:
    hits = await stores.index.temporal(bank.id, YEAR.start, YEAR.end, filters, limit)
    return await texts(stores, bank, hits)


async def graph(stores: Stores, bank: Bank, filters: Filters, limit: int) -> list[str]:
    everything = await stores.index.semantic(
        bank.id, a_vector(1), Filters(networks=frozenset((Network.OPINION,))), 1
    )
    seeds = [hit.memory for hit in everything]
    edges = await stores.index.edges(bank.id, seeds, filters, hops=1, fanout=limit)
    hits = [Hit(edge.target, edge.weight) for edge in edges]
    return await texts(stores, bank, hits)


SEARCHES: list[Search] = [semantic, keyword, temporal, graph]


@pytest.fixture(params=SEARCHES, ids=lambda search: search.__name__)
def search(request: pytest.FixtureRequest) -> Search:
    return request.param


def findable(closeness: float, text: str = "It rained.", **other: Any) -> Record:
    """A memory that every channel finds, and ranks by how close it is, from 0 to 1."""
    middle = YEAR.midpoint + (1 - closeness) * (YEAR.end - YEAR.midpoint)
    values: dict[str, Any] = {"occurred": Interval(middle, middle), **other}
    return a_record(
        a_memory(text, **values),
        vector=at_cosine(closeness),
        terms=["rain"] * round(closeness * 20) + ["sun"] * (20 - round(closeness * 20)),
    )


async def tell(
    stores: Stores, bank: Bank, *records: Record, superseded: dict[str, str] | None = None
) -> None:
    """Store memories, each linked with the seed the more strongly the closer it is."""
    seed = a_record(a_memory(SEED, network=Network.OPINION, bank=bank, occurred=None))
    ours = [replace(record, memory=replace(record.memory, bank=bank.id)) for record in records]
    by_text = {record.memory.text: record.memory.id for record in ours}
    await stores.memories.apply(
        changes_of(
            *(seed, *ours),
            bank=bank,
            links=tuple(
                Link(seed.memory.id, r.memory.id, LinkType.SEMANTIC, float(r.vector[0]))
                for r in ours
            ),
            supersessions=tuple(
                Supersession(by_text[old], by_text[new], day(2024, 6))
                for old, new in (superseded or {}).items()
            ),
        )
    )


# ------------------------------------------------------------------------ networks


async def test_evidence_and_observations_are_found_unless_networks_are_named(
    stores: Stores, bank: Bank, search: Search
) -> None:
    await tell(stores, bank, *(findable(0.5, n, network=n) for n in Network if n != "opinion"))

    assert set(await search(stores, bank, Filters(), 10)) == {"world", "experience", "observation"}
    only = Filters(networks=frozenset((Network.EXPERIENCE,)))
    assert await search(stores, bank, only, 10) == ["experience"]
    assert await search(stores, bank, Filters(networks=frozenset()), 10) == []


async def test_what_has_a_time_is_found_until_it_is_over(
    stores: Stores, bank: Bank, search: Search
) -> None:
    times = {"over": day(2000, 1), "to come": day(9000, 1), "none": None}
    await tell(stores, bank, *(findable(0.5, n, expires_at=at) for n, at in times.items()))

    for filters in (Filters(), Filters(as_of=day(8000, 1)), Filters(superseded=False)):
        assert {*await search(stores, bank, filters, 10)} == {"to come", "none"}


# ------------------------------------------------------------------------ tags


@pytest.mark.parametrize(
    ("asked", "match", "found"),
    [
        (None, TagMatch.ANY, "untagged a b ab abc"),
        (None, TagMatch.EXACT, "untagged a b ab abc"),
        (("a", "b"), TagMatch.ANY, "untagged a b ab abc"),
        (("c",), TagMatch.ANY, "untagged abc"),
        (("a", "b"), TagMatch.ALL, "untagged ab abc"),
        (("a", "b"), TagMatch.ANY_STRICT, "a b ab abc"),
        (("c", "d"), TagMatch.ANY_STRICT, "abc"),
        (("a", "b"), TagMatch.ALL_STRICT, "ab abc"),
        (("b", "a"), TagMatch.EXACT, "ab"),
        (("a", "a"), TagMatch.EXACT, "a"),
        ((), TagMatch.EXACT, "untagged"),
        ((), TagMatch.ANY, "untagged a b ab abc"),
        ((), TagMatch.ALL_STRICT, "untagged a b ab abc"),
        (("d",), TagMatch.ANY_STRICT, ""),
    ],
)
async def test_tags_bind_as_asked(
    stores: Stores,
    bank: Bank,
    search: Search,
    asked: tuple[str, ...] | None,
    match: TagMatch,
    found: str,
) -> None:
    await tell(
        stores,
        bank,
        findable(0.5, "untagged"),
        *(findable(0.5, letters, tags=tuple(letters)) for letters in ("a", "b", "ab", "abc")),
    )

    filters = Filters(tags=asked, tag_match=match)
    assert set(await search(stores, bank, filters, 10)) == set(found.split())


async def test_groups_of_tags_bind_as_they_are_joined(
    stores: Stores, bank: Bank, search: Search
) -> None:
    await tell(
        stores,
        bank,
        findable(0.5, "untagged"),
        *(findable(0.5, letters, tags=tuple(letters)) for letters in ("a", "b", "ab", "abc")),
    )
    a, b, c = (Tagged((letter,)) for letter in "abc")
    some = Tagged(("b", "c"), TagMatch.ANY)
    groups: list[tuple[TagGroup, str]] = [
        (a, "a ab abc"),
        (Every((a, b)), "ab abc"),
        (Some((a, b)), "a b ab abc"),
        (Without(a), "untagged b"),
        (Every((a, Without(c))), "a ab"),
        (Some((c, Without(Some((a, b))))), "abc untagged"),
        (Without(Every((a, b, Without(c)))), "untagged a b abc"),
        (some, "untagged b ab abc"),
        (Tagged(("a", "b"), TagMatch.EXACT), "ab"),
        (Tagged((), TagMatch.EXACT), "untagged"),
        (Tagged(()), "untagged a b ab abc"),
        (Without(Tagged(())), ""),
        (Tagged(('q"{,}',)), ""),
    ]

    wrong = [
        (group, found)
        for group, wanted in groups
        if (found := {*await search(stores, bank, Filters(tag_group=group), 10)})
        != {*wanted.split()}
    ]
    assert wrong == []
    both = Filters(tags=("b",), tag_match=TagMatch.ALL_STRICT, tag_group=Without(c))
    assert {*await search(stores, bank, both, 10)} == {"b", "ab"}


@pytest.mark.parametrize("tag", ["user:42", "with space", "日本", 'q"uote', "com,ma", "{}", "NULL"])
async def test_any_text_can_be_a_tag(stores: Stores, bank: Bank, search: Search, tag: str) -> None:
    await tell(
        stores, bank, findable(0.5, "tagged", tags=(tag,)), findable(0.5, "not", tags=("x",))
    )

    filters = Filters(tags=(tag,), tag_match=TagMatch.ANY_STRICT)
    assert await search(stores, bank, filters, 10) == ["tagged"]


async def test_a_filtered_search_is_full_however_many_closer_ones_are_outside(
    stores: Stores, bank: Bank
) -> None:
    closer = [findable(0.9, f"outside {n}", tags=("other",)) for n in range(2000)]
    wanted = [findable(0.3 + n / 100, f"{n}", tags=("mine",)) for n in range(5)]
    await tell(stores, bank, *closer, *wanted)

    filters = Filters(tags=("mine",), tag_match=TagMatch.ANY_STRICT)
    found = [(search, set(await search(stores, bank, filters, 5))) for search in SEARCHES]
    assert found == [(search, {"0", "1", "2", "3", "4"}) for search in SEARCHES]


# ------------------------------------------------------------------------ occurrence


async def test_only_what_occurred_in_an_interval_is_found(
    stores: Stores, bank: Bank, search: Search
) -> None:
    june = Interval(day(2024, 6), day(2024, 7))
    await tell(
        stores,
        bank,
        findable(0.5, "may", occurred=days(day(2024, 5, 31))),
        findable(0.5, "into june", occurred=days(day(2024, 5, 31), 2)),
        findable(0.5, "in june", occurred=days(day(2024, 6, 30))),
        findable(0.5, "instant", occurred=Interval(june.start, june.start)),
        findable(0.5, "the year", occurred=YEAR),
        findable(0.5, "july", occurred=days(june.end)),
        findable(0.5, "undated", occurred=None),
    )

    found = await search(stores, bank, Filters(occurred=june), 10)

    assert set(found) == {"into june", "in june", "instant", "the year"}


# ------------------------------------------------------------------------ state


async def test_superseded_memories_are_found_unless_they_are_not_wanted(
    stores: Stores, bank: Bank, search: Search
) -> None:
    await tell(
        stores, bank, findable(0.5, "Rome"), findable(0.5, "Oslo"), superseded={"Rome": "Oslo"}
    )

    assert set(await search(stores, bank, Filters(), 10)) == {"Rome", "Oslo"}
    assert await search(stores, bank, Filters(superseded=False), 10) == ["Oslo"]


async def test_as_of_a_moment_is_found_what_had_been_said_and_still_held(
    stores: Stores, bank: Bank, search: Search
) -> None:
    told_today = {"known_at": day(2026, 1)}
    await tell(
        stores,
        bank,
        findable(0.5, "Rome", mentioned_at=day(2024, 2), **told_today),
        findable(0.5, "Oslo", mentioned_at=day(2024, 6), **told_today),
        superseded={"Rome": "Oslo"},
    )

    async def as_of(year: int, month: int, date: int = 1, hour: int = 0) -> list[str]:
        moment = day(year, month, date, hour)
        return await search(stores, bank, Filters(as_of=moment, superseded=False), 10)

    assert await as_of(2024, 1) == []
    assert await as_of(2024, 2) == ["Rome"]
    assert await as_of(2024, 5, 31, 23) == ["Rome"]
    assert await as_of(2024, 6) == ["Oslo"]
    assert await as_of(2030, 1) == ["Oslo"]


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters(superseded=False),
        Filters(as_of=day(2024, 6)),
        Filters(as_of=day(2030, 1)),
        Filters(networks=frozenset(Network), occurred=YEAR),
    ],
    ids=["now", "not superseded", "as of before", "as of later", "everything"],
)
async def test_an_invalidated_memory_is_never_found(
    stores: Stores, bank: Bank, search: Search, filters: Filters
) -> None:
    wrong = findable(0.5, "wrong", mentioned_at=day(2024, 2))
    await tell(stores, bank, wrong)
    assert "wrong" in await search(stores, bank, filters, 10)

    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="A lie.")

    assert "wrong" not in await search(stores, bank, filters, 10)


async def test_filters_are_asked_all_at_once(stores: Stores, bank: Bank, search: Search) -> None:
    june = Interval(day(2024, 6), day(2024, 7))
    fits: dict[str, Any] = {
        "network": Network.EXPERIENCE,
        "tags": ("mine",),
        "occurred": june,
        "mentioned_at": day(2024, 6),
    }
    others: dict[str, Any] = {
        "network": Network.WORLD,
        "tags": ("other",),
        "occurred": days(day(2024, 9)),
        "mentioned_at": day(2024, 9),
    }
    await tell(
        stores,
        bank,
        findable(0.5, "fits", **fits),
        *(findable(0.5, f"other {n}", **{**fits, n: value}) for n, value in others.items()),
    )

    filters = Filters(
        networks=frozenset((Network.EXPERIENCE,)),
        tags=("mine",),
        tag_match=TagMatch.ALL_STRICT,
        occurred=june,
        as_of=day(2024, 7),
    )
    assert await search(stores, bank, filters, 10) == ["fits"]
