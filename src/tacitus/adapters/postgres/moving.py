"""Banks as parts, in PostgreSQL: out by cursors over one snapshot, in by one transaction."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, LiteralString, cast

from psycopg import sql

from tacitus.adapters.postgres.arriving import put
from tacitus.adapters.postgres.database import Connection, Database, Row, rows_of
from tacitus.adapters.postgres.faults import translated
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.vectors import packed_half
from tacitus.domain.errors import Conflict, NotFound
from tacitus.domain.ids import BankId
from tacitus.domain.moving import KINDS, Header, Kind
from tacitus.domain.moving_parts import DocumentPart, Part

_QUERIES = load("moving")
_BANKS = load("banks")
_OWN_QUERIES = frozenset(
    (
        *("bank", "answer_version", "document", "document_change", "kept_away", "memory", "source"),
        *("link", "wording", "memory_change", "feedback"),
    )
)
"""Kinds whose parts are more, or less, than the rows of a table."""
_AT_ONCE = 500
"""Parts that are read at once; of documents, which may be long, fewer."""
_DOCUMENTS_AT_ONCE = 4


class Moving:
    """Fills `MovingStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leave(
        self, bank: BankId, *, vectors: bool
    ) -> AsyncGenerator[Header | Sequence[Part]]:
        with translated():
            async with self._database.connection(bank) as connection, connection.transaction():
                await rows_of(connection, _QUERIES["one_moment"])
                await rows_of(connection, _QUERIES["give_up_on_the_slow"])
                await rows_of(connection, _QUERIES["join_in_bulk"])
                yield Header(vectors=vectors, counts=await _counts(connection, bank))
                for kind in KINDS:
                    async for part in _parts(connection, bank, kind, vectors=vectors):
                        yield part

    async def arrive(self, bank: BankId, parts: AsyncIterator[Sequence[Part]]) -> None:
        with translated():
            async with self._database.connection(bank) as connection, connection.transaction():
                if not await rows_of(connection, _BANKS["lock_bank"], bank=bank):
                    raise NotFound(f"There is no bank {bank}")
                await rows_of(connection, _QUERIES["give_up_on_the_slow"])
                await _refuse_held(connection, bank)
                async for some in parts:
                    if some:
                        await put(connection, bank, some)
                await rows_of(connection, _QUERIES["count_all_terms"], bank=bank)
                await rows_of(connection, _QUERIES["count_all_memories"], bank=bank)
            async with self._database.owner() as owner:
                await rows_of(owner, _QUERIES["know_the_new"])


async def _counts(connection: Connection, bank: BankId) -> dict[str, int]:
    counts: dict[str, int] = {}
    for kind in KINDS:
        query = _around("count_parts", kind)
        [row] = await rows_of(connection, query, bank=bank, vectors=False)
        if row["n"]:
            counts[kind.name] = row["n"]
    return counts


async def _parts(
    connection: Connection, bank: BankId, kind: Kind, *, vectors: bool
) -> AsyncGenerator[list[Part]]:
    size = _DOCUMENTS_AT_ONCE if kind.part is DocumentPart else _AT_ONCE
    async with connection.cursor(name="leaving") as cursor:
        values = {"bank": bank, "vectors": vectors}
        await cursor.execute(_around("parts_in_order", kind), values, binary=True)
        while rows := await cursor.fetchmany(size):
            yield [_part(kind, row) for row in rows]


def _part(kind: Kind, row: Row) -> Part:
    values: dict[str, Any] = row
    if values.get("vector") is not None:
        values = {**row, "vector": packed_half(row["vector"])}
    return kind.part(**values)


async def _refuse_held(connection: Connection, bank: BankId) -> None:
    for kind in KINDS[1:]:
        query = _composed(_QUERIES["holds_rows"], table=sql.Identifier(kind.table))
        [row] = await rows_of(connection, query, bank=bank)
        if row["held"]:
            raise Conflict("The bank holds something already: only an empty one can be filled")


@cache
def _around(name: str, kind: Kind) -> LiteralString:
    """Return a query over all parts of a kind."""
    if kind.name in _OWN_QUERIES:
        parts: sql.Composable = sql.SQL(_QUERIES[kind.name])
    else:
        columns = sql.SQL(", ").join(sql.Identifier(each.name) for each in fields(kind.part))
        parts = sql.SQL(_QUERIES["rows_as_they_are"]).format(
            columns=columns, table=sql.Identifier(kind.table)
        )
    key = sql.SQL(", ").join(sql.Identifier(name) for name in kind.key or ("title",))
    return _composed(_QUERIES[name], parts=parts, key=key)


def _composed(query: LiteralString, **parts: sql.Composable) -> LiteralString:
    return cast(LiteralString, sql.SQL(query).format(**parts).as_string(None))
