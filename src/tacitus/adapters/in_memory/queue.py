"""Background work, in memory."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from tacitus.adapters.in_memory.contents import KeptJob, Shelf
from tacitus.adapters.in_memory.jobs import UNDER_WAY, add_job, backlog_of, open_jobs
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Backlog, Job, JobKind, Operation, OperationStatus, Progress
from tacitus.domain.retries import next_delay, said
from tacitus.domain.withholding import payload_after
from tacitus.ports.runtime import Clock, Handler

_LOOK_EVERY = 0.05
"""Seconds between two looks for work."""


class Queue:
    """Fills `TaskQueue`."""

    def __init__(self, shelf: Shelf, clock: Clock) -> None:
        self._shelf = shelf
        self._clock = clock

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            with self._shelf.writing(job.bank) as contents:
                add_job(contents, job, self._clock.now())

    async def find(self, bank: BankId, id: OperationId) -> Operation | None:
        kept = self._shelf.of(bank).jobs.get(id)
        return kept.operation if kept else None

    async def report(self, bank: BankId, id: OperationId, progress: Progress) -> None:
        self._change(bank, id, progress=progress)

    async def cancel(self, bank: BankId, id: OperationId) -> bool:
        operation = await self.find(bank, id)
        if operation is None or operation.status is not OperationStatus.PENDING:
            return False
        self._change(bank, id, status=OperationStatus.CANCELLED, next_try_at=None)
        return True

    async def retry(self, bank: BankId, id: OperationId) -> bool:
        operation = await self.find(bank, id)
        over = (OperationStatus.FAILED, OperationStatus.CANCELLED)
        if operation is None or operation.status not in over:
            return False
        self._change(
            bank, id, status=OperationStatus.PENDING, attempts=0, error=None, next_try_at=None
        )
        self._postpone(bank, id, 0)
        return True

    async def backlog(self, *, with_model: bool) -> Backlog:
        kept = [each for contents in self._shelf.banks.values() for each in contents.jobs.values()]
        return backlog_of(kept, self._clock.now(), with_model=with_model)

    async def run(self, handler: Handler, *, with_model: bool, forever: bool) -> None:
        while True:
            while kept := self._next(with_model=with_model):
                await self._work(kept, handler)
            if not forever:
                return
            await asyncio.sleep(_LOOK_EVERY)

    def _next(self, *, with_model: bool) -> KeptJob | None:
        now = self._clock.now()
        due = [
            kept
            for contents in self._shelf.banks.values()
            for kept in open_jobs(contents, with_model=with_model)
            if kept.due <= now
        ]
        return min(due, key=lambda kept: (kept.due, kept.rank), default=None)

    async def _work(self, kept: KeptJob, handler: Handler) -> None:
        bank, id = kept.job.bank, kept.job.id
        attempts = kept.operation.attempts + 1
        self._change(
            bank, id, status=OperationStatus.PROCESSING, attempts=attempts, next_try_at=None
        )
        operation = await self.find(bank, id)
        assert operation
        try:
            result = await handler(operation)
        except asyncio.CancelledError:
            self._change(bank, id, status=OperationStatus.PENDING)
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is, its user must see it)
            self._failed(operation, error)
        else:
            left = payload_after(operation, result)
            done = OperationStatus.COMPLETED
            self._change(
                bank, id, status=done, result=result, error=None, payload=left or operation.payload
            )

    def _failed(self, operation: Operation, error: Exception) -> None:
        bank, id = operation.bank, operation.id
        delay = next_delay(operation.attempts, error)
        if delay is None:
            self._change(bank, id, status=OperationStatus.FAILED, error=said(error))
            return
        self._change(bank, id, status=OperationStatus.PENDING, error=said(error))
        self._postpone(bank, id, delay)

    def _postpone(self, bank: BankId, id: OperationId, seconds: float) -> None:
        """Let a job run only after a while."""
        if id in self._shelf.of(bank).jobs:
            with self._shelf.writing(bank) as contents:
                kept = contents.jobs[id]
                due = self._clock.now() + timedelta(seconds=seconds)
                shown = replace(kept.operation, next_try_at=due if seconds else None)
                contents.jobs[id] = replace(kept, due=due, operation=shown)

    def _change(self, bank: BankId, id: OperationId, **values: object) -> None:
        """Set values of an operation; nothing where its bank has been deleted meanwhile."""
        if id in self._shelf.of(bank).jobs:
            with self._shelf.writing(bank) as contents:
                kept = contents.jobs[id]
                changed = replace(kept.operation, updated_at=self._clock.now(), **values)
                contents.jobs[id] = replace(kept, operation=changed)

    async def delete(self, bank: BankId, id: OperationId) -> bool:
        operation = await self.find(bank, id)
        if operation is None or operation.status in UNDER_WAY:
            return False
        with self._shelf.writing(bank) as contents:
            del contents.jobs[id]
        return True

    async def page(
        self,
        bank: BankId,
        *,
        status: OperationStatus | None,
        kind: JobKind | None = None,
        limit: int,
        offset: int,
    ) -> tuple[list[Operation], int]:
        kept = sorted(self._shelf.of(bank).jobs.values(), key=lambda kept: -kept.rank)
        found = [
            each.operation
            for each in kept
            if status in {None, each.operation.status} and kind in {None, each.operation.kind}
        ]
        return found[offset : offset + limit], len(found)
