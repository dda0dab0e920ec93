"""Looks at a bank as a whole, in memory."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from fnmatch import fnmatchcase
from itertools import combinations

from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.domain.graph import Entity, Link
from tacitus.domain.ids import BankId, EntityId, MemoryId
from tacitus.domain.memories import Memory, State
from tacitus.domain.surveys import Buckets, Company, Growth, TimeField


class Surveys:
    """Fills `SurveyStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def tags(
        self, bank: BankId, *, like: str, limit: int, offset: int
    ) -> tuple[list[tuple[str, int]], int]:
        records = self._shelf.of(bank).records.values()
        counts = Counter(tag for record in records for tag in record.memory.tags)
        # Only * has a meaning, as everywhere.
        shape = like.lower().replace("[", "[[]").replace("?", "[?]") or "*"
        found = [(tag, n) for tag, n in counts.items() if fnmatchcase(tag.lower(), shape)]
        found.sort(key=lambda pair: (-pair[1], pair[0]))
        return found[offset : offset + limit], len(found)

    async def bases(
        self, bank: BankId, memories: Sequence[MemoryId]
    ) -> dict[MemoryId, tuple[MemoryId, ...]]:
        drawn = self._shelf.of(bank).drawn_from
        return {id: tuple(sorted(drawn[id])) for id in memories if drawn.get(id)}

    async def links(self, bank: BankId, memories: Sequence[MemoryId]) -> list[Link]:
        wanted = set(memories)
        links = [
            Link(source, target, type, weight)
            for (source, target, type), weight in self._shelf.of(bank).links.items()
            if source in wanted and target in wanted
        ]
        return sorted(links, key=lambda link: (-link.weight, link.source, link.target, link.type))

    async def entities(self, bank: BankId, ids: Sequence[EntityId]) -> list[Entity]:
        contents = self._shelf.of(bank)
        found = [
            replace(contents.entities[id], mention_count=len(contents.memories_of.get(id, ())))
            for id in ids
            if id in contents.entities
        ]
        return sorted(found, key=lambda one: (-one.mention_count, one.key))

    async def company(self, bank: BankId, *, least: int, limit: int) -> tuple[list[Company], int]:
        met = _met(self._shelf.of(bank))
        pairs = [
            Company(one, other, len(said), max(said))
            for (one, other), said in met.items()
            if len(said) >= least
        ]
        pairs.sort(key=lambda pair: (-pair.memories, pair.one, pair.other))
        return pairs[:limit], len(pairs)

    async def growth(self, bank: BankId, buckets: Buckets, by: TimeField) -> Growth:
        memories = [record.memory for record in self._shelf.of(bank).records.values()]
        places = [(buckets.place(_when(memory, by)), memory.network) for memory in memories]
        return Counter((place, network) for place, network in places if place is not None)


def _met(contents: Contents) -> dict[tuple[EntityId, EntityId], list[datetime]]:
    met: dict[tuple[EntityId, EntityId], list[datetime]] = {}
    for id, entities in contents.entities_of.items():
        memory = contents.memories[id]
        if memory.state is State.VALID:
            for one, other in combinations(sorted(entities), 2):
                met.setdefault((one, other), []).append(memory.mentioned_at)
    return met


def _when(memory: Memory, by: TimeField) -> datetime:
    match by:
        case TimeField.LEARNT:
            return memory.known_at
        case TimeField.SAID:
            return memory.mentioned_at
        case TimeField.HAPPENED:
            return memory.occurred.start if memory.occurred else memory.known_at
