"""Opinions and their evidence, in PostgreSQL."""

from collections.abc import Sequence

from tacitus.adapters.postgres.confidences import add_evidence, folding_of, refold
from tacitus.adapters.postgres.database import Connection, Database
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.reading import memories_by_id, memories_in_order
from tacitus.adapters.postgres.rows import evidence_of
from tacitus.adapters.postgres.vectors import Half
from tacitus.domain.banks import Disposition
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.opinions import THEME, Evidence, Opinion, Wording
from tacitus.domain.vectors import Vector

_QUERIES = load("opinions")


class Opinions:
    """Fills `OpinionStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def held(self, bank: BankId) -> bool:
        row = await self._database.row(bank, _QUERIES["any_opinion"])
        return bool(row and row["held"])

    async def touching(
        self, bank: BankId, memory: MemoryId, vector: Vector, *, limit: int
    ) -> list[Memory]:
        rows = await self._database.rows(
            bank,
            _QUERIES["opinions_touching"],
            memory=memory,
            vector=Half(vector),
            theme=THEME,
            limit=limit,
        )
        return await memories_in_order(self._database, bank, [row["id"] for row in rows])

    async def evidence(self, bank: BankId, opinion: MemoryId) -> list[Evidence]:
        rows = await self._database.rows(bank, _QUERIES["evidence_of"], opinions=[opinion])
        return [evidence_of(row) for row in rows]

    async def find(self, bank: BankId, opinion: MemoryId) -> Opinion | None:
        row = await self._database.row(
            bank, _QUERIES["opinions_before_evidence"], opinions=[opinion]
        )
        memory = (await memories_by_id(self._database, bank, [opinion])).get(opinion)
        if row is None or memory is None:
            return None
        how = row["disposition"]
        return Opinion(
            memory=memory,
            initial=row["confidence"],
            first_text=row["first_text"],
            evidence=tuple(await self.evidence(bank, opinion)),
            disposition=Disposition(**how) if how else None,
            drawn_from=tuple(row["drawn_from"]),
            folding=folding_of(row),
        )

    async def add(
        self, bank: BankId, evidence: Sequence[Evidence], wordings: Sequence[Wording] = ()
    ) -> None:
        async def work(connection: Connection) -> None:
            await add_evidence(connection, bank, evidence, wordings)

        await self._database.write(bank, work)

    async def recompute(self, bank: BankId) -> int:
        async def work(connection: Connection) -> int:
            return await refold(connection, bank, None)

        return await self._database.write(bank, work)
