"""Taking memories out of a bank with all that hangs on them; inside a transaction."""

from collections.abc import Sequence

from tacitus.adapters.postgres.confidences import refold
from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.standing import withdraw
from tacitus.domain.ids import BankId, MemoryId

_QUERIES = load("forgetting")
_MEMORIES = load("memories")
_APPLYING = load("applying")


async def without_source(
    connection: Connection, bank: BankId, memories: Sequence[MemoryId]
) -> list[MemoryId]:
    """Return those of some memories that have no source left; the others' proofs and dates follow."""
    if not memories:
        return []
    await rows_of(connection, _APPLYING["count_proofs"], bank=bank, ids=list(memories))
    await follow_sources(connection, bank, memories)
    rows = await rows_of(connection, _QUERIES["without_source"], bank=bank, ids=list(memories))
    return [row["id"] for row in rows]


async def follow_sources(
    connection: Connection, bank: BankId, memories: Sequence[MemoryId]
) -> None:
    """Let the dates of some memories be those of the sources they have now."""
    ids = sorted(memories)
    moved = await rows_of(connection, _APPLYING["follow_sources"], bank=bank, ids=ids)
    if moved:
        ids = sorted(row["id"] for row in moved)
        await rows_of(connection, _MEMORIES["settle"], bank=bank, ids=ids)


async def forget(
    connection: Connection, bank: BankId, memories: Sequence[MemoryId]
) -> list[MemoryId]:
    """Delete memories and what was made from them; return all that went.

    See `MemoryStore.delete` for what goes with them and what returns to valid.
    """
    gone = await with_what_rests_on(connection, bank, memories)
    if not gone:
        return []

    async def run(name: str) -> list[MemoryId]:
        rows = await rows_of(connection, _QUERIES[name], bank=bank, ids=gone)
        return [next(iter(row.values())) for row in rows]

    freed = await run("superseded_by_any")
    opinions = await run("opinions_seen_through")
    await run("follow_successors")
    await run("discount_terms")
    await run("drop_unused_terms")
    entities = await run("discount_mentions")
    await run("delete_memories")
    await rows_of(connection, _QUERIES["drop_unmentioned"], bank=bank, ids=entities)
    if freed:
        await rows_of(connection, _MEMORIES["settle"], bank=bank, ids=freed)
    await refold(connection, bank, opinions)
    await withdraw(connection, bank, gone)
    return gone


async def with_what_rests_on(
    connection: Connection, bank: BankId, memories: Sequence[MemoryId]
) -> list[MemoryId]:
    """Return those of some memories that are there, and what would go with them."""
    if not memories:
        return []
    rows = await rows_of(connection, _QUERIES["existing"], bank=bank, ids=list(memories))
    going = [row["id"] for row in rows]
    while going:
        more = await rows_of(connection, _QUERIES["resting_on"], bank=bank, ids=going)
        if not more:
            break
        going += [row["id"] for row in more]
    return sorted(going)
