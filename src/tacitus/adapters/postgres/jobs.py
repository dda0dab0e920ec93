"""Adding jobs to the queue, in the transaction of the change they belong to.

Who does a job depends on its queue: those that need a language model have one of their own.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from procrastinate import PsycopgConnector, utils
from procrastinate.jobs import Job as QueuedJob
from procrastinate.manager import JobManager

from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.domain.operations import NEEDS_MODEL, Job
from tacitus.ports.runtime import Clock

TASK = "tacitus"
"""The one task that the queue knows; what there is to do stands in the operation."""
DEFAULT, MODEL = "default", "model"
_QUERIES = load("jobs")


async def open_connector(database: Database) -> PsycopgConnector:
    """Return the queue's way to the database: our own pool."""
    connector = PsycopgConnector()
    pool: Any = database.pool  # the queue asks for rows in its own way
    await connector.open_async(pool)
    return connector


class Jobs:
    """Adds jobs with what their users see of them."""

    def __init__(self, connector: PsycopgConnector, clock: Clock) -> None:
        self._manager = JobManager(connector)
        self._clock = clock

    async def add(self, connection: Connection, jobs: Sequence[Job]) -> None:
        """Add jobs of one bank that is locked; not those whose dedupe key still waits."""
        wanted = await self._wanted(connection, jobs) if jobs else []
        if not wanted:
            return
        added = await self._defer(connection, wanted)
        now = self._clock.now()
        rows = [
            {
                "bank": job.bank,
                "id": job.id,
                "job": number,
                "kind": job.kind,
                "payload": dict(job.payload),
                "order_key": job.order_key,
                "now": now,
            }
            for job, number in zip(wanted, added, strict=True)
        ]
        await rows_of(connection, _QUERIES["insert_operations"], rows=as_json(rows))

    async def add_again(self, connection: Connection, job: Job) -> int:
        """Queue a job anew whose operation is there; return its number in the queue."""
        [number] = await self._defer(connection, [replace(job, dedupe_key=None)])
        return number

    async def cancel(self, connection: Connection, number: int) -> bool:
        """Take a job out if it still waits."""
        return await self._manager.cancel_job_by_id_async(number, connection=connection)

    async def _wanted(self, connection: Connection, jobs: Sequence[Job]) -> list[Job]:
        found = await rows_of(
            connection,
            _QUERIES["taken"],
            bank=jobs[0].bank,
            ids=[job.id for job in jobs],
            keys=[key for job in jobs if (key := _dedupe_key(job))],
        )
        taken = {row["id"] or row["key"] for row in found}
        wanted: list[Job] = []
        for job in jobs:
            key = _dedupe_key(job)
            if job.id not in taken and (key is None or key not in taken):
                wanted.append(job)
                taken |= {job.id, key}
        return wanted

    async def _defer(self, connection: Connection, jobs: Sequence[Job]) -> list[int]:
        queued = [_queued(job) for job in jobs]
        added = await self._manager.batch_defer_jobs_async(queued, connection=connection)
        return [job.id for job in added if job.id is not None]


def _queued(job: Job) -> QueuedJob:
    queue = MODEL if job.kind in NEEDS_MODEL else DEFAULT
    later = int(job.delay_seconds * 1000)
    return QueuedJob(
        id=None,
        queue=queue,
        # Of its own queue: what waits for a model must not hold up what needs none.
        lock=f"{job.bank}/{queue}/{job.order_key}" if job.order_key is not None else None,
        queueing_lock=_dedupe_key(job),
        task_name=TASK,
        task_kwargs={"bank": str(job.bank), "operation": str(job.id)},
        scheduled_at=utils.datetime_from_timedelta_params({"milliseconds": later})
        if later > 0
        else None,
    )


def _dedupe_key(job: Job) -> str | None:
    return f"{job.bank}/{job.dedupe_key}" if job.dedupe_key is not None else None
