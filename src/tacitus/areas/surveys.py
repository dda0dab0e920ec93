"""Looks at a bank as a whole: tags, graphs, growth, and what is known of its entities in short."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tacitus.domain.banks import Bank
from tacitus.domain.graph import Entity
from tacitus.domain.ids import EntityId, MemoryId
from tacitus.domain.memories import Memory, MemoryPage, Network
from tacitus.domain.names import fold
from tacitus.domain.requests import check_page
from tacitus.domain.surveys import (
    Buckets,
    EntityGraph,
    Growth,
    MemoryGraph,
    Period,
    SourceFacts,
    TimeField,
    buckets,
    ties,
    within,
)
from tacitus.domain.texts import kept
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores
from tacitus.tasks.upkeep import Upkeep

_MADE = (Network.OBSERVATION, Network.OPINION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surveys:
    """Looks, which change nothing.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    upkeep: Upkeep
    clock: Clock

    async def tags(
        self, name: str, *, like: str = "", limit: int = 100, offset: int = 0
    ) -> tuple[list[tuple[str, int]], int]:
        """Return a page of tags, the most used first, and how many there are in all.

        Args:
            like: Only tags of this shape, whatever the case; `*` stands for any text.
        """
        check_page(limit, offset)
        kept(like, "The shape of tags")
        bank = (await self.bank(name)).id
        return await self.stores.surveys.tags(bank, like=like, limit=limit, offset=offset)

    async def growth(
        self, name: str, period: Period, by: TimeField = TimeField.LEARNT
    ) -> tuple[Buckets, Growth]:
        """Count memories over the last while."""
        seen = buckets(period, self.clock.now())
        return seen, await self.stores.surveys.growth((await self.bank(name)).id, seen, by)

    async def memory_graph(self, name: str, page: MemoryPage) -> MemoryGraph:
        """Return the latest memories of a page, and what joins them."""
        check_page(page.limit, page.offset)
        bank = (await self.bank(name)).id
        memories, total = await self.stores.memories.page(bank, page)
        links = await self.stores.surveys.links(bank, [memory.id for memory in memories])
        return MemoryGraph(memories, ties(memories, links, most=page.limit * 10), total)

    async def entity_graph(self, name: str, *, least: int = 1, limit: int = 1000) -> EntityGraph:
        """Return the entities that are most often mentioned together.

        Args:
            least: Memories that must mention both.
            limit: Pairs at most.
        """
        check_page(limit, 0)
        bank = (await self.bank(name)).id
        company, total = await self.stores.surveys.company(bank, least=least, limit=limit)
        _, entities = await self.stores.entities.page(bank, limit=1, offset=0)
        ids = dict.fromkeys(id for pair in company for id in (pair.one, pair.other))
        met = await self.stores.surveys.entities(bank, [*ids])
        return EntityGraph(met, company, entities, total)

    async def sources(
        self, name: str, memories: Iterable[Memory], *, most: int = -1, most_each: int = -1
    ) -> SourceFacts:
        """Return what the observations and opinions among some memories rest on.

        Args:
            most: Ceiling on the tokens of what is shown in full; -1 sets none.
            most_each: Ceiling on those of one observation.
        """
        made = [memory.id for memory in memories if memory.network in _MADE]
        if not made:
            return SourceFacts()
        bank = (await self.bank(name)).id
        found = await self.stores.surveys.bases(bank, made)
        bases = {id: found[id] for id in made if id in found}
        ids = {basis for rests_on in bases.values() for basis in rests_on}
        known = await self.stores.memories.get(bank, sorted(ids))
        return within(bases, known, most=most, most_each=most_each)

    # ------------------------------------------------------------------- what is known in short

    async def called(self, name: str, names: Sequence[str]) -> list[tuple[Entity, Memory | None]]:
        """Return the entities of these canonical names, each with its observation if it has one."""
        bank, wanted = await self.bank(name), set(names)
        alike = await self.stores.entities.alike(bank.id, [fold(one) for one in names])
        named = [entity for entity in alike if entity.name in wanted]
        observed = await self.stores.entities.observations(bank.id, [one.id for one in named])
        return [(entity, observed.get(entity.id)) for entity in named]

    async def stale(self, name: str, observations: Mapping[EntityId, Memory]) -> set[EntityId]:
        """Return the entities of which more is known by now than their observations say."""
        return {*await self.upkeep.stale((await self.bank(name)).id, observations)}

    async def outdated(self, name: str, memories: Iterable[Memory]) -> frozenset[MemoryId]:
        """Return the observations among some memories that say less than is known by now."""
        return await self.upkeep.outdated((await self.bank(name)).id, memories)
