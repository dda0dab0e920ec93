"""Background work: jobs in procrastinate's tables, what users see of them in ours."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict

from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.jobs import Jobs
from tacitus.adapters.postgres.operations import operation_of, statuses_shown_as
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json, counted_page
from tacitus.adapters.postgres.working import Worker
from tacitus.domain.errors import NotFound
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Backlog, Job, JobKind, Operation, OperationStatus, Progress
from tacitus.ports.runtime import Clock, Handler

_QUERIES = load("jobs")
_OVER = (OperationStatus.FAILED, OperationStatus.CANCELLED)


class Queue:
    """Fills `TaskQueue`."""

    def __init__(self, database: Database, worker: Worker, jobs: Jobs, clock: Clock) -> None:
        self._database = database
        self._worker = worker
        self._jobs = jobs
        self._clock = clock

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        by_bank: dict[BankId, list[Job]] = defaultdict(list)
        for job in jobs:
            by_bank[job.bank].append(job)
        for bank, of_bank in by_bank.items():
            await self._add(bank, of_bank)

    async def _add(self, bank: BankId, jobs: Sequence[Job]) -> None:
        async def work(connection: Connection) -> None:
            await self._jobs.add(connection, jobs)

        await self._database.write(bank, work)

    async def find(self, bank: BankId, id: OperationId) -> Operation | None:
        row = await self._database.row(bank, _QUERIES["operation_with_id"], operation=id)
        return operation_of(row) if row else None

    async def report(self, bank: BankId, id: OperationId, progress: Progress) -> None:
        await self._database.rows(
            bank,
            _QUERIES["note_progress"],
            operation=id,
            progress=as_json({**asdict(progress), "at": progress.at.isoformat()}),
            now=self._clock.now(),
        )

    async def cancel(self, bank: BankId, id: OperationId) -> bool:
        async def work(connection: Connection) -> bool:
            found = await rows_of(
                connection, _QUERIES["operation_with_id"], bank=bank, operation=id
            )
            if not found or not await self._jobs.cancel(connection, found[0]["job"]):
                return False
            now = self._clock.now()
            await rows_of(connection, _QUERIES["note_cancelled"], bank=bank, operation=id, now=now)
            return True

        return await self._change(bank, work)

    async def retry(self, bank: BankId, id: OperationId) -> bool:
        async def work(connection: Connection) -> bool:
            found = await rows_of(
                connection, _QUERIES["operation_with_id"], bank=bank, operation=id
            )
            if not found or operation_of(found[0]).status not in _OVER:
                return False
            [row] = found
            before = operation_of(row)
            job = Job(id=id, bank=bank, kind=before.kind, order_key=row["order_key"])
            values = {"job": await self._jobs.add_again(connection, job), "now": self._clock.now()}
            await rows_of(connection, _QUERIES["give_new_job"], bank=bank, operation=id, **values)
            await rows_of(connection, _QUERIES["drop_job"], job=row["job"])
            return True

        return await self._change(bank, work)

    async def run(self, handler: Handler, *, with_model: bool, forever: bool) -> None:
        await self._worker.run(handler, with_model=with_model, forever=forever)

    async def backlog(self, *, with_model: bool) -> Backlog:
        return await self._worker.backlog(with_model=with_model)

    async def delete(self, bank: BankId, id: OperationId) -> bool:
        async def work(connection: Connection) -> bool:
            found = await rows_of(connection, _QUERIES["delete_operation"], bank=bank, operation=id)
            for row in found:
                await rows_of(connection, _QUERIES["drop_job"], job=row["job"])
            return bool(found)

        return await self._change(bank, work)

    async def page(
        self,
        bank: BankId,
        *,
        status: OperationStatus | None,
        kind: JobKind | None = None,
        limit: int,
        offset: int,
    ) -> tuple[list[Operation], int]:
        rows = await self._database.rows(
            bank,
            _QUERIES["operations_by_time"],
            statuses=statuses_shown_as(status),
            kind=kind,
            limit=limit,
            offset=offset,
        )
        found, total = counted_page(rows)
        return [operation_of(row) for row in found], total

    async def _change(self, bank: BankId, work: Callable[[Connection], Awaitable[bool]]) -> bool:
        try:
            return await self._database.write(bank, work)
        except NotFound:
            return False
