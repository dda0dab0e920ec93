"""Step 6 of retain, for opinions: held opinions are not formed again."""

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.ports.storage import Stores
from tacitus.retain.believe import believe
from tacitus.retain.stages import Compared
from tests.builders import NOON, a_bank, a_record, a_source, an_opinion, changes_of

DULL = "Endless rain makes Cork dull."


@pytest.fixture
async def stores() -> Stores:
    return open_in_memory(clock=TickingClock(NOON))


@pytest.fixture
async def bank(stores: Stores) -> Bank:
    made = a_bank()
    await stores.banks.save(made)
    return made


def read(text: str, bank: Bank, document: str, **other: object) -> Record:
    """An opinion that was read in a document."""
    opinion = an_opinion(text, 0.8, bank=bank, sources=(a_source(document),))
    return a_record(opinion, **other)  # pyright: ignore[reportArgumentType]


def compared(*records: Record) -> Compared:
    return Compared(records=records, restatements=(), supersessions=())


async def test_an_opinion_read_again_becomes_a_source_of_the_one_held(
    stores: Stores, bank: Bank
) -> None:
    held = read(DULL, bank, "first")
    await stores.memories.apply(changes_of(held, bank=bank))

    left = await believe(compared(read(DULL, bank, "second")), bank.id, stores.opinions)

    assert left.records == ()
    [again] = left.restatements
    assert (again.memory, again.source.document) == (held.memory.id, "second")


async def test_one_that_was_formed_in_reflection_gains_no_source(
    stores: Stores, bank: Bank
) -> None:
    formed = a_record(an_opinion(DULL, 0.8, bank=bank))
    await stores.memories.apply(changes_of(formed, bank=bank))

    left = await believe(compared(read(DULL, bank, "second")), bank.id, stores.opinions)

    assert (left.records, left.restatements) == ((), ())


async def test_another_opinion_and_every_fact_stay(stores: Stores, bank: Bank) -> None:
    held = read(DULL, bank, "first")
    await stores.memories.apply(changes_of(held, bank=bank))
    other = read("Endless rain makes Cork green.", bank, "second")
    fact = a_record(DULL, bank=bank, sources=(a_source("third"),))

    left = await believe(compared(other, fact), bank.id, stores.opinions)

    assert left.records == (other, fact)
