"""Background work as its user sees it: looking at it, cancelling, repeating and forgetting it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tacitus.domain.banks import Bank
from tacitus.domain.errors import Conflict, OperationNotFound
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import JobKind, Operation, OperationStatus, together
from tacitus.domain.requests import check_page
from tacitus.ports.runtime import TaskQueue
from tacitus.tasks.accepting import parts_of

Step = Callable[[BankId, OperationId], Awaitable[bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Works:
    """Operations of a bank. What is done to work that was handed in at once is done to its parts.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    queue: TaskQueue

    async def page(
        self,
        name: str,
        *,
        status: OperationStatus | None = None,
        kind: JobKind | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[list[Operation], int]:
        """Return a page of single jobs, newest first, and how many there are in all."""
        check_page(limit, offset)
        bank = (await self.bank(name)).id
        return await self.queue.page(bank, status=status, kind=kind, limit=limit, offset=offset)

    async def find(self, name: str, id: OperationId) -> Operation | None:
        bank = (await self.bank(name)).id
        found = await self.queue.find(bank, id)
        if found is None and (parts := await parts_of(bank, id, self.queue)):
            return together(id, parts)
        return found

    async def cancel(self, name: str, id: OperationId) -> None:
        """Cancel an operation that still waits, or as much of it as does.

        Raises:
            OperationNotFound: There is none of this id.
            Conflict: It does not wait.
        """
        await self._each(name, id, self.queue.cancel, "cancelled: it is not waiting")

    async def retry(self, name: str, id: OperationId) -> None:
        """Let an operation that failed or was cancelled run again.

        Raises:
            OperationNotFound: There is none of this id.
            Conflict: It did neither.
        """
        why = "retried: it has neither failed nor been cancelled"
        await self._each(name, id, self.queue.retry, why)

    async def delete(self, name: str, id: OperationId) -> None:
        """Forget an operation that is over, with its result; what it did stays.

        Raises:
            OperationNotFound: There is none of this id.
            Conflict: It still waits or runs.
        """
        await self._each(name, id, self.queue.delete, "deleted: it is not over; cancel it first")

    async def _each(self, name: str, id: OperationId, step: Step, why: str) -> None:
        found = await self.find(name, id)
        if found is None:
            raise OperationNotFound(f"Operation '{id}' not found")
        done = [await step(part.bank, part.id) for part in found.parts or (found,)]
        if not any(done):
            raise Conflict(f"Operation '{id}' is {found.status} and cannot be {why}")
