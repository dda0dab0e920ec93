"""Who is who, as users decide it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, EntityId
from tacitus.domain.operations import Job


class IdentityStore(Protocol):
    """Merging, splitting and naming entities (`tacitus.domain.identity`); each is one transaction.

    Every method raises `EntityNotFound` where the bank knows no such entity. Jobs are enqueued in
    the transaction.
    """

    async def merge(
        self,
        bank: BankId,
        into: EntityId,
        other: EntityId,
        *,
        at: datetime,
        jobs: Sequence[Job] = (),
    ) -> Entity:
        """Let one entity stand for another from now on; return it.

        Its forms mean the one that stands for it, and its memories mention that one. `split` of its
        name takes all of it back.

        Raises:
            InvalidRequest: They are the same.
        """
        ...

    async def split(
        self, bank: BankId, id: EntityId, name: str, *, at: datetime, jobs: Sequence[Job] = ()
    ) -> tuple[Entity | None, Entity | None]:
        """Take a form off an entity with the mentions under it; they never become one by likeness.

        `merge` takes it back.

        Returns:
            What is left of the entity, and what was split off; None where nothing mentions it.

        Raises:
            InvalidRequest: The entity is not called that, or it is its own name.
            Conflict: Another entity has taken the name meanwhile.
        """
        ...

    async def alias(self, bank: BankId, id: EntityId, name: str) -> Entity:
        """Let a form mean an entity from now on; return it.

        Raises:
            InvalidRequest: There is no letter or digit in the form.
            Conflict: It means another entity already.
        """
        ...

    async def unalias(self, bank: BankId, id: EntityId, name: str) -> Entity:
        """Take an alias back; mentions under it stay where they are.

        Raises:
            InvalidRequest: It is no alias, or came with an entity that was merged.
        """
        ...
