"""Time and background work."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol

from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Backlog, Job, JobKind, Operation, OperationStatus, Progress


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...


Handler = Callable[[Operation], Awaitable[dict[str, object]]]
"""Does one job and returns what its user should see of it. May run again after a crash."""


Tell = Callable[[str, int, int], Awaitable[None]]
"""Is told how far long work has come: the stage, how many of its parts are done, and of how many."""


async def tell_nobody(stage: str, processed: int, total: int) -> None:
    """Stand in where nobody watches."""


class TaskQueue(Protocol):
    """Background work with leases: what a dead worker held is done by another.

    Of jobs with the same `order_key` a later one waits while an earlier one waits or runs; one
    that failed or was cancelled lets the next go, and one that waits for a model whatever needs none.
    """

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        """Add jobs; see `Job.dedupe_key`. `Changes.jobs` are added with their transaction instead.

        Raises:
            NotFound: The bank is gone.
        """
        ...

    async def page(
        self,
        bank: BankId,
        *,
        status: OperationStatus | None,
        kind: JobKind | None = None,
        limit: int,
        offset: int,
    ) -> tuple[list[Operation], int]:
        """Return a page of a bank's operations, newest first, and how many there are in all."""
        ...

    async def find(self, bank: BankId, id: OperationId) -> Operation | None: ...

    async def report(self, bank: BankId, id: OperationId, progress: Progress) -> None:
        """Show the user of an operation how far it has come; the last word stays when it ends."""
        ...

    async def cancel(self, bank: BankId, id: OperationId) -> bool:
        """Cancel a job that still waits; False if it is not waiting."""
        ...

    async def retry(self, bank: BankId, id: OperationId) -> bool:
        """Let a failed or cancelled job run again, as if for the first time; False if neither."""
        ...

    async def delete(self, bank: BankId, id: OperationId) -> bool:
        """Forget an operation that is over; False if it is not, or there is none."""
        ...

    async def backlog(self, *, with_model: bool) -> Backlog:
        """Say what there is to do, over all banks, for a worker with or without a language model."""
        ...

    async def run(self, handler: Handler, *, with_model: bool, forever: bool) -> None:
        """Work: hand each due job to the handler, until cancelled or (not `forever`) none is due.

        Jobs that need a model are taken only `with_model`. When and how often a job comes back after
        a retryable error is `tacitus.domain.retries.next_delay`; any other error fails it, with a
        message. A job interrupted by the end of its worker waits again. The last jobs of a run that is
        not `forever` take as long as they take; one that is cancelled leaves them a moment.
        """
        ...
