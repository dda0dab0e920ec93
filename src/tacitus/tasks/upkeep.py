"""What a change leaves to be done in the background: observations renewed, the background merged."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank
from tacitus.domain.documents import DocumentAct, DocumentChange
from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, EntityId, MemoryId, OperationId, uuid7
from tacitus.domain.memories import Memory, Network, State
from tacitus.domain.names import fold
from tacitus.domain.operations import Job, JobKind, observing
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores
from tacitus.reflect.observe import stale
from tacitus.retain.store import OBSERVED_FROM, SETTLE_SECONDS
from tacitus.tasks.refreshing import answer_withdrawn

DISTRUST = "A statement it may rest on was found wrong"


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Asks for background work; nothing is done here."""

    stores: Stores
    clock: Clock

    async def observed(self, bank: BankId, memories: Sequence[Memory]) -> list[Entity]:
        """Return the entities of some memories that are, or ought to be, summarised."""
        names = {name for memory in memories for name in memory.entities}
        if not names:
            return []
        alike = await self.stores.entities.alike(bank, sorted(fold(name) for name in names))
        named = [entity for entity in alike if entity.name in names]
        known = await self.stores.entities.observations(bank, [one.id for one in named])
        return [one for one in named if one.id in known or one.mention_count >= OBSERVED_FROM]

    async def renew(self, bank: BankId, entities: Iterable[Entity]) -> None:
        """Have entities summarised anew, once further changes have gathered."""
        now = self.clock.now()
        jobs = [observing(bank, entity.id, now, SETTLE_SECONDS) for entity in entities]
        if jobs:
            await self.stores.queue.enqueue(jobs)

    async def note_deleted(self, bank: BankId, memory: Memory) -> None:
        """Let the documents that a memory was read in remember that it was deleted."""
        change = DocumentChange(
            at=self.clock.now(), act=DocumentAct.FACT_DELETED, memory=memory.id, removed=1
        )
        for document in dict.fromkeys(source.document for source in memory.sources):
            await self.stores.documents.note(bank, document, change)

    async def answer_anew(self, bank: BankId) -> None:
        """Have the standing questions answered whose answers went with what they rested on."""
        await answer_withdrawn(bank, self.stores.standing, self.stores.queue, self.clock)

    async def distrust(self, bank: BankId, memory: Memory, entities: Sequence[Entity]) -> None:
        """Invalidate the summaries that may rest on a memory; new ones take their place."""
        known = await self.stores.entities.observations(bank, [one.id for one in entities])
        for observation in known.values():
            if observation.known_at >= memory.known_at:
                await self.stores.memories.set_state(
                    bank, observation.id, State.INVALIDATED, reason=DISTRUST
                )

    async def stale(
        self, bank: BankId, observations: Mapping[EntityId, Memory]
    ) -> frozenset[EntityId]:
        """Return the entities of which more is known by now than their summaries say."""
        return await stale(bank, observations, self.stores.entities)

    async def outdated(self, bank: BankId, memories: Iterable[Memory]) -> frozenset[MemoryId]:
        """Return the observations among some memories that say less than is known by now."""
        made = [one for one in memories if one.network is Network.OBSERVATION]
        names = {name for one in made for name in one.entities}
        if not names:
            return frozenset()
        alike = await self.stores.entities.alike(bank, sorted(fold(name) for name in names))
        ids = {entity.name: entity.id for entity in alike if entity.name in names}
        latest = await self.stores.entities.observations(bank, [*ids.values()])
        stale = await self.stale(bank, latest)
        fresh = {one.id for entity, one in latest.items() if entity not in stale}
        return frozenset(one.id for one in made) - fresh

    async def add_background(self, bank: Bank, statement: str) -> tuple[Bank, OperationId | None]:
        """Append a statement, to be merged in the background; what is said already is not added.

        It counts at once. The merge, which a language model does, lets it win a conflict.
        """
        added = " ".join(statement.split())
        if not added or added in bank.background:
            return bank, None
        now = self.clock.now()
        background = f"{bank.background}\n{added}".strip()
        changed = replace(bank, background=background, updated_at=now)
        await self.stores.banks.save(changed)
        if not bank.background.strip():
            return changed, None
        id = OperationId(uuid7(now))
        job = Job(
            id=id,
            bank=bank.id,
            kind=JobKind.MERGE_BACKGROUND,
            payload={"statement": added},
            order_key="background",
        )
        await self.stores.queue.enqueue([job])
        return changed, id
