"""A bank made by chance, kept by two adapters and searched in three ways: all answer alike."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random

import pytest
import pytest_asyncio

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.domain.activation import Reach
from tacitus.domain.appraisals import Appraisals
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes, Record, Supersession
from tacitus.domain.graph import Entity, Link, LinkType
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import MemoryPage, Network, State
from tacitus.domain.recollection import Appraisal, Filters
from tacitus.domain.tags import TagMatch
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import (
    a_bank,
    a_document,
    a_memory,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    changes_of,
    day,
)
from tests.contracts.stores import told

WORDS = ("rain", "sun", "hail", "wind", "fog")
KINDS = [kind for kind in LinkType if kind is not LinkType.ENTITY]
SIZE, DOCUMENTS, ENTITIES = 60, 8, 6
EVERYTHING = 1000

pytestmark = pytest.mark.database


@dataclass(frozen=True)
class Pair:
    bank: Bank
    records: list[Record]
    one: Stores
    other: Stores
    resident: Stores
    """The other, searched in a picture that was looked at after every change."""


def moment(chance: Random) -> Interval:
    start = day(2024, 1) + timedelta(hours=chance.randrange(24 * 200))
    return Interval(start, start + timedelta(hours=chance.choice((0, 1, 24, 24 * 30))))


def tags(chance: Random) -> tuple[str, ...]:
    return tuple(chance.sample("abc", chance.randrange(4)))


def a_chance_record(chance: Random, bank: Bank, number: int) -> Record:
    network = chance.choice([Network.WORLD, Network.WORLD, *Network])
    occurred = moment(chance) if chance.random() < 0.8 else None
    document = f"document {number % DOCUMENTS}"
    return a_record(
        a_memory(
            f"Memory {number}",
            bank=bank,
            network=network,
            confidence=0.5 if network is Network.OPINION else None,
            mentioned_at=day(2024, 1) + timedelta(minutes=chance.randrange(300_000)),
            occurred=occurred,
            tags=tags(chance),
            sources=(a_source(document, start=number),),
        ),
        vector=a_vector(*(chance.gauss(0, 1) for _ in range(8))),
        terms=chance.choices(WORDS, k=chance.randrange(12)),
        state_key=chance.choice((None, "k", "l")),
    )


def relations(chance: Random, bank: Bank, records: list[Record]) -> Changes:
    ids = [record.memory.id for record in records]
    people: list[Entity] = [an_entity(f"Person {n}", bank=bank) for n in range(ENTITIES)]
    return changes_of(
        bank=bank,
        entities=tuple(people),
        mentions=tuple(
            a_mention(record, person)
            for record in records
            for person in chance.sample(people, chance.choice((0, 0, 1, 2)))
        )
        + tuple(a_mention(records[0], person) for person in people),
        links=tuple(
            Link(source, target, chance.choice(KINDS), n / 100)
            for n in range(1, 80)
            for source, target in [chance.sample(ids, 2)]
        ),
        supersessions=tuple(
            Supersession(ids[old], ids[chance.randrange(old + 1, SIZE)], day(2024, 5))
            for old in chance.sample(range(SIZE - 1), 15)
        ),
    )


async def live_through(
    stores: Stores, bank: Bank, records: list[Record], related: Changes, seed: int
) -> None:
    """The same life for any adapter: retain, relate, find wrong, delete, forget a document."""
    chance = Random(seed)
    await stores.banks.save(bank)
    for number in range(DOCUMENTS):
        document = a_document(f"document {number}", bank=bank)
        told = records[number::DOCUMENTS]
        await stores.memories.apply(changes_of(*told, bank=bank, document=document))
        await stores.index.open(bank.id)
    await stores.memories.apply(related)
    await stores.index.open(bank.id)
    for record in chance.sample(records, 6):
        await stores.memories.set_state(
            bank.id, record.memory.id, State.INVALIDATED, reason="wrong"
        )
        await stores.index.open(bank.id)
    for record in chance.sample(records[1:], 6):
        await stores.memories.delete(bank.id, record.memory.id)
        await stores.index.open(bank.id)
    await stores.documents.delete(bank.id, DocumentId("document 3"))


@pytest_asyncio.fixture(params=range(4), scope="module", loop_scope="session")
async def pair(
    request: pytest.FixtureRequest, postgres: Stores, resident: Stores, clock: TickingClock
) -> AsyncIterator[Pair]:
    """Give a bank that has lived, to tests that look at it and change nothing."""
    chance = Random(request.param)
    bank = a_bank(f"chance {request.param}", tenant="chance")
    records = [a_chance_record(chance, bank, number) for number in range(SIZE)]
    related = relations(chance, bank, records)
    in_memory = open_in_memory(clock=clock)
    for stores in (in_memory, resident):
        await live_through(stores, bank, records, related, request.param)
    yield Pair(bank, records, in_memory, postgres, resident)
    await postgres.banks.delete(bank.id)


def some_filters(chance: Random) -> Filters:
    return Filters(
        networks=frozenset(chance.sample(list(Network), chance.randrange(1, 5))),
        tags=chance.choice((None, tags(chance))),
        tag_match=chance.choice(list(TagMatch)),
        occurred=chance.choice((None, None, moment(chance))),
        as_of=chance.choice((None, None, day(2024, chance.randrange(1, 9)))),
        superseded=chance.random() < 0.5,
    )


async def test_every_memory_stands_alike(pair: Pair) -> None:
    ids = [record.memory.id for record in pair.records]
    one = await pair.one.memories.get(pair.bank.id, ids)

    assert await pair.other.memories.get(pair.bank.id, ids) == one
    assert {memory.state for memory in one.values()} == set(State)
    assert len(one) < len(ids)


async def lists(stores: Stores, bank: BankId) -> list[object]:
    people, _ = entities = await stores.entities.page(bank, limit=EVERYTHING, offset=0)
    return [
        entities,
        await stores.entities.companions(bank, [person.id for person in people]),
        await stores.memories.page(bank, MemoryPage(limit=EVERYTHING)),
        await stores.memories.page(bank, MemoryPage(words="MEMORY 1", offset=2, limit=3)),
        await stores.memories.stating(bank, ["k", "l"]),
        await stores.documents.page(bank, limit=EVERYTHING, offset=0),
        await stores.banks.stats(bank),
    ]


async def test_every_list_is_alike(pair: Pair) -> None:
    assert await lists(pair.other, pair.bank.id) == await lists(pair.one, pair.bank.id)


async def searches(stores: Stores, bank: BankId, seed: int) -> list[dict[MemoryId, float]]:
    chance = Random(seed)
    filters, when = some_filters(chance), moment(chance)
    vector = a_vector(*(chance.gauss(0, 1) for _ in range(8)))
    words = chance.sample(WORDS, 2)
    found = [
        await stores.index.semantic(bank, vector, filters, EVERYTHING),
        await stores.index.keyword(bank, words, filters, EVERYTHING),
        await stores.index.temporal(bank, when.start, when.end, filters, EVERYTHING),
    ]
    return [{hit.memory: hit.score for hit in hits} for hits in found]


async def test_every_search_finds_alike_under_any_filters(pair: Pair) -> None:
    hits = 0
    for seed in range(30):
        one = await searches(pair.one, pair.bank.id, seed)
        other = await searches(pair.other, pair.bank.id, seed)

        assert other == [pytest.approx(scores, abs=2e-3) for scores in one]
        hits += sum(map(len, one))
    assert hits > 100, "there was something to find"


async def test_a_picture_that_followed_every_change_shows_what_the_database_finds(
    pair: Pair,
) -> None:
    for seed in range(30):
        one = await searches(pair.resident, pair.bank.id, seed)
        other = await searches(pair.other, pair.bank.id, seed)

        assert one == [pytest.approx(scores, abs=1e-5) for scores in other]


async def appraisals(stores: Stores, pair: Pair, seed: int) -> Appraisals:
    chance = Random(seed)
    asked = [record.memory.id for record in chance.sample(pair.records, 8)]
    vector = a_vector(*(chance.gauss(0, 1) for _ in range(8)))
    words, filters = chance.sample(WORDS, 3), some_filters(chance)
    return await stores.index.appraise(pair.bank.id, asked, vector, words, filters)


def figures(said: Appraisal) -> list[float]:
    beside = [one for one in (said.before, said.after) if one]
    return [said.cosine, said.coverage, *(n.cosine for n in beside), *(n.coverage for n in beside)]


def beside(said: Appraisal) -> list[object]:
    return [one and one.memory for one in (said.before, said.after)]


def traits(said: Appraisals) -> dict[MemoryId, object]:
    """What the memories are like; documents by the first of their memories, whatever their number."""
    successors = map(said.successors.get, range(len(said.ids)))
    columns = (
        said.offsets, said.networks, said.datings, said.mentioned, said.starts, said.ends,
        said.tokens, said.traits, said.speakers, successors,
    )  # fmt: skip
    numbers = said.documents.tolist()
    first: dict[int, MemoryId] = {}
    for number, id in sorted(zip(numbers, said.ids, strict=True), key=lambda pair: pair[1]):
        first.setdefault(number, id)
    likes = zip(*columns, strict=True)
    return {
        id: (number < 0 or first[number], *like)
        for id, number, like in zip(said.ids, numbers, likes, strict=True)
    }


async def test_a_picture_appraises_as_the_database_does(pair: Pair) -> None:
    appraised = 0
    for seed in range(30):
        seen = await appraisals(pair.resident, pair, seed)
        asked = await appraisals(pair.other, pair, seed)

        assert traits(seen) == traits(asked)
        one, other = told(seen), told(asked)
        for id, said in other.items():
            assert beside(one[id]) == beside(said)
            assert figures(one[id]) == pytest.approx(figures(said), abs=1e-5)
            # The database adds up vectors in half precision.
            assert one[id].context == pytest.approx(said.context, abs=2e-3)
        appraised += len(one)
    assert appraised > 50, "there was something to say"


async def ways(stores: Stores, pair: Pair, seed: int) -> dict[object, float]:
    chance = Random(seed)
    seeds = [record.memory.id for record in chance.sample(pair.records, 4)]
    edges = await stores.index.edges(
        pair.bank.id, seeds, some_filters(chance), hops=2, fanout=EVERYTHING
    )
    return {(edge.source, edge.target, edge.type): edge.weight for edge in edges}


async def test_every_way_is_alike_under_any_filters(pair: Pair) -> None:
    edges = 0
    for seed in range(30):
        one = await ways(pair.one, pair, seed)

        for other in (pair.other, pair.resident):
            assert await ways(other, pair, seed) == pytest.approx(one)
        edges += len(one)
    assert edges > 100, "there was somewhere to go"


async def active(stores: Stores, pair: Pair, seed: int) -> dict[MemoryId, float]:
    chance = Random(seed)
    seeds = {record.memory.id: chance.random() for record in chance.sample(pair.records, 4)}
    filters = some_filters(chance)
    hits = await stores.index.graph(pair.bank.id, seeds, filters, EVERYTHING, Reach(2, 3))
    return {hit.memory: hit.score for hit in hits}


async def test_activation_goes_alike_whoever_spreads_it(pair: Pair) -> None:
    reached = 0
    for seed in range(30):
        one = await active(pair.one, pair, seed)

        for other in (pair.other, pair.resident):
            assert await active(other, pair, seed) == pytest.approx(one)
        reached += len(one)
    assert reached > 100, "there was somewhere to go"
