"""Doing jobs: procrastinate's worker, told when to try again and what to do of dead workers."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from uuid import UUID

from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.app import WorkerOptions
from procrastinate.exceptions import ConnectorException, JobAborted
from procrastinate.jobs import Job as QueuedJob

from tacitus.adapters.postgres.database import Database
from tacitus.adapters.postgres.faults import translated
from tacitus.adapters.postgres.jobs import DEFAULT, MODEL, TASK
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.adapters.postgres.operations import operation_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.domain.errors import StorageUnavailable, TacitusError
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Operation
from tacitus.domain.retries import MOST_ATTEMPTS, next_delay, said
from tacitus.ports.runtime import Clock, Handler

_QUERIES = load("jobs")
_AT_ONCE = 4
"""Jobs that one worker does at a time: most of them wait for a model."""
_HEARTBEAT, _LEASE = 5.0, 20.0
"""Seconds between signs of life, and without one until another takes over."""
_GRACE = 1.0
"""Seconds that jobs have to end when their worker is told to; after that they wait again."""
_PAUSE = 2.0
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
        queues = [DEFAULT, MODEL] if with_model else [DEFAULT]
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
            for task in upkeep:
                task.cancel()
            await asyncio.gather(*upkeep, return_exceptions=True)

    def _work(self, shift: "_Shift", queues: list[str], *, wait: bool) -> Coroutine[Any, Any, None]:
        app = App(connector=self._connector)
        app.task(name=TASK, retry=_TryAgain())(shift.do)
        options: WorkerOptions = {
            "queues": queues,
            "concurrency": _AT_ONCE,
            "wait": wait,
            "listen_notify": wait,
            "install_signal_handlers": False,
            "update_heartbeat_interval": _HEARTBEAT,
            "stalled_worker_timeout": _LEASE,
        }
        if wait:  # without waiting for more, the end comes with the last job, whatever it takes
            options["shutdown_graceful_timeout"] = _GRACE
        return app.run_worker_async(**options)

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
        failed = [row["id"] for row in freed if row["attempts"] + 1 >= MOST_ATTEMPTS]
        if failed:
            await self._database.rows(
                None,
                _QUERIES["note_stalled"],
                jobs=failed,
                error="The worker died in the middle of it, again and again",
                now=self._clock.now(),
            )


class _Shift:
    """The jobs done in one go, and how many they were."""

    def __init__(self, database: Database, clock: Clock, handler: Handler) -> None:
        self._database = database
        self._clock = clock
        self._handler = handler
        self.done = 0

    async def do(self, bank: str, operation: str) -> None:
        """Do one job; its errors are kept for its user and raised for the queue."""
        self.done += 1
        found = await self._begin(BankId(UUID(bank)), OperationId(UUID(operation)))
        if found is None:
            return
        try:
            result = await self._handler(found)
        except Exception as error:
            await self._end(found, result=None, error=said(error))
            raise
        await self._end(found, result=as_json(result), error=None)

    async def _begin(self, bank: BankId, id: OperationId) -> Operation | None:
        """Return what there is to do; None where its bank is gone."""
        now = self._clock.now()
        await self._database.rows(bank, _QUERIES["note_start"], operation=id, now=now)
        row = await self._database.row(bank, _QUERIES["operation_with_id"], operation=id)
        return operation_of(row) if row else None

    async def _end(self, operation: Operation, **outcome: object) -> None:
        await self._database.rows(
            operation.bank,
            _QUERIES["note_end"],
            operation=operation.id,
            now=self._clock.now(),
            **outcome,
        )
