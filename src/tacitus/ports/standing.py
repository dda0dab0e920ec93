"""Directives and standing answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.standing import AnswerId, Directive, DirectiveId, StandingAnswer, Version


class StandingStore(Protocol):
    """What stands in a bank besides its memories; it goes with the bank.

    What an answer says, or said before, goes with any of the memories that it rests on, in the
    transaction in which they go (see `StandingAnswer.withdrawn`).
    """

    async def directives(self, bank: BankId) -> list[Directive]:
        """Return all, oldest first."""
        ...

    async def save_directive(self, directive: Directive) -> None:
        """Insert it, or replace everything but its creation time.

        Raises:
            NotFound: The bank is gone.
        """
        ...

    async def delete_directive(self, bank: BankId, id: DirectiveId) -> bool:
        """Delete it; False if there is none."""
        ...

    async def answers(self, bank: BankId) -> list[StandingAnswer]:
        """Return all, oldest first."""
        ...

    async def answer(self, bank: BankId, id: AnswerId) -> StandingAnswer | None: ...

    async def save_answer(
        self, answer: StandingAnswer, *, replaced_at: datetime, seen: StandingAnswer | None = None
    ) -> None:
        """Insert it, or replace everything but its creation time; other content becomes a version.

        Args:
            seen: As it was read, by who changes a part of it.

        Raises:
            Conflict: It is not as it was seen any more.
            NotFound: The bank is gone.
        """
        ...

    async def withdraw(self, bank: BankId, memories: Sequence[MemoryId]) -> None:
        """Take away what answers say or said, where it rests on some memories, there or not."""
        ...

    async def delete_answer(self, bank: BankId, id: AnswerId) -> bool:
        """Delete it with its versions; False if there is none."""
        ...

    async def versions(self, bank: BankId, id: AnswerId) -> list[Version]:
        """Return what it said before, latest first; at most 100."""
        ...
