"""The nearest vectors: exactly in most banks, by an index of its own in a big one.

An exact scan of 10,000 vectors takes a few milliseconds, loses nothing, and costs nothing to write. From
`BIG` memories on a bank gets an HNSW index over its vectors alone, built beside the work of a worker.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import LiteralString, cast

import psycopg
from psycopg import sql

from tacitus.adapters.postgres.database import Database
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.telling import Connection, Row, rows_of, tell, words_for
from tacitus.adapters.postgres.vectors import Half, halves
from tacitus.domain.errors import TacitusError
from tacitus.domain.ids import BankId
from tacitus.domain.vectors import Vector

BIG = 20_000
"""Memories from which on a bank's vectors are indexed."""
_REMEMBERED = 30.0
"""Seconds for which it is remembered whether a bank has an index."""
_EVERY = 60.0
"""Seconds between two looks for banks that have grown big."""
_QUERIES = load("nearest")


class Nearest:
    """Finds the nearest vectors of a bank, and keeps the indexes of big banks."""

    def __init__(self, database: Database, *, big: int = BIG) -> None:
        self._database = database
        self._big = big
        self._known: dict[BankId, tuple[float, int | None]] = {}

    async def to(
        self, bank: BankId, vector: Vector, filters: dict[str, object], limit: int, *, loose: bool
    ) -> list[Row]:
        """Return (id, score) of the nearest.

        Args:
            loose: The filters admit nearly everything: those that do not are better served by a scan,
                which looks at no vector that they leave out.
        """
        indexed = loose and await self._indexed(bank, len(vector))
        query = _sized("semantic_indexed", len(vector)) if indexed else _QUERIES["semantic"]
        return await self._database.rows(bank, query, vector=Half(vector), limit=limit, **filters)

    async def to_each(
        self, bank: BankId, vectors: Sequence[Vector], *, floor: float, each: int
    ) -> list[Row]:
        """Return (place, id, cosine) of the nearest valid evidence of each vector, by place."""
        size = len(vectors[0])
        indexed = await self._indexed(bank, size)
        query = _sized("nearest_to_each_indexed", size) if indexed else _QUERIES["nearest_to_each"]
        return await self._database.rows(
            bank, query, vectors=halves(vectors), floor=floor, each=each
        )

    async def keep_indexes(self) -> None:
        """Build and drop indexes as banks grow and go, until cancelled."""
        while True:
            with suppress(psycopg.Error, TacitusError):  # the next look finds what is left of it
                await self.build_indexes()
            await asyncio.sleep(_EVERY)

    async def build_indexes(self) -> None:
        """Index every big bank that is not, and drop what is of no use; unless another does."""
        async with self._database.owner() as connection:
            [row] = await rows_of(connection, _QUERIES["one_builder"])
            if row["only"]:  # until the connection ends
                await self._build(connection)

    async def _build(self, connection: Connection) -> None:
        for row in await rows_of(connection, _QUERIES["useless_indexes"]):
            await _define(connection, "drop_index", name=sql.Identifier(row["name"]))
        found = await rows_of(connection, _QUERIES["banks_to_index"], least=self._big)
        if found:
            await rows_of(connection, _QUERIES["build_with"])
        for row in found:
            bank: BankId = row["bank"]
            await tell(connection, words_for(bank))
            for held in await rows_of(connection, _QUERIES["dimension_of"], bank=bank):
                await _define(
                    connection,
                    "build_index",
                    name=sql.Identifier(index_name(bank)),
                    dimension=sql.Literal(held["dimension"]),
                    bank=sql.Literal(bank),
                )

    async def _indexed(self, bank: BankId, dimension: int) -> bool:
        """Whether the bank has an index over vectors of this dimension.

        If that has changed lately, the answer is still right: the query scans, or the scan is done.
        """
        until, known = self._known.get(bank, (0.0, None))
        if until < time.monotonic():
            row = await self._database.row(bank, _QUERIES["index_of"], name=index_name(bank))
            known = row["dimension"] if row else None
            self._known[bank] = time.monotonic() + _REMEMBERED, known
        return known == dimension


async def _define(connection: Connection, query: str, /, **parts: sql.Composable) -> None:
    await connection.execute(sql.SQL(_QUERIES[query]).format(**parts))


def index_name(bank: BankId) -> str:
    """Return what the index over a bank's vectors is called."""
    return f"vectors_{bank.hex}"


@cache
def _sized(name: str, dimension: int) -> LiteralString:
    """Return a query for vectors of one dimension; a parameter cannot say it."""
    composed = sql.SQL(_QUERIES[name]).format(dimension=sql.Literal(dimension))
    return cast(LiteralString, composed.as_string(None))
