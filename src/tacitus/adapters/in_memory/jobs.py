"""Jobs in the contents of a bank."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from tacitus.adapters.in_memory.contents import Contents, KeptJob
from tacitus.domain.operations import NEEDS_MODEL, Backlog, Job, Operation, OperationStatus

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
    """Return the waiting jobs that no earlier job of the same order key holds back.

    What needs a model holds back only what needs one, too.
    """
    held: set[tuple[str, bool]] = set()
    for kept in sorted(contents.jobs.values(), key=lambda kept: kept.rank):
        status, needs_model = kept.operation.status, kept.job.kind in NEEDS_MODEL
        line = None if kept.job.order_key is None else (kept.job.order_key, needs_model)
        able = with_model or not needs_model
        if status is WAITING and able and (line is None or line not in held):
            yield kept
        if line is not None and status in UNDER_WAY:
            held.add(line)


def backlog_of(jobs: Iterable[KeptJob], now: datetime, *, with_model: bool) -> Backlog:
    """Count jobs by what can be done of them now."""
    by_status: defaultdict[OperationStatus, list[KeptJob]] = defaultdict(list)
    for kept in jobs:
        by_status[kept.operation.status].append(kept)
    waiting = by_status[WAITING]
    able = [kept for kept in waiting if with_model or kept.job.kind not in NEEDS_MODEL]
    due = [kept.due for kept in able if kept.due <= now]
    later = [kept.due for kept in able if kept.due > now]
    return Backlog(
        due=len(due),
        age_seconds=max(((now - since).total_seconds() for since in due), default=0.0),
        later=len(later),
        next_at=min(later, default=None),
        for_model=len(waiting) - len(able),
        held=len(by_status[OperationStatus.PROCESSING]),
        failed=len(by_status[OperationStatus.FAILED]),
    )
