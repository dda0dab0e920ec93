"""Jobs in the contents of a bank."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from tacitus.adapters.in_memory.contents import Contents, KeptJob
from tacitus.domain.operations import NEEDS_MODEL, Job, Operation, OperationStatus

WAITING = OperationStatus.PENDING
UNDER_WAY = (OperationStatus.PENDING, OperationStatus.PROCESSING)


def add_job(contents: Contents, job: Job, now: datetime) -> None:
    """Add a job, unless one with its key still waits."""
    waiting = {
        kept.job.dedupe_key for kept in contents.jobs.values() if kept.operation.status is WAITING
    }
    if job.id in contents.jobs or (job.dedupe_key is not None and job.dedupe_key in waiting):
        return
    contents.jobs[job.id] = KeptJob(
        job=job,
        rank=max((kept.rank for kept in contents.jobs.values()), default=0) + 1,
        due=now + timedelta(seconds=job.delay_seconds),
        operation=Operation(
            id=job.id,
            bank=job.bank,
            kind=job.kind,
            status=OperationStatus.PENDING,
            created_at=now,
            updated_at=now,
            payload=job.payload,
        ),
    )


def open_jobs(contents: Contents, *, with_model: bool) -> Iterable[KeptJob]:
    """Return the waiting jobs that no earlier job of the same order key holds back."""
    held: set[str] = set()
    for kept in sorted(contents.jobs.values(), key=lambda kept: kept.rank):
        key = kept.job.order_key
        free = key is None or key not in held
        if key is not None and kept.operation.status in UNDER_WAY:
            held.add(key)
        able = with_model or kept.job.kind not in NEEDS_MODEL
        if free and able and kept.operation.status is WAITING:
            yield kept
