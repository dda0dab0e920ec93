"""Entities, in PostgreSQL."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from tacitus.adapters.postgres.database import Database
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.reading import memories_by_id, memories_in_order
from tacitus.adapters.postgres.rows import counted_page, entity_of
from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, EntityId
from tacitus.domain.memories import EVIDENCE, Memory, Network

_QUERIES = load("entities")
_COMPANIONS = 50


class Entities:
    """Fills `EntityStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def alike(self, bank: BankId, keys: Sequence[str]) -> list[Entity]:
        words = sorted({word for key in keys for word in words_of(key)})
        if not words:
            return []
        rows = await self._database.rows(bank, _QUERIES["entities_with_words"], words=words)
        return [entity_of(row) for row in rows]

    async def companions(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Mapping[EntityId, int]]:
        found: dict[EntityId, dict[EntityId, int]] = {entity: {} for entity in entities}
        if not found:
            return {}
        rows = await self._database.rows(
            bank, _QUERIES["companions_of"], entities=list(found), limit=_COMPANIONS
        )
        for row in rows:
            found[row["entity"]][row["other"]] = row["shared"]
        return dict(found.items())

    async def find(self, bank: BankId, id: EntityId) -> Entity | None:
        row = await self._database.row(bank, _QUERIES["entity_with_id"], entity=id)
        return entity_of(row) if row else None

    async def memories(
        self, bank: BankId, entity: EntityId, *, networks: frozenset[Network], limit: int
    ) -> list[Memory]:
        rows = await self._database.rows(
            bank,
            _QUERIES["memories_mentioning"],
            entity=entity,
            networks=sorted(networks),
            limit=limit,
        )
        return await memories_in_order(self._database, bank, [row["id"] for row in rows])

    async def observations(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Memory]:
        if not entities:
            return {}
        rows = await self._database.rows(
            bank, _QUERIES["latest_observations"], entities=list(entities)
        )
        found = await memories_by_id(self._database, bank, [row["memory"] for row in rows])
        return {row["entity"]: found[row["memory"]] for row in rows if row["memory"] in found}

    async def learnt(self, bank: BankId, entities: Sequence[EntityId]) -> dict[EntityId, datetime]:
        if not entities:
            return {}
        rows = await self._database.rows(
            bank,
            _QUERIES["latest_evidence"],
            entities=list(entities),
            networks=sorted(EVIDENCE),
        )
        return {row["entity"]: row["known_at"] for row in rows}

    async def page(self, bank: BankId, *, limit: int, offset: int) -> tuple[list[Entity], int]:
        rows = await self._database.rows(
            bank, _QUERIES["entities_by_mentions"], limit=limit, offset=offset
        )
        found, total = counted_page(rows)
        return [entity_of(row) for row in found], total


def words_of(form: str) -> tuple[str, ...]:
    """Return what a folded name is found by: itself and each of its words."""
    return form, *form.split()
