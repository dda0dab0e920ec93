"""What recall reads in a picture is what the database holds, whatever was changed and by whom."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres.pictures import LONGEST, Pictures
from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.domain.banks import Bank
from tacitus.domain.ids import EntityId, MemoryId
from tacitus.domain.memories import Memory, MemoryPage, Network
from tacitus.ports.search import Searches
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_document, a_mention, a_record, a_source, an_entity, changes_of
from tests.contracts.everything import furnish
from tests.integration.postgres.test_pictures import (
    database,
    index_of_nothing,
    kept,
    transaction,
)

__all__ = ["database", "kept"]
COUNTED = {"access_count", "accessed_at"}
"""Counted beside: nobody who recalls waits for it, and no picture is read anew for it."""
OF_THE_MEMORY = {
    "memories": (
        "network = 'experience'", "state = 'invalidated'", "known_at = known_at + '1 day'",
        "mentioned_at = mentioned_at + '1 day'", "tags = '{new}'", "superseded_by = id",
        "occurred_start = '2024-05-01', occurred_end = '2024-05-03 12:00:00.000007'",
        "valid_until = '2024-07-01 00:00:00.123456'", "expires_at = '2099-01-01'",
    ),
    "memory_texts": (
        "text = 'What “rained”, then?'", "speaker = 'Zoë'", "context = 'at home'", "tokens = 77",
        "metadata = '{\"lane\": \"2\"}'", "dating = 'exact'", "confidence = 0.1 + 0.2",
        "state_reason = 'wrong'", "proof_count = 9",
    ),
    "sources": ("starts = 20, ends = 21", "speaker = 'Bo'", "mentioned_at = '2024-03-03 03:03:03+03'"),
}  # fmt: skip


def stores_index(stores: Stores) -> Searches:
    """The searches of the database itself."""
    assert isinstance(stores.index, ResidentIndex)
    return stores.index.database


def in_full(found: Mapping[MemoryId, Memory]) -> dict[MemoryId, Memory]:
    return {id: replace(one, access_count=0, accessed_at=None) for id, one in found.items()}


async def as_told(stores: Stores, bank: Bank, kept: Pictures) -> dict[MemoryId, Memory]:
    """Return what the picture tells of every memory; it must be what the database holds."""
    memories, _ = await stores.memories.page(bank.id, MemoryPage(limit=1000))
    ids = [memory.id for memory in memories]
    index = ResidentIndex(kept, index_of_nothing, TickingClock(NOON))
    told = in_full(await index.memories(bank.id, ids))
    held = in_full(await stores.memories.get(bank.id, ids))
    assert told == held
    return told


def changed(before: Memory, after: Memory) -> set[str]:
    names = [one.name for one in fields(Memory)]
    return {name for name in names if getattr(before, name) != getattr(after, name)}


async def test_whatever_is_changed_of_a_memory_is_told_at_once(
    stores: Stores, bank: Bank, kept: Pictures, url: str
) -> None:
    record = a_record(bank=bank, sources=(a_source(),))
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    await stores.memories.apply(
        changes_of(
            record,
            bank=bank,
            document=a_document(bank=bank),
            entities=(ann, bob),
            mentions=(a_mention(record, ann), a_mention(record, bob)),
        )
    )
    id = record.memory.id
    statements: dict[str, MemoryId | EntityId] = {
        f"UPDATE {table} SET {change} WHERE bank = %s"
        f" AND {'id' if table == 'memories' else 'memory'} = %s": id
        for table, some in OF_THE_MEMORY.items()
        for change in some
    }
    statements["UPDATE entities SET name = 'Anna' WHERE bank = %s AND id = %s"] = ann.id
    seen: set[str] = set()

    for statement, of in statements.items():
        before = (await as_told(stores, bank, kept))[id]
        await run(url, statement, [bank.id, of])
        one = changed(before, (await as_told(stores, bank, kept))[id])
        assert one, f"{statement} is seen"
        seen |= one

    await stores.identities.merge(bank.id, bob.id, ann.id, at=NOON)
    assert (await as_told(stores, bank, kept))[id].entities == ("Bob",)
    await stores.identities.split(bank.id, bob.id, "Ann", at=NOON)
    assert (await as_told(stores, bank, kept))[id].entities == ("Anna", "Bob")
    assert seen == {one.name for one in fields(Memory)} - {"id", "bank"} - COUNTED


async def run(url: str, statement: str, parameters: list[Any]) -> None:
    async with transaction(url) as another:
        await another.execute(statement, parameters)
        await another.commit()


async def test_everything_a_bank_can_hold_is_told_as_it_is_held(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    await furnish(stores, bank)

    told = await as_told(stores, bank, kept)

    assert {memory.network for memory in told.values()} >= {Network.WORLD, Network.OPINION}


async def test_what_is_long_is_read_in_the_database(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    long = a_record("It rained. " * LONGEST, bank=bank)
    around = a_record(bank=bank, context="At sea. " * LONGEST)
    often = a_record("It snowed.", bank=bank, proof_count=LONGEST)  # said in as many places
    await stores.memories.apply(changes_of(long, around, often, a_record(bank=bank), bank=bank))

    index = ResidentIndex(kept, stores_index(stores), TickingClock(NOON))
    ids = [long.memory.id, around.memory.id, often.memory.id]
    read = await index.memories(bank.id, ids)

    assert in_full(read) == in_full(await stores.memories.get(bank.id, ids))
    picture = await kept.of(bank.id)
    assert picture
    assert len(picture.told.values) < LONGEST
    assert b"snowed" not in picture.told.values.tobytes()


async def test_what_is_deleted_or_put_otherwise_is_nowhere_in_the_picture(
    stores: Stores, bank: Bank, kept: Pictures, url: str
) -> None:
    gone = a_record("Ann hid the key under the walnut tree.", bank=bank)
    edited = a_record("Bob hid the key under the walnut tree.", bank=bank)
    await stores.memories.apply(changes_of(gone, edited, a_record(bank=bank), bank=bank))
    before = await kept.of(bank.id)
    assert before
    assert b"walnut" in before.told.values.tobytes()

    await stores.memories.delete(bank.id, gone.memory.id)
    put = "UPDATE memory_texts SET text = 'Bob hid it.' WHERE bank = %s AND memory = %s"
    await run(url, put, [bank.id, edited.memory.id])
    after = await kept.of(bank.id)

    assert after
    assert b"walnut" not in after.told.values.tobytes()
    index = ResidentIndex(kept, stores_index(stores), TickingClock(NOON))
    found = await index.memories(bank.id, [gone.memory.id, edited.memory.id])
    assert [one.text for one in found.values()] == ["Bob hid it."]
