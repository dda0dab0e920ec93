"""Who is who in a bank: looking entities up, merging, splitting and naming them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from tacitus.domain.banks import Bank
from tacitus.domain.errors import EntityNotFound
from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, EntityId
from tacitus.domain.names import fold
from tacitus.domain.operations import Job, observing
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores
from tacitus.retain.store import OBSERVED_FROM


@dataclass(frozen=True, slots=True, kw_only=True)
class Identities:
    """What users decide of entities; later retains respect it, and each decision can be taken back.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`, an entity that
    the bank does not know raises `EntityNotFound`. Where an entity is much spoken of, a new summary
    of it is queued with the decision.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    clock: Clock

    async def find(self, name: str, called: str) -> Entity:
        """Return the entity with this id, name or alias."""
        bank = (await self.bank(name)).id
        if (id := _as_id(called)) is not None:
            found = await self.stores.entities.find(bank, id)
            if found is not None:
                return found
        form = fold(called)
        for entity in await self.stores.entities.alike(bank, [form]):
            if form in entity.forms:
                return entity
        raise EntityNotFound(f"Entity '{called}' not found")

    async def merge(self, name: str, into: EntityId, other: EntityId) -> Entity:
        """Let one entity stand for another; splitting the other's name off takes it back.

        Raises:
            InvalidRequest: They are the same.
        """
        bank = (await self.bank(name)).id
        jobs = await self._summaries(bank, into, other)
        return await self.stores.identities.merge(bank, into, other, at=self.clock.now(), jobs=jobs)

    async def split(
        self, name: str, id: EntityId, form: str
    ) -> tuple[Entity | None, Entity | None]:
        """Take a form off an entity with the mentions under it; merging the two takes it back.

        Returns:
            What is left of the entity, and what was split off; None where nothing mentions it.

        Raises:
            InvalidRequest: The entity is not called that, or it is its own name.
            Conflict: Another entity has taken the name meanwhile.
        """
        bank = (await self.bank(name)).id
        jobs = await self._summaries(bank, id)
        return await self.stores.identities.split(bank, id, form, at=self.clock.now(), jobs=jobs)

    async def alias(self, name: str, id: EntityId, form: str) -> Entity:
        """Let a form mean an entity from now on; `unalias` takes it back.

        Raises:
            InvalidRequest: There is no letter or digit in the form.
            Conflict: It means another entity already.
        """
        return await self.stores.identities.alias((await self.bank(name)).id, id, form)

    async def unalias(self, name: str, id: EntityId, form: str) -> Entity:
        """Take an alias back; mentions under it stay where they are.

        Raises:
            InvalidRequest: It is no alias, or came with an entity that was merged.
        """
        return await self.stores.identities.unalias((await self.bank(name)).id, id, form)

    async def _summaries(self, bank: BankId, *ids: EntityId) -> list[Job]:
        """Return the job that summarises the first entity anew, if the entities are worth it."""
        found = [await self.stores.entities.find(bank, id) for id in ids]
        mentions = sum(entity.mention_count for entity in found if entity is not None)
        if mentions < OBSERVED_FROM:
            return []
        return [observing(bank, ids[0], self.clock.now(), 0.0)]


def _as_id(text: str) -> EntityId | None:
    try:
        return EntityId(UUID(text))
    except ValueError:
        return None
