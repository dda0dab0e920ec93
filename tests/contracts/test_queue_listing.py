"""What `TaskQueue` promises of what is over, and of kinds."""

from tacitus.domain.banks import Bank
from tacitus.domain.operations import JobKind, Operation, OperationStatus
from tacitus.ports.storage import Stores
from tests.builders import a_job


async def done(operation: Operation) -> dict[str, object]:
    return {"done": operation.kind}


async def test_operations_are_listed_by_kind(stores: Stores, bank: Bank) -> None:
    kinds = (JobKind.RETAIN, JobKind.FORM, JobKind.RETAIN)
    jobs = [a_job(kind, bank=bank) for kind in kinds]
    await stores.queue.enqueue(jobs)

    async def listed(kind: JobKind | None, limit: int = 9) -> tuple[list[object], int]:
        found, total = await stores.queue.page(
            bank.id, status=None, kind=kind, limit=limit, offset=0
        )
        return [operation.id for operation in found], total

    assert await listed(JobKind.RETAIN) == ([jobs[2].id, jobs[0].id], 2)
    assert await listed(JobKind.RETAIN, limit=1) == ([jobs[2].id], 2)
    assert await listed(JobKind.OBSERVE) == ([], 0)
    assert (await listed(None))[1] == 3


async def test_what_is_over_is_forgotten_and_nothing_else(stores: Stores, bank: Bank) -> None:
    waiting, cancelled = a_job(bank=bank), a_job(bank=bank)
    await stores.queue.enqueue([waiting, cancelled])
    await stores.queue.cancel(bank.id, cancelled.id)

    assert await stores.queue.delete(bank.id, cancelled.id)
    assert not await stores.queue.delete(bank.id, cancelled.id)
    assert not await stores.queue.delete(bank.id, waiting.id)

    found, _ = await stores.queue.page(bank.id, status=None, limit=9, offset=0)
    assert [operation.id for operation in found] == [waiting.id]
    await stores.queue.run(done, with_model=False, forever=False)
    assert await stores.queue.delete(bank.id, waiting.id)


async def test_an_id_that_was_forgotten_can_be_used_again(stores: Stores, bank: Bank) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])
    await stores.queue.run(done, with_model=False, forever=False)
    await stores.queue.delete(bank.id, job.id)

    await stores.queue.enqueue([job])

    found = await stores.queue.find(bank.id, job.id)
    assert found is not None
    assert found.status is OperationStatus.PENDING
