"""Documents to be read later: what their jobs are called, so that the same is taken once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid5

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import BankId, OperationId, uuid7
from tacitus.domain.items import item_to_json
from tacitus.domain.operations import Job, JobKind, Operation
from tacitus.domain.withholding import same_order
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
        asked: Id of all of it, from which those of the jobs follow; of the one job, where it is one.

    Raises:
        Conflict: Other documents were accepted under that id.
    """
    whole = asked or OperationId(uuid7(now))
    jobs = [_job(bank, item, whole, (place, len(items))) for place, item in enumerate(items)]
    if asked is None:
        await queue.enqueue(jobs)
    elif jobs and not await _accepted(bank, whole, jobs, queue):
        await queue.enqueue(jobs)
        # Somebody else may have come first meanwhile.
        await _accepted(bank, whole, jobs, queue)
    return [job.id for job in jobs]


async def parts_of(bank: BankId, whole: OperationId, queue: TaskQueue) -> list[Operation]:
    """Return the jobs of documents that were accepted at once, as far as they are there."""
    first = await queue.find(bank, _part(whole, 0))
    if first is None:
        return []
    count = int(str(first.payload.get("parts", 1)))
    rest = [await queue.find(bank, _part(whole, place)) for place in range(1, count)]
    return [first, *(part for part in rest if part is not None)]


def _part(whole: OperationId, place: int) -> OperationId:
    return OperationId(uuid5(whole, str(place)))


def _job(bank: BankId, item: RetainItem, whole: OperationId, of: tuple[int, int]) -> Job:
    place, count = of
    single = count == 1
    return Job(
        id=whole if single else _part(whole, place),
        bank=bank,
        kind=JobKind.RETAIN,
        payload={"item": item_to_json(item), **({} if single else {"parts": count})},
        order_key=f"retain/{item.document}" if item.document else None,
    )


async def _accepted(
    bank: BankId, whole: OperationId, jobs: Sequence[Job], queue: TaskQueue
) -> bool:
    """Whether the jobs are there already.

    Raises:
        Conflict: What is there under their id is something else.
    """
    single = await queue.find(bank, whole)
    known = [single] if single else await parts_of(bank, whole, queue)
    if not known:
        return False
    same = [
        job.kind is one.kind and same_order(bank, job.payload, one.payload)
        for job, one in zip(jobs, known, strict=False)
    ]
    if len(jobs) != len(known) or not all(same):
        raise Conflict(
            f"Operation '{whole}' was accepted with other documents: give new work an id of its own"
        )
    return True
