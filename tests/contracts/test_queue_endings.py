"""What `TaskQueue` promises of workers that end, and of what is left to do."""

import asyncio

from tacitus.domain.banks import Bank
from tacitus.domain.errors import InvalidRequest, ModelUnavailable
from tacitus.domain.operations import Backlog, JobKind, Operation, OperationStatus
from tacitus.ports.runtime import Handler
from tacitus.ports.storage import Stores
from tests.builders import a_job
from tests.contracts.working import Worker, named, operation, work

LONGER_THAN_A_MOMENT = 1.5


async def ended(task: asyncio.Task[None]) -> bool:
    """Tell a worker to end, once; whether it does so soon."""
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=20)
    return bool(done)


def working(stores: Stores, handler: Handler, *, forever: bool) -> asyncio.Task[None]:
    return asyncio.create_task(stores.queue.run(handler, with_model=True, forever=forever))


async def test_a_worker_ends_at_whichever_step_of_its_start_it_is_told_to(stores: Stores) -> None:
    stuck: list[int] = []
    for steps in range(60):
        running = working(stores, Worker(), forever=True)
        for _ in range(steps):
            await asyncio.sleep(0)
        if not await ended(running):
            stuck.append(steps)

    assert stuck == []


async def test_a_worker_that_does_what_is_there_lets_the_last_job_end(
    stores: Stores, bank: Bank
) -> None:
    long, short = named("long", bank), named("short", bank)
    cut: list[object] = []

    async def handler(operation: Operation) -> dict[str, object]:
        try:
            if operation.payload["name"] == "long":
                await asyncio.sleep(LONGER_THAN_A_MOMENT)
        except asyncio.CancelledError:
            cut.append(operation.payload["name"])
            raise
        return {}

    await stores.queue.enqueue([long, short])
    await stores.queue.run(handler, with_model=False, forever=False)

    assert cut == []
    for job in (long, short):
        done = await operation(stores, job)
        assert (done.status, done.attempts) == (OperationStatus.COMPLETED, 1)


async def test_a_worker_that_is_told_to_end_in_the_middle_leaves_its_job_to_the_next(
    stores: Stores, bank: Bank
) -> None:
    for forever in (True, False):
        job, started, worker = named("one", bank), asyncio.Event(), Worker()
        await stores.queue.enqueue([job])

        async def handler(_: Operation, started: asyncio.Event = started) -> dict[str, object]:
            started.set()
            await asyncio.Event().wait()
            return {}

        running = working(stores, handler, forever=forever)
        async with asyncio.timeout(20):
            await started.wait()

        assert await ended(running)
        assert (await operation(stores, job)).status is OperationStatus.PENDING
        await work(stores, worker)
        assert worker.names == ["one"]


# ------------------------------------------------------------------------ what is left to do


async def test_what_is_left_to_do_is_counted_by_what_it_waits_for(
    stores: Stores, bank: Bank
) -> None:
    before = await stores.queue.backlog(with_model=False)
    jobs = [
        named("now", bank),
        named("later", bank, delay_seconds=3600.0),
        a_job(JobKind.OBSERVE, bank=bank),
    ]
    await stores.queue.enqueue(jobs)

    without = await stores.queue.backlog(with_model=False)
    with_model = await stores.queue.backlog(with_model=True)

    def added(after: Backlog) -> tuple[int, int, int]:
        return (
            after.due - before.due,
            after.later - before.later,
            after.for_model - before.for_model,
        )

    assert added(without) == (1, 1, 1)
    assert added(with_model) == (2, 1, -before.for_model)
    assert without.age_seconds > 0
    assert without.next_at is not None


async def test_what_has_just_been_done_is_not_left_to_do(stores: Stores, bank: Bank) -> None:
    seen: list[Backlog] = []

    async def handler(_: Operation) -> dict[str, object]:
        seen.append(await stores.queue.backlog(with_model=False))
        return {}

    await stores.queue.enqueue([named("one", bank)])
    await stores.queue.run(handler, with_model=False, forever=False)
    after = await stores.queue.backlog(with_model=False)

    assert [one.held for one in seen] == [1]
    assert (after.due, after.held, after.age_seconds) == (0, 0, 0)


async def test_what_failed_is_left_for_good_or_until_its_time(stores: Stores, bank: Bank) -> None:
    before = await stores.queue.backlog(with_model=False)
    await stores.queue.enqueue([named("one", bank), named("two", bank)])

    await work(stores, Worker(InvalidRequest("no"), ModelUnavailable("busy")))

    after = await stores.queue.backlog(with_model=False)
    assert (after.failed - before.failed, after.later - before.later, after.due) == (1, 1, 0)


async def test_closing_what_was_opened_a_moment_ago_does_not_wait(stores: Stores) -> None:
    """Many workers come and go at once, as in a program that opens a memory for every request."""
    running = [working(stores, Worker(), forever=True) for _ in range(8)]
    await asyncio.sleep(0)
    for task in running:
        task.cancel()
    async with asyncio.timeout(20):
        ended = await asyncio.gather(*running, return_exceptions=True)

    assert {type(one) for one in ended} == {asyncio.CancelledError}
