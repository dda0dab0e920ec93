"""Entities, in memory."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.adapters.in_memory.memories import latest_mention_first
from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, EntityId
from tacitus.domain.memories import EVIDENCE, Memory, Network, State

_COMPANIONS = 50
_OBSERVATIONS = frozenset((Network.OBSERVATION,))


class Entities:
    """Fills `EntityStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def alike(self, bank: BankId, keys: Sequence[str]) -> list[Entity]:
        wanted = {part for key in keys for part in (key, *key.split())}
        contents = self._shelf.of(bank)
        return [
            _counted(contents, entity)
            for entity in contents.entities.values()
            if wanted & {part for form in _forms(entity) for part in (form, *form.split())}
        ]

    async def companions(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Mapping[EntityId, int]]:
        contents = self._shelf.of(bank)
        return {
            id: dict(
                Counter(
                    other
                    for memory in contents.memories_of.get(id, ())
                    for other in contents.entities_of[memory]
                    if other != id
                ).most_common(_COMPANIONS)
            )
            for id in entities
        }

    async def find(self, bank: BankId, id: EntityId) -> Entity | None:
        contents = self._shelf.of(bank)
        entity = contents.entities.get(id)
        return _counted(contents, entity) if entity else None

    async def memories(
        self, bank: BankId, entity: EntityId, *, networks: frozenset[Network], limit: int
    ) -> list[Memory]:
        contents = self._shelf.of(bank)
        mentioning = (contents.memory(id) for id in contents.memories_of.get(entity, ()))
        valid = [
            memory
            for memory in mentioning
            if memory.network in networks and memory.state is State.VALID
        ]
        return sorted(valid, key=latest_mention_first)[:limit]

    async def observations(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Memory]:
        found: dict[EntityId, Memory] = {}
        for entity in entities:
            for latest in await self.memories(bank, entity, networks=_OBSERVATIONS, limit=1):
                found[entity] = latest
        return found

    async def learnt(self, bank: BankId, entities: Sequence[EntityId]) -> dict[EntityId, datetime]:
        contents = self._shelf.of(bank)
        found: dict[EntityId, datetime] = {}
        for entity in entities:
            mentioning = (contents.memory(id) for id in contents.memories_of.get(entity, ()))
            known = [
                memory.known_at
                for memory in mentioning
                if memory.network in EVIDENCE and memory.state is State.VALID
            ]
            if known:
                found[entity] = max(known)
        return found

    async def page(self, bank: BankId, *, limit: int, offset: int) -> tuple[list[Entity], int]:
        contents = self._shelf.of(bank)
        entities = sorted(
            (_counted(contents, entity) for entity in contents.entities.values()),
            key=lambda entity: (-entity.mention_count, entity.key),
        )
        return entities[offset : offset + limit], len(entities)


def _forms(entity: Entity) -> tuple[str, ...]:
    return (entity.key, *entity.aliases)


def _counted(contents: Contents, entity: Entity) -> Entity:
    return replace(entity, mention_count=len(contents.memories_of.get(entity.id, ())))
