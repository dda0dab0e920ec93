"""Doing jobs: procrastinate's worker, told when to try again and what to do of dead workers."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException, JobAborted
from procrastinate.jobs import Job as QueuedJob
from procrastinate.worker import Worker as QueueWorker

from tacitus.adapters.postgres.database import ACROSS, Database
from tacitus.adapters.postgres.faults import translated
from tacitus.adapters.postgres.jobs import DEFAULT, MODEL, TASK
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.adapters.postgres.operations import operation_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.domain.errors import StorageUnavailable, TacitusError
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Backlog, Operation
from tacitus.domain.retries import MOST_ATTEMPTS, next_delay, said
from tacitus.domain.withholding import payload_after
from tacitus.ports.runtime import Clock, Handler

_QUERIES = load("jobs")
_AT_ONCE = 4
"""Jobs that one worker does at a time: most of them wait for a model."""
_HEARTBEAT, _LEASE = 5.0, 20.0
"""Seconds between signs of life, and without one until another takes over."""
_GRACE = 1.0
"""Seconds that jobs have to end when their worker is told to; after that they wait again."""
_LOOK = 2.0
"""Seconds between looks at the queue: what came before a worker listened, nobody tells it of."""
_PAUSE = 2.0
_CANCEL_AGAIN = 0.5
_LOGGER = logging.getLogger("procrastinate.worker")


class _TryAgain(BaseRetryStrategy):
    """`tacitus.domain.retries`, in the queue's terms."""

    def get_retry_decision(
        self, *, exception: BaseException, job: QueuedJob
    ) -> RetryDecision | None:
        if isinstance(exception, asyncio.CancelledError | JobAborted):
            return RetryDecision()  # the worker ends, not the work
        delay = next_delay(job.attempts + 1, exception)
        if delay is None:
            return None
        return RetryDecision(retry_in={"milliseconds": int(delay * 1000)})


def _unforeseen(record: logging.LogRecord) -> bool:
    """Whether a log record is about more than an error that the job's user sees anyway."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, TacitusError)


class Worker:
    """Hands jobs to a handler, and looks after what needs looking after meanwhile."""

    def __init__(
        self, database: Database, connector: PsycopgConnector, nearest: Nearest, clock: Clock
    ) -> None:
        self._database = database
        self._connector = connector
        self._nearest = nearest
        self._clock = clock
        _LOGGER.addFilter(_unforeseen)

    async def run(self, handler: Handler, *, with_model: bool, forever: bool) -> None:
        """Work until cancelled, or until nothing is due."""
        queues = _queues(with_model=with_model)
        if forever:
            await self._forever(handler, queues)
            return
        await self._free_stalled()
        done = 1
        while done:  # a job may have brought others
            shift = _Shift(self._database, self._clock, handler)
            with translated():
                await self._work(shift, queues, wait=False)
            done = shift.done

    async def backlog(self, *, with_model: bool) -> Backlog:
        """Say what there is to do; see `TaskQueue`."""
        row = await self._database.row(
            ACROSS,
            _QUERIES["backlog"],
            queues=_queues(with_model=with_model),
            lease=_LEASE,
            now=self._clock.now(),
        )
        return Backlog(**row) if row else Backlog()

    async def _forever(self, handler: Handler, queues: list[str]) -> None:
        upkeep = [
            asyncio.create_task(self._keep_freeing()),
            asyncio.create_task(self._nearest.keep_indexes()),
        ]
        try:
            while True:
                shift = _Shift(self._database, self._clock, handler)
                with suppress(ConnectorException):  # the database may come back
                    await self._work(shift, queues, wait=True)
                await asyncio.sleep(_PAUSE)
        finally:
            await _cancel(*upkeep)

    async def _work(self, shift: "_Shift", queues: list[str], *, wait: bool) -> None:
        app = App(connector=self._connector)
        app.task(name=TASK, retry=_TryAgain())(shift.do)
        app.perform_import_paths()
        worker = QueueWorker(
            app,
            queues=queues,
            concurrency=_AT_ONCE,
            wait=wait,
            listen_notify=wait,
            fetch_job_polling_interval=_LOOK,
            install_signal_handlers=False,
            update_heartbeat_interval=_HEARTBEAT,
            stalled_worker_timeout=_LEASE,
        )
        running = asyncio.create_task(worker.run())
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            await _end(worker, shift, running)
            raise

    async def _keep_freeing(self) -> None:
        while True:
            with suppress(StorageUnavailable):
                await self._free_stalled()
            await asyncio.sleep(_LEASE / 2)

    async def _free_stalled(self) -> None:
        """Take up what dead workers held."""
        await self._database.rows(None, _QUERIES["release_stalled_keys"], lease=_LEASE)
        freed = await self._database.rows(
            None, _QUERIES["free_stalled"], lease=_LEASE, most=MOST_ATTEMPTS
        )
        for row in [row for row in freed if row["attempts"] + 1 >= MOST_ATTEMPTS]:
            await self._database.rows(
                BankId(row["bank"]),
                _QUERIES["note_stalled"],
                job=row["id"],
                error="The worker died in the middle of it, again and again",
                now=self._clock.now(),
            )


class _Shift:
    """The jobs done in one go, and how many they were."""

    def __init__(self, database: Database, clock: Clock, handler: Handler) -> None:
        self._database = database
        self._clock = clock
        self._handler = handler
        self._under_way: set[asyncio.Task[dict[str, object]]] = set()
        self.done = 0

    async def do(self, bank: str, operation: str) -> None:
        """Do one job; its errors are kept for its user and raised for the queue."""
        self.done += 1
        found = await self._begin(BankId(UUID(bank)), OperationId(UUID(operation)))
        if found is None:
            return
        try:
            result = await self._handle(found)
        except Exception as error:
            await self._end(found, result=None, error=said(error))
            raise
        left = payload_after(found, result)
        await self._end(found, result=as_json(result), error=None, payload=left)

    def cut(self) -> bool:
        """Cancel what is under way; whether anything was."""
        for task in self._under_way:
            task.cancel()
        return bool(self._under_way)

    async def _handle(self, operation: Operation) -> dict[str, object]:
        """Hand a job over, apart from the task in which the queue notes how it ended."""
        task = asyncio.ensure_future(self._handler(operation))
        self._under_way.add(task)
        try:
            return await task
        finally:
            self._under_way.discard(task)

    async def _begin(self, bank: BankId, id: OperationId) -> Operation | None:
        """Return what there is to do; None where its bank is gone."""
        now = self._clock.now()
        await self._database.rows(bank, _QUERIES["note_start"], operation=id, now=now)
        row = await self._database.row(bank, _QUERIES["operation_with_id"], operation=id)
        return operation_of(row) if row else None

    async def _end(
        self,
        operation: Operation,
        *,
        payload: Mapping[str, object] | None = None,
        **outcome: object,
    ) -> None:
        await self._database.rows(
            operation.bank,
            _QUERIES["note_end"],
            operation=operation.id,
            now=self._clock.now(),
            payload=payload and as_json(dict(payload)),
            **outcome,
        )


def _queues(*, with_model: bool) -> list[str]:
    return [DEFAULT, MODEL] if with_model else [DEFAULT]


async def _end(worker: QueueWorker, shift: _Shift, running: asyncio.Task[None]) -> None:
    """Tell a worker to end, and see that it does: a job has a moment, and waits again after that.

    It is told so, not cancelled: a cancellation may get lost while it starts.
    """
    await asyncio.sleep(0)  # as long as it has not begun it would forget what it is told
    worker.stop()
    await asyncio.wait([running], timeout=_GRACE)
    while not running.done():
        if not shift.cut():
            running.cancel()
        await asyncio.wait([running], timeout=_GRACE)
    if not running.cancelled():
        running.exception()  # of a database that went away meanwhile: nobody asks any more


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended.

    Once may not be enough: `asyncio.wait_for` of Python 3.11, in which every wait for the database
    ends up, loses a cancellation that comes together with what it waits for.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=_CANCEL_AGAIN)
