"""Moving banks to another embedder, in PostgreSQL."""

from collections.abc import Sequence

from psycopg import sql

from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.faults import translated
from tacitus.adapters.postgres.nearest import index_name
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.adapters.postgres.vectors import halves
from tacitus.domain.ids import BankId
from tacitus.domain.reembedding import Embedding, Unembedded
from tacitus.domain.vectors import Vector

_QUERIES = load("reembedding")
_MOVING = load("moving")
_NEAREST = load("nearest")


class Reembedding:
    """Fills `ReembeddingStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unembedded(self, bank: BankId, embedder: str, *, limit: int) -> list[Unembedded]:
        rows = await self._database.rows(
            bank, _QUERIES["unembedded"], embedder=embedder, limit=limit
        )
        return [Unembedded(row["memory"], row["text"], row["speaker"]) for row in rows]

    async def keep(
        self, bank: BankId, embedder: str, made: Sequence[tuple[Unembedded, Vector]]
    ) -> None:
        await self._database.rows(
            bank,
            _QUERIES["keep_vectors"],
            embedder=embedder,
            rows=as_json([{"memory": one.memory, "text": one.text} for one, _ in made]),
            vectors=halves([vector for _, vector in made]),
        )

    async def progress(self, bank: BankId, embedder: str) -> Embedding:
        row = await self._database.row(bank, _QUERIES["progress"], embedder=embedder)
        return Embedding(row["done"], row["total"]) if row else Embedding(0, 0)

    async def switch(self, bank: BankId, embedder: str) -> bool:
        async def work(connection: Connection) -> bool:
            place = {"bank": bank, "embedder": embedder}
            if await rows_of(connection, _QUERIES["unembedded"], **place, limit=1):
                return False
            await rows_of(connection, _MOVING["join_in_bulk"])
            for name in ("switch_bank", "switch_memories", "switch_wordings"):
                await rows_of(connection, _QUERIES[name], **place)
            await rows_of(connection, _QUERIES["clear_vectors"], bank=bank)
            return True

        # Its index holds vectors of one dimension, and is of no use for others: a worker builds it anew.
        with translated():
            async with self._database.owner() as owner:
                await rows_of(owner, _QUERIES["only_builder"])
                dropped = sql.SQL(_NEAREST["drop_index"]).format(
                    name=sql.Identifier(index_name(bank))
                )
                await owner.execute(dropped)
                return await self._database.write(bank, work)
