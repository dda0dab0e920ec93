"""Looks at a bank as a whole, in PostgreSQL."""

from collections.abc import Sequence

from tacitus.adapters.postgres.database import Database
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import counted_page, entity_of
from tacitus.domain.graph import Entity, Link, LinkType
from tacitus.domain.ids import BankId, EntityId, MemoryId
from tacitus.domain.memories import Network
from tacitus.domain.surveys import Buckets, Company, Growth, TimeField

_QUERIES = load("surveying")


class Surveys:
    """Fills `SurveyStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tags(
        self, bank: BankId, *, like: str, limit: int, offset: int
    ) -> tuple[list[tuple[str, int]], int]:
        rows = await self._database.rows(
            bank, _QUERIES["tags_by_use"], shape=_shape(like), limit=limit, offset=offset
        )
        found, total = counted_page(rows, "tag")
        return [(row["tag"], row["memories"]) for row in found], total

    async def bases(
        self, bank: BankId, memories: Sequence[MemoryId]
    ) -> dict[MemoryId, tuple[MemoryId, ...]]:
        if not memories:
            return {}
        rows = await self._database.rows(bank, _QUERIES["bases_of"], ids=list(memories))
        return {row["memory"]: tuple(row["bases"]) for row in rows}

    async def links(self, bank: BankId, memories: Sequence[MemoryId]) -> list[Link]:
        if not memories:
            return []
        rows = await self._database.rows(bank, _QUERIES["links_between"], ids=list(memories))
        return [
            Link(row["source"], row["target"], LinkType(row["type"]), row["weight"]) for row in rows
        ]

    async def entities(self, bank: BankId, ids: Sequence[EntityId]) -> list[Entity]:
        if not ids:
            return []
        rows = await self._database.rows(bank, _QUERIES["entities_with_ids"], ids=list(ids))
        return [entity_of(row) for row in rows]

    async def company(self, bank: BankId, *, least: int, limit: int) -> tuple[list[Company], int]:
        rows = await self._database.rows(bank, _QUERIES["company"], least=least, limit=limit)
        pairs = [Company(row["one"], row["other"], row["memories"], row["last"]) for row in rows]
        return pairs, rows[0]["total"] if rows else 0

    async def growth(self, bank: BankId, buckets: Buckets, by: TimeField) -> Growth:
        rows = await self._database.rows(
            bank,
            _QUERIES["growth"],
            start=buckets.start,
            end=buckets.end,
            step=buckets.step.total_seconds(),
            by=by,
        )
        return {(row["place"], Network(row["network"])): row["memories"] for row in rows}


def _shape(like: str) -> str | None:
    """Return a pattern of LIKE, in which only `*` had a meaning before."""
    if not like:
        return None
    plain = like.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return plain.replace("*", "%")
