"""What `SearchIndex.edges` promises: the ways that activation can spread."""

from math import log2

import pytest

from tacitus.domain.activation import Edge
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.memories import State
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tests.builders import a_memory, a_mention, a_record, an_entity, an_opinion, changes_of

Ways = dict[tuple[str, str, LinkType], float]


def link(source: Record, target: Record, type: LinkType, weight: float = 0.5) -> Link:
    return Link(source.memory.id, target.memory.id, type, weight)


async def ways(
    stores: Stores,
    bank: Bank,
    *seeds: Record,
    hops: int = 1,
    fanout: int = 10,
    filters: Filters | None = None,
) -> Ways:
    """Return the weight of each edge by the texts at its ends and its kind."""
    ids = [seed.memory.id for seed in seeds]
    edges = await stores.index.edges(bank.id, ids, filters or Filters(), hops=hops, fanout=fanout)
    ends = [id for edge in edges for id in (edge.source, edge.target)]
    memories = await stores.memories.get(bank.id, [*ids, *ends])
    found: Ways = {}
    for edge in edges:
        key = (memories[edge.source].text, memories[edge.target].text, edge.type)
        assert key not in found, "an edge is there once"
        found[key] = edge.weight
    return found


@pytest.fixture
def chain(bank: Bank) -> list[Record]:
    return [a_record(letter, bank=bank) for letter in "abcd"]


async def test_a_stored_link_can_be_walked_both_ways_and_keeps_its_kind(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, *_ = chain
    links = (link(a, b, LinkType.CAUSES, 1.0), link(a, b, LinkType.SEMANTIC, 0.75))
    await stores.memories.apply(changes_of(a, b, bank=bank, links=links))

    assert await ways(stores, bank, a) == {
        ("a", "b", LinkType.CAUSES): 1.0,
        ("a", "b", LinkType.SEMANTIC): 0.75,
    }
    assert await ways(stores, bank, b) == {
        ("b", "a", LinkType.CAUSES): 1.0,
        ("b", "a", LinkType.SEMANTIC): 0.75,
    }


async def test_of_a_link_stored_both_ways_the_heavier_counts(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, *_ = chain
    links = (link(a, b, LinkType.TEMPORAL, 0.25), link(b, a, LinkType.TEMPORAL, 0.5))
    await stores.memories.apply(changes_of(a, b, bank=bank, links=links))

    assert await ways(stores, bank, a) == {("a", "b", LinkType.TEMPORAL): 0.5}


async def test_a_link_written_again_takes_its_new_weight(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, *_ = chain
    await stores.memories.apply(
        changes_of(a, b, bank=bank, links=(link(a, b, LinkType.TEMPORAL, 0.5),))
    )
    await stores.memories.apply(changes_of(bank=bank, links=(link(a, b, LinkType.TEMPORAL, 0.25),)))

    assert await ways(stores, bank, a) == {("a", "b", LinkType.TEMPORAL): 0.25}


async def test_edges_reach_as_far_as_the_hops_asked_for(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, c, d = chain
    pairs = ((a, b), (b, c), (c, d))
    await stores.memories.apply(
        changes_of(*chain, bank=bank, links=tuple(link(*p, LinkType.TEMPORAL) for p in pairs))
    )

    def between(*ends: str) -> set[tuple[str, str, LinkType]]:
        return {(one, other, LinkType.TEMPORAL) for one, other in ends}

    assert set(await ways(stores, bank, a, hops=1)) == between("ab")
    assert set(await ways(stores, bank, a, hops=2)) == between("ab", "ba", "bc")
    assert set(await ways(stores, bank, a, hops=3)) == between("ab", "ba", "bc", "cb", "cd")
    assert await ways(stores, bank, a, hops=0) == {}
    assert await ways(stores, bank) == {}


async def test_memories_of_one_entity_are_joined_damped_by_its_degree(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, c, d = chain
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    mentions = (*(a_mention(r, ann) for r in (a, b, c)), *(a_mention(r, bob) for r in (c, d)))
    await stores.memories.apply(
        changes_of(*chain, bank=bank, entities=(ann, bob), mentions=mentions)
    )

    found = await ways(stores, bank, c)

    # Ann is mentioned three times, Bob twice.
    assert found == pytest.approx(
        {
            ("c", "a", LinkType.ENTITY): 1 / log2(1 + 3),
            ("c", "b", LinkType.ENTITY): 1 / log2(1 + 3),
            ("c", "d", LinkType.ENTITY): 1 / log2(1 + 2),
        }
    )


async def test_memories_that_share_several_entities_are_joined_once_by_the_rarest(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, c, _ = chain
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    mentions = (*(a_mention(r, ann) for r in (a, b, c)), *(a_mention(r, bob) for r in (a, b)))
    await stores.memories.apply(
        changes_of(a, b, c, bank=bank, entities=(ann, bob), mentions=mentions)
    )

    found = await ways(stores, bank, a)

    assert found["a", "b", LinkType.ENTITY] == pytest.approx(1 / log2(1 + 2))


async def test_an_entity_of_one_memory_joins_nothing(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, ann = chain[0], an_entity("Ann", bank=bank)
    await stores.memories.apply(
        changes_of(a, bank=bank, entities=(ann,), mentions=(a_mention(a, ann),))
    )

    assert await ways(stores, bank, a) == {}


async def test_only_the_heaviest_edges_of_a_kind_leave_a_memory(stores: Stores, bank: Bank) -> None:
    hub = a_record("hub", bank=bank)
    spokes = [a_record(f"{n}", bank=bank) for n in range(1, 7)]
    links = (
        *(link(hub, spoke, LinkType.SEMANTIC, n / 10) for n, spoke in enumerate(spokes, 1)),
        *(link(spoke, hub, LinkType.TEMPORAL, 1 / n) for n, spoke in enumerate(spokes, 1)),
    )
    await stores.memories.apply(changes_of(hub, *spokes, bank=bank, links=links))

    found = await ways(stores, bank, hub, fanout=2)

    assert found == pytest.approx(
        {
            ("hub", "6", LinkType.SEMANTIC): 0.6,
            ("hub", "5", LinkType.SEMANTIC): 0.5,
            ("hub", "1", LinkType.TEMPORAL): 1.0,
            ("hub", "2", LinkType.TEMPORAL): 0.5,
        }
    )


async def test_four_hundred_memories_of_the_same_two_entities_stay_bounded(
    stores: Stores, bank: Bank
) -> None:
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    crowd = [a_record(f"{n}", bank=bank) for n in range(400)]
    await stores.memories.apply(
        changes_of(
            *crowd,
            bank=bank,
            entities=(ann, bob),
            mentions=tuple(a_mention(r, e) for r in crowd for e in (ann, bob)),
        )
    )

    found = await ways(stores, bank, *crowd[:3], hops=2, fanout=5)

    per_memory = [sum(source == text for source, _, _ in found) for text in ("0", "1", "2")]
    assert per_memory == [5, 5, 5]
    # Three seeds lead to fifteen memories at most, and each of those to five more.
    assert len(found) <= 3 * 5 + 15 * 5
    assert list(found.values()) == pytest.approx([1 / log2(1 + 400)] * len(found))


async def test_the_ways_lead_only_through_what_the_filters_admit(
    stores: Stores, bank: Bank
) -> None:
    start, end = a_record("start", bank=bank, tags=("x",)), a_record("end", bank=bank, tags=("x",))
    hidden = a_record("hidden", bank=bank, tags=("y",))
    shown = a_record("shown", bank=bank, tags=("x",))
    links = (
        link(start, hidden, LinkType.CAUSES, 1.0),
        link(hidden, end, LinkType.CAUSES, 1.0),
        link(start, shown, LinkType.TEMPORAL, 0.1),
    )
    await stores.memories.apply(changes_of(start, end, hidden, shown, bank=bank, links=links))

    found = await ways(*(stores, bank, start), hops=3, fanout=1, filters=Filters(tags=("x",)))

    assert set(found) == {
        ("start", "shown", LinkType.TEMPORAL),
        ("shown", "start", LinkType.TEMPORAL),
    }


async def test_entity_edges_lead_only_to_what_the_filters_admit(stores: Stores, bank: Bank) -> None:
    ann = an_entity("Ann", bank=bank)
    start, fact = a_record("start", bank=bank), a_record("fact", bank=bank)
    beliefs = [a_record(an_opinion(f"{n}", bank=bank)) for n in range(20)]
    records = (start, *beliefs, fact)
    await stores.memories.apply(
        changes_of(
            *records,
            bank=bank,
            entities=(ann,),
            mentions=tuple(a_mention(record, ann) for record in records),
        )
    )

    found = await ways(stores, bank, start, fanout=3)

    # The degree is of all memories that mention her; the fan-out of those that may be found.
    assert found == {("start", "fact", LinkType.ENTITY): pytest.approx(1 / log2(1 + 22))}


async def test_a_seed_need_not_satisfy_the_filters(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    belief, fact = a_record(an_opinion("belief", bank=bank)), chain[0]
    await stores.memories.apply(
        changes_of(belief, fact, bank=bank, links=(link(belief, fact, LinkType.SEMANTIC),))
    )

    assert await ways(stores, bank, belief) == {("belief", "a", LinkType.SEMANTIC): 0.5}


async def test_no_way_leads_to_an_invalidated_memory(
    stores: Stores, bank: Bank, chain: list[Record]
) -> None:
    a, b, *_ = chain
    await stores.memories.apply(changes_of(a, b, bank=bank, links=(link(a, b, LinkType.SEMANTIC),)))
    await stores.memories.set_state(bank.id, b.memory.id, State.INVALIDATED, reason="")

    assert await ways(stores, bank, a) == {}


async def test_nothing_leads_from_a_memory_that_is_not_there(stores: Stores, bank: Bank) -> None:
    nowhere: list[Edge] = await stores.index.edges(
        bank.id, [a_memory().id], Filters(), hops=2, fanout=5
    )

    assert nowhere == []
