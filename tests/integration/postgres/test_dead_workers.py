"""What a worker held when it died is done by another, once, unless it kills them all."""

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.operations import Job, Operation, OperationStatus
from tacitus.domain.retries import MOST_ATTEMPTS
from tacitus.ports.storage import Stores
from tests.builders import a_job
from tests.integration.postgres.conftest import Sql


async def take_and_die(sql: Sql, job: Job, *, ago: str) -> None:
    """Take the job as a worker would, whose last sign of life came some time ago."""
    [worker] = await sql("SELECT worker_id AS id FROM procrastinate_register_worker_v1()")
    await sql(
        "UPDATE procrastinate_jobs SET status = 'doing', worker_id = %(worker)s"
        " WHERE id = (SELECT job FROM operations WHERE id = %(id)s)",
        worker=worker["id"],
        id=job.id,
    )
    await sql(
        "UPDATE procrastinate_workers SET last_heartbeat = now() - %(ago)s::interval"
        " WHERE id = %(worker)s",
        ago=ago,
        worker=worker["id"],
    )


async def work(stores: Stores) -> list[Operation]:
    seen: list[Operation] = []

    async def handler(operation: Operation) -> dict[str, object]:
        seen.append(operation)
        return {}

    await stores.queue.run(handler, with_model=False, forever=False)
    return seen


async def status(stores: Stores, job: Job) -> tuple[OperationStatus, str | None]:
    found = await stores.queue.find(job.bank, job.id)
    assert found
    return found.status, found.error


async def test_a_job_of_a_dead_worker_is_done_by_the_next(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])
    await take_and_die(sql, job, ago="1 minute")
    assert await status(stores, job) == (OperationStatus.PROCESSING, None)

    assert [operation.id for operation in await work(stores)] == [job.id]
    assert await status(stores, job) == (OperationStatus.COMPLETED, None)


async def test_a_job_of_a_living_worker_is_left_to_it(stores: Stores, bank: Bank, sql: Sql) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])
    await take_and_die(sql, job, ago="1 second")

    assert await work(stores) == []
    assert await status(stores, job) == (OperationStatus.PROCESSING, None)


async def test_what_another_worker_holds_is_said_with_the_end_of_its_lease(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    await sql("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'")
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])
    await take_and_die(sql, job, ago="5 seconds")
    [now] = await sql("SELECT now()")

    left = await stores.queue.backlog(with_model=False)

    assert (left.held, left.due, left.workers) == (1, 0, 1)
    assert left.held_until is not None
    remaining = (left.held_until - now["now"]).total_seconds()
    assert remaining == pytest.approx(20 - 5, abs=1), "a lease lasts 20 seconds"


async def test_a_dead_worker_does_not_count_among_those_at_work(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    await sql("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'")

    assert (await stores.queue.backlog(with_model=False)).workers == 0


async def test_a_dead_workers_job_comes_back_although_another_waits_under_its_key(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    first, second = (a_job(bank=bank, dedupe_key="k", order_key="k") for _ in range(2))
    await stores.queue.enqueue([first])
    await take_and_die(sql, first, ago="1 minute")
    await stores.queue.enqueue([second])

    assert [operation.id for operation in await work(stores)] == [first.id, second.id]


async def test_a_job_that_kills_every_worker_fails_visibly_and_can_be_asked_for_again(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])
    await sql(
        "UPDATE procrastinate_jobs SET attempts = %(attempts)s"
        " WHERE id = (SELECT job FROM operations WHERE id = %(id)s)",
        attempts=MOST_ATTEMPTS - 1,
        id=job.id,
    )
    await take_and_die(sql, job, ago="1 minute")

    assert await work(stores) == []
    assert await status(stores, job) == (
        OperationStatus.FAILED,
        "The worker died in the middle of it, again and again",
    )

    assert await stores.queue.retry(bank.id, job.id)
    assert [operation.id for operation in await work(stores)] == [job.id]
