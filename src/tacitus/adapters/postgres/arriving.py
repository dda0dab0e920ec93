"""Writing the parts of a bank as rows; inside a transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, LiteralString, cast

from psycopg import sql

from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.entities import words_of
from tacitus.adapters.postgres.hashes import counted
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.adapters.postgres.vectors import halves
from tacitus.domain.aside import aside
from tacitus.domain.ids import BankId
from tacitus.domain.moving import KIND_OF, unpacked
from tacitus.domain.moving_parts import (
    BankPart,
    DocumentPart,
    Embedded,
    EntityPart,
    FeedbackPart,
    MemoryPart,
    Part,
    WebhookPart,
    WordingPart,
)
from tacitus.domain.terms import terms

Columns = Mapping[str, object]
_QUERIES = load("moving")
_APPLYING = load("applying")
_OPINIONS = load("opinions")
_NO_SECRETS: Columns = {"secret": "", "enabled": False, "headers": {}, "params": {}}
_TEXTS = (
    "confidence", "initial_confidence", "tokens", "proof_count", "dating", "text", "speaker",
    "context", "metadata", "state_reason",
)  # fmt: skip


async def put(connection: Connection, bank: BankId, some: Sequence[Part]) -> None:
    """Write parts of one kind, after those that they refer to."""
    kind = KIND_OF[type(some[0])]
    match some[0]:
        case BankPart():
            row = as_json(_columns(some[0]))
            await rows_of(connection, _QUERIES["put_bank"], bank=bank, row=row)
        case MemoryPart():
            await _put_memories(connection, bank, cast(Sequence[MemoryPart], some))
        case WordingPart():
            rows, vectors = as_json([_columns(one) for one in some]), _vectors(some)
            query = _OPINIONS["insert_wordings"]
            await rows_of(connection, query, bank=bank, rows=rows, vectors=vectors)
        case _:
            await _put_rows(connection, bank, kind.table, [_row(one) for one in some])
            for table, more in _ROWS_BESIDE.get(kind.part, {}).items():
                beside = [row for one in some for row in more(one)]
                await _put_rows(connection, bank, table, beside)


async def _put_memories(
    connection: Connection, bank: BankId, memories: Sequence[MemoryPart]
) -> None:
    size = sum(len(one.text) for one in memories)
    told = await aside(lambda: [_told(one, bank) for one in memories], size)
    searched = as_json([_columns(one) for one in memories])
    await rows_of(
        connection, _QUERIES["put_memories"], bank=bank, rows=searched, vectors=_vectors(memories)
    )
    texts = [
        {"memory": one.id, **{name: getattr(one, name) for name in _TEXTS}} for one in memories
    ]
    await _put_rows(connection, bank, "memory_texts", texts)
    await rows_of(connection, _APPLYING["insert_terms"], bank=bank, rows=as_json(told))
    used = [
        {"memory": one.id, "count": one.accesses, "at": one.accessed_at}
        for one in memories
        if one.accesses
    ]
    await _put_rows(connection, bank, "accesses", used)


async def _put_rows(
    connection: Connection, bank: BankId, table: str, rows: Sequence[Columns]
) -> None:
    if rows:
        query = _writing(table, tuple(rows[0]))
        await rows_of(connection, query, bank=bank, rows=as_json(rows))


@cache
def _writing(table: str, columns: tuple[str, ...]) -> LiteralString:
    composed = sql.SQL(_QUERIES["put_rows"]).format(
        table=sql.Identifier(table),
        columns=sql.SQL(", ").join(sql.Identifier(name) for name in columns),
    )
    return cast(LiteralString, composed.as_string(None))


def _columns(part: Part, *, but: Sequence[str] = ()) -> Columns:
    names = [each.name for each in fields(part) if each.name not in {"vector", *but}]
    return {name: getattr(part, name) for name in names}


def _row(part: Part) -> Columns:
    """Return what a part is in its table; its place is the order in which it comes."""
    row = _columns(part, but=("place", "helped"))
    match part:
        case DocumentPart():
            return {**row, "length": len(part.text)}
        case WebhookPart():
            return {**row, **_NO_SECRETS}
        case FeedbackPart():
            return {**row, "helpful": bool(part.helped)}
        case _:
            return row


def _told(one: MemoryPart, bank: BankId) -> Columns:
    return {"id": one.id, **counted(terms(one.text), bank)}


def _vectors(parts: Sequence[Any]) -> list[Any]:
    given: Sequence[Embedded] = parts
    return halves([unpacked(one.vector or "") for one in given])


def _words(part: Any) -> list[Columns]:
    entity: EntityPart = part
    forms = (entity.key, *entity.aliases)
    return [
        {"word": word, "entity": entity.id}
        for word in sorted({word for form in forms for word in words_of(form)})
    ]


def _helped(part: Any) -> list[Columns]:
    given: FeedbackPart = part
    return [
        {"feedback": given.id, "memory": memory, "place": place}
        for place, memory in enumerate(given.helped)
    ]


_ROWS_BESIDE: Mapping[type[Part], Mapping[str, Callable[[Part], list[Columns]]]] = {
    EntityPart: {"entity_words": _words},
    FeedbackPart: {"helped": _helped},
}
"""What is written besides, in which table."""
