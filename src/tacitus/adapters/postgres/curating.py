"""Changes by hand, in PostgreSQL."""

from collections.abc import Sequence

from tacitus.adapters.postgres.columns import entity_columns, mention_columns, word_columns
from tacitus.adapters.postgres.confidences import refold
from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.hashes import counted, hashed
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json, memory_of
from tacitus.adapters.postgres.vectors import halves
from tacitus.domain.changes import AS_BEFORE, Named, Record, Resettlement
from tacitus.domain.curation import Act, MemoryChange, checked_edit
from tacitus.domain.errors import NotFound
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.names import fold

_QUERIES = load("curating")
_APPLYING = load("applying")
_DOCUMENTS = load("documents")
_FORGETTING = load("forgetting")
_MEMORIES = load("memories")
_OPINIONS = load("opinions")


class Curation:
    """Fills `CurationStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def edit(
        self,
        bank: BankId,
        record: Record,
        change: MemoryChange,
        *,
        seen: Memory | None = None,
        settled: Resettlement = AS_BEFORE,
        named: Named | None = None,
    ) -> bool:
        async def work(connection: Connection) -> bool:
            found = await _locked(connection, bank, record.memory.id)
            if found is None:
                return False
            checked_edit(found, seen)
            await _edit(connection, bank, record, change)
            if named is not None:
                await _rename(connection, bank, found.id, named)
            await _settle(connection, bank, settled)
            return True

        try:
            return await self._database.write(bank, work)
        except NotFound:
            return False

    async def replaced(self, bank: BankId, memory: MemoryId) -> list[MemoryId]:
        rows = await self._database.rows(bank, _QUERIES["replaced_by"], memory=memory)
        return [row["old"] for row in rows]

    async def note(self, bank: BankId, memory: MemoryId, change: MemoryChange) -> None:
        await self._database.rows(bank, _QUERIES["note_change"], memory=memory, **_columns(change))

    async def history(self, bank: BankId, memory: MemoryId) -> list[MemoryChange]:
        rows = await self._database.rows(bank, _QUERIES["changes_of"], memory=memory)
        return [
            MemoryChange(
                at=row["at"], act=Act(row["act"]), reason=row["reason"], before=row["before"]
            )
            for row in rows
        ]

    async def retag(self, bank: BankId, document: DocumentId, tags: Sequence[str]) -> bool:
        async def work(connection: Connection) -> bool:
            place = {"bank": bank, "document": document, "tags": list(tags)}
            was = await rows_of(connection, _QUERIES["retag_document"], **place)
            if not was:
                return False
            await rows_of(connection, _QUERIES["retag_memories"], **place, old=was[0]["tags"])
            return True

        try:
            return await self._database.write(bank, work)
        except NotFound:
            return False


async def _locked(connection: Connection, bank: BankId, memory: MemoryId) -> Memory | None:
    """Return a memory as it is compared, and keep others from editing it."""
    await rows_of(connection, _QUERIES["lock_memory"], bank=bank, memory=memory)
    rows = await rows_of(connection, _MEMORIES["statements_with_ids"], bank=bank, ids=[memory])
    return memory_of(rows[0], bank) if rows else None


async def _settle(connection: Connection, bank: BankId, settled: Resettlement) -> None:
    freed, again = list(settled.freed), settled.supersessions
    if not freed and not again:
        return
    await rows_of(connection, _QUERIES["free"], bank=bank, ids=freed)
    rows = as_json([{"old": one.old, "new": one.new, "at": one.at} for one in again])
    await rows_of(connection, _APPLYING["supersede"], bank=bank, rows=rows)
    touched = sorted({*freed, *(one.old for one in again)})
    await rows_of(connection, _MEMORIES["settle"], bank=bank, ids=touched)


async def _edit(connection: Connection, bank: BankId, record: Record, change: MemoryChange) -> None:
    memory = record.memory
    place = {"bank": bank, "memory": memory.id}
    await rows_of(connection, _DOCUMENTS["outdate"], **place)
    await rows_of(
        connection,
        _QUERIES["rewrite_memory"],
        **place,
        vectors=halves([record.vector]),
        network=memory.network,
        mentioned_at=memory.mentioned_at,
        occurred_start=memory.occurred.start if memory.occurred else None,
        occurred_end=memory.occurred.end if memory.occurred else None,
        state_key=record.state_key,
    )
    await rows_of(
        connection,
        _QUERIES["rewrite_text"],
        **place,
        text=memory.text,
        context=memory.context,
        tokens=memory.tokens,
        dating=memory.dating,
    )
    redated = "mentioned_at" in change.before
    await rows_of(
        connection,
        _QUERIES["redate_sources"],
        **place,
        mentioned_at=memory.mentioned_at,
        redated=redated,
    )
    await _respell(connection, bank, record)
    await rows_of(connection, _QUERIES["drop_likeness"], **place)
    await _discount(connection, bank, memory.id)
    await rows_of(connection, _QUERIES["note_change"], **place, **_columns(change))


async def _rename(connection: Connection, bank: BankId, memory: MemoryId, named: Named) -> None:
    """Let a memory mention others than it did; who is not mentioned any more goes."""
    place = {"bank": bank, "memory": memory}
    lost = await rows_of(connection, _FORGETTING["discount_mentions"], bank=bank, ids=[memory])
    await rows_of(connection, _QUERIES["drop_mentions"], **place)
    await rows_of(connection, _QUERIES["drop_absorbed_mentions"], **place)
    entities = as_json([entity_columns(one) for one in named.entities])
    await rows_of(connection, _APPLYING["meet_entities"], bank=bank, rows=entities)
    words = as_json([row for one in named.entities for row in word_columns(one)])
    await rows_of(connection, _APPLYING["index_names"], bank=bank, rows=words)
    keys = {one.id: one.key for one in named.entities}
    mentions = as_json([mention_columns(one, keys) for one in named.mentions])
    await rows_of(connection, _APPLYING["insert_mentions"], bank=bank, rows=mentions)
    forms = as_json([{"surface": s, "form": fold(s)} for s in {m.surface for m in named.mentions}])
    await rows_of(connection, _QUERIES["lend"], **place, rows=forms)
    ids = [row["id"] for row in lost]
    await rows_of(connection, _FORGETTING["drop_unmentioned"], bank=bank, ids=ids)


async def _respell(connection: Connection, bank: BankId, record: Record) -> None:
    """Write the terms of a memory anew, and the counts that hang on them."""
    ids = [record.memory.id]
    await rows_of(connection, _FORGETTING["discount_terms"], bank=bank, ids=ids)
    await rows_of(connection, _FORGETTING["drop_unused_terms"], bank=bank, ids=ids)
    await rows_of(connection, _OPINIONS["drop_terms"], bank=bank, ids=ids)
    rows = as_json([{"id": record.memory.id, **counted(record.terms, bank)}])
    await rows_of(connection, _APPLYING["insert_terms"], bank=bank, rows=rows)
    stems = sorted({*hashed(record.terms, bank)})
    counts = [1] * len(stems)
    await rows_of(connection, _APPLYING["count_terms"], bank=bank, terms=stems, counts=counts)
    length = len(record.terms)
    await rows_of(connection, _APPLYING["count_memories"], bank=bank, memories=1, terms=length)


async def _discount(connection: Connection, bank: BankId, memory: MemoryId) -> None:
    """Take what a memory was evidence of back."""
    seen = await rows_of(connection, _FORGETTING["opinions_seen_through"], bank=bank, ids=[memory])
    await rows_of(connection, _QUERIES["drop_evidence"], bank=bank, memory=memory)
    await refold(connection, bank, [row["id"] for row in seen])


def _columns(change: MemoryChange) -> dict[str, object]:
    return {
        "at": change.at,
        "act": change.act,
        "reason": change.reason,
        "before": as_json(dict(change.before)),
    }
