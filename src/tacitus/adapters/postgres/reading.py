"""Memories in full, by id."""

from collections.abc import Sequence

from tacitus.adapters.postgres.database import Database
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import memory_of
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Memory

_QUERIES = load("memories")


async def memories_by_id(
    database: Database, bank: BankId, ids: Sequence[MemoryId]
) -> dict[MemoryId, Memory]:
    """Return those that exist; nothing is asked where no id is given."""
    if not ids:
        return {}
    rows = await database.rows_by_key(bank, _QUERIES["memories_with_ids"], ids=list(ids))
    return {row["id"]: memory_of(row, bank) for row in rows}


async def memories_in_order(
    database: Database, bank: BankId, ids: Sequence[MemoryId]
) -> list[Memory]:
    """Return them in the order of the ids; those that are gone meanwhile are left out."""
    found = await memories_by_id(database, bank, ids)
    return [found[id] for id in ids if id in found]
