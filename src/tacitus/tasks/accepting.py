"""Documents to be read later: what their jobs are called, so that the same is taken once."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import uuid5

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import BankId, OperationId, uuid7
from tacitus.domain.items import item_to_json
from tacitus.domain.operations import Job, JobKind
from tacitus.ports.runtime import TaskQueue


async def accept(
    bank: BankId,
    items: Sequence[RetainItem],
    queue: TaskQueue,
    now: datetime,
    *,
    asked: OperationId | None,
) -> list[OperationId]:
    """Add a job for each document; return their ids.

    Args:
        asked: Id of the first job, from which those of the others follow.

    Raises:
        Conflict: Other documents were accepted under that id.
    """
    first = asked or OperationId(uuid7(now))
    jobs = [_job(bank, item, first, place) for place, item in enumerate(items)]
    if asked is None:
        await queue.enqueue(jobs)
    elif not await _accepted(jobs, queue):
        await queue.enqueue(jobs)
        # Somebody else may have come first meanwhile.
        await _accepted(jobs, queue)
    return [job.id for job in jobs]


def _job(bank: BankId, item: RetainItem, first: OperationId, place: int) -> Job:
    return Job(
        id=OperationId(uuid5(first, str(place))) if place else first,
        bank=bank,
        kind=JobKind.RETAIN,
        payload={"item": item_to_json(item)},
        order_key=f"retain/{item.document}" if item.document else None,
    )


async def _accepted(jobs: Sequence[Job], queue: TaskQueue) -> bool:
    """Whether the jobs are there already.

    Raises:
        Conflict: The first of them is, and one of them is missing or not the same.
    """
    found = [await queue.find(job.bank, job.id) for job in jobs]
    if not found or found[0] is None:
        return False
    for place, (job, known) in enumerate(zip(jobs, found, strict=True)):
        if known is None or known.kind is not job.kind or not _same(job.payload, known.payload):
            raise Conflict(
                f"Operation '{jobs[0].id}' was accepted with something else than items[{place}]:"
                " give new work an id of its own"
            )
    return True


def _same(asked: Mapping[str, object], known: Mapping[str, object]) -> bool:
    return json.dumps(dict(asked), sort_keys=True) == json.dumps(dict(known), sort_keys=True)
