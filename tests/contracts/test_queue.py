"""What `TaskQueue` promises."""

import asyncio
from contextlib import suppress

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import (
    Conflict,
    InvalidRequest,
    ModelUnavailable,
    NotFound,
)
from tacitus.domain.ids import OperationId
from tacitus.domain.operations import JobKind, Operation, OperationStatus, Progress
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_bank, a_document, a_job, changes_of
from tests.contracts.stores import NewBank
from tests.contracts.working import Worker, named, operation, work

PENDING, PROCESSING = OperationStatus.PENDING, OperationStatus.PROCESSING
COMPLETED, FAILED = OperationStatus.COMPLETED, OperationStatus.FAILED
CANCELLED = OperationStatus.CANCELLED


# ------------------------------------------------------------------------ a job's life


async def test_a_new_job_waits_to_be_done(stores: Stores, bank: Bank) -> None:
    job = a_job(
        bank=bank, payload={"name": "日本", "list": [1, 2.5, None, True], "deep": {"a": {}}}
    )

    await stores.queue.enqueue([job])

    waiting = await operation(stores, job)
    assert (waiting.id, waiting.bank, waiting.kind) == (job.id, bank.id, JobKind.RETAIN)
    assert (waiting.status, waiting.payload) == (PENDING, job.payload)
    assert (waiting.attempts, waiting.error, waiting.result) == (0, None, None)
    assert (waiting.progress, waiting.next_try_at) == (None, None)
    assert not waiting.waits_for_model


async def test_a_done_job_shows_what_its_handler_gave_back(stores: Stores, bank: Bank) -> None:
    job, worker = named("one", bank), Worker()
    await stores.queue.enqueue([job])

    await work(stores, worker)

    [given] = worker.seen
    assert (given.id, given.payload, given.status) == (job.id, {"name": "one"}, PROCESSING)
    done = await operation(stores, job)
    assert (done.status, done.result, done.error) == (COMPLETED, {"done": "one"}, None)
    assert done.attempts == 1


async def test_a_done_job_is_not_done_again(stores: Stores, bank: Bank) -> None:
    worker = Worker()
    await stores.queue.enqueue([named("one", bank), named("two", bank)])

    await work(stores, worker)
    await work(stores, worker)

    assert sorted(map(str, worker.names)) == ["one", "two"]


async def test_what_a_handler_enqueues_is_done_too(stores: Stores, bank: Bank) -> None:
    worker = Worker()

    async def handler(operation: Operation) -> dict[str, object]:
        if operation.payload["name"] == "first":
            await stores.queue.enqueue([named("second", bank)])
        return await worker(operation)

    await stores.queue.enqueue([named("first", bank)])
    await stores.queue.run(handler, with_model=False, forever=False)

    assert worker.names == ["first", "second"]


async def test_a_worker_without_work_ends(stores: Stores) -> None:
    worker = Worker()

    await work(stores, worker)
    await stores.queue.enqueue([])
    await work(stores, worker)

    assert worker.seen == []


async def test_progress_can_be_seen_while_the_work_goes_on(stores: Stores, bank: Bank) -> None:
    job = a_job(bank=bank)
    seen: list[Operation] = []
    half_way = Progress(stage="reading", at=NOON, processed=5, total=10)

    async def handler(operation: Operation) -> dict[str, object]:
        await stores.queue.report(bank.id, operation.id, half_way)
        found = await stores.queue.find(bank.id, operation.id)
        assert found is not None
        seen.append(found)
        return {}

    await stores.queue.enqueue([job])
    await stores.queue.run(handler, with_model=False, forever=False)

    assert [(one.status, one.progress) for one in seen] == [(PROCESSING, half_way)]
    assert (await operation(stores, job)).progress == half_way


async def test_a_worker_for_ever_takes_what_comes_later(stores: Stores, bank: Bank) -> None:
    done: asyncio.Queue[object] = asyncio.Queue()

    async def handler(operation: Operation) -> dict[str, object]:
        done.put_nowait(operation.payload["name"])
        return {}

    running = asyncio.create_task(stores.queue.run(handler, with_model=False, forever=True))
    try:
        for name in ("one", "two"):
            await stores.queue.enqueue([named(name, bank)])
            async with asyncio.timeout(20):
                assert await done.get() == name
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_a_job_interrupted_by_the_end_of_its_worker_waits_again(
    stores: Stores, bank: Bank
) -> None:
    job, started = named("one", bank), asyncio.Event()
    await stores.queue.enqueue([job])

    async def handler(_: Operation) -> dict[str, object]:
        started.set()
        await asyncio.Event().wait()
        return {}

    running = asyncio.create_task(stores.queue.run(handler, with_model=False, forever=True))
    async with asyncio.timeout(20):
        await started.wait()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running

    assert (await operation(stores, job)).status is PENDING
    worker = Worker()
    await work(stores, worker)
    assert worker.names == ["one"]
    assert (await operation(stores, job)).status is COMPLETED


# ------------------------------------------------------------------------ which, and when


async def test_of_jobs_with_one_dedupe_key_only_the_first_is_kept_while_it_waits(
    stores: Stores, bank: Bank, new_bank: NewBank
) -> None:
    other, worker = await new_bank("other"), Worker()
    jobs = [named("one", bank, dedupe_key="k"), named("two", bank, dedupe_key="k")]
    elsewhere = named("elsewhere", other, dedupe_key="k")

    await stores.queue.enqueue([*jobs, elsewhere])
    await stores.queue.enqueue([named("three", bank, dedupe_key="k"), named("free", bank)])
    await work(stores, worker)

    assert sorted(map(str, worker.names)) == ["elsewhere", "free", "one"]
    assert await stores.queue.find(bank.id, jobs[1].id) is None


async def test_a_dedupe_key_is_free_again_when_its_job_is_under_way_or_over(
    stores: Stores, bank: Bank
) -> None:
    worker = Worker()

    async def handler(operation: Operation) -> dict[str, object]:
        if operation.payload["name"] == "first":
            await stores.queue.enqueue([named("during", bank, dedupe_key="k")])
        return await worker(operation)

    await stores.queue.enqueue([named("first", bank, dedupe_key="k")])
    await stores.queue.run(handler, with_model=False, forever=False)
    await stores.queue.enqueue([named("after", bank, dedupe_key="k")])
    await stores.queue.run(handler, with_model=False, forever=False)

    assert worker.names == ["first", "during", "after"]


async def test_jobs_with_one_order_key_run_one_after_another_in_order(
    stores: Stores, bank: Bank
) -> None:
    names = [f"{n}" for n in range(6)]
    under_way: set[object] = set()
    done: list[object] = []

    async def handler(operation: Operation) -> dict[str, object]:
        assert not under_way
        under_way.add(operation.id)
        await asyncio.sleep(0)
        under_way.clear()
        done.append(operation.payload["name"])
        return {}

    for name in names:
        await stores.queue.enqueue([named(name, bank, order_key="k")])
    await asyncio.gather(
        *(stores.queue.run(handler, with_model=False, forever=False) for _ in range(2))
    )
    await stores.queue.run(handler, with_model=False, forever=False)

    assert done == names


async def test_a_failed_job_lets_the_next_of_its_order_key_go(stores: Stores, bank: Bank) -> None:
    worker = Worker(InvalidRequest("no"))
    await stores.queue.enqueue([named(n, bank, order_key="k") for n in ("one", "two")])

    await work(stores, worker)

    assert worker.names == ["one", "two"]


async def test_a_job_that_will_be_tried_again_holds_back_the_next_of_its_order_key(
    stores: Stores, bank: Bank
) -> None:
    worker = Worker()

    async def handler(operation: Operation) -> dict[str, object]:
        done = await worker(operation)
        if operation.payload["name"] == "one":
            raise ModelUnavailable("busy")
        return done

    await stores.queue.enqueue([named(n, bank, order_key="k") for n in ("one", "two")])
    await stores.queue.enqueue([named("free", bank)])
    await stores.queue.run(handler, with_model=False, forever=False)

    assert sorted(map(str, worker.names)) == ["free", "one"]


async def test_what_waits_for_a_model_does_not_hold_back_what_needs_none(
    stores: Stores, bank: Bank
) -> None:
    worker = Worker()
    waits = a_job(JobKind.OBSERVE, bank=bank, order_key="k")
    await stores.queue.enqueue([waits, named("needs none", bank, order_key="k")])

    await work(stores, worker, with_model=False)

    assert worker.names == ["needs none"]


async def test_a_delayed_job_is_not_done_before_its_time(stores: Stores, bank: Bank) -> None:
    later, worker = named("later", bank, delay_seconds=3600.0), Worker()
    await stores.queue.enqueue([later, named("now", bank)])

    await work(stores, worker)

    assert worker.names == ["now"]
    assert (await operation(stores, later)).status is PENDING


@pytest.mark.parametrize("kind", [JobKind.OBSERVE, JobKind.REINFORCE, JobKind.MERGE_BACKGROUND])
async def test_what_needs_a_model_waits_in_sight_until_there_is_one(
    stores: Stores, bank: Bank, kind: JobKind
) -> None:
    job = a_job(kind, bank=bank, payload={"name": "one"})
    worker = Worker()
    await stores.queue.enqueue([job])

    await work(stores, worker, with_model=False)
    waiting = await operation(stores, job)
    assert (worker.seen, waiting.status, waiting.waits_for_model) == ([], PENDING, True)

    await work(stores, worker, with_model=True)
    assert worker.names == ["one"]
    assert (await operation(stores, job)).status is COMPLETED


# ------------------------------------------------------------------------ lists


async def test_operations_are_listed_newest_first(stores: Stores, bank: Bank) -> None:
    jobs = [named(f"{n}", bank) for n in range(5)]
    for job in jobs:
        await stores.queue.enqueue([job])

    first, total = await stores.queue.page(bank.id, status=None, limit=2, offset=0)
    rest, _ = await stores.queue.page(bank.id, status=None, limit=9, offset=2)

    ids: list[OperationId] = [one.id for one in (*first, *rest)]
    assert (ids, total) == ([job.id for job in reversed(jobs)], 5)


async def test_operations_can_be_listed_by_status(stores: Stores, bank: Bank) -> None:
    failing, waiting, other = named("one", bank), named("two", bank), named("three", bank)
    await stores.queue.enqueue([failing])
    await work(stores, Worker(InvalidRequest("no")))
    await stores.queue.enqueue([waiting, other])
    await stores.queue.cancel(bank.id, other.id)

    async def listed(status: OperationStatus) -> list[OperationId]:
        found, total = await stores.queue.page(bank.id, status=status, limit=9, offset=0)
        assert total == len(found)
        return [one.id for one in found]

    assert await listed(FAILED) == [failing.id]
    assert await listed(PENDING) == [waiting.id]
    assert await listed(CANCELLED) == [other.id]
    assert await listed(COMPLETED) == []
    assert (await stores.banks.stats(bank.id)).operations == {
        "failed": 1,
        "pending": 1,
        "cancelled": 1,
    }


# ------------------------------------------------------------------------ with the contents


async def test_jobs_come_with_the_changes_they_belong_to(stores: Stores, bank: Bank) -> None:
    job, worker = named("one", bank), Worker()

    await stores.memories.apply(changes_of(bank=bank, document=a_document(bank=bank), jobs=(job,)))
    await work(stores, worker)

    assert worker.names == ["one"]


async def test_the_jobs_of_refused_changes_do_not_exist(stores: Stores, bank: Bank) -> None:
    job, worker = named("one", bank), Worker()

    with pytest.raises(Conflict):
        await stores.memories.apply(
            changes_of(bank=bank, document=a_document(bank=bank), expected_revision=7, jobs=(job,))
        )
    await work(stores, worker)

    assert worker.seen == []
    assert await stores.queue.find(bank.id, job.id) is None


async def test_changes_heed_the_dedupe_keys_of_waiting_jobs(stores: Stores, bank: Bank) -> None:
    worker = Worker()
    await stores.queue.enqueue([named("one", bank, dedupe_key="k")])

    jobs = (named("two", bank, dedupe_key="k"), named("three", bank, dedupe_key="l"))
    await stores.memories.apply(changes_of(bank=bank, jobs=jobs))
    await work(stores, worker)

    assert sorted(map(str, worker.names)) == ["one", "three"]


async def test_the_jobs_of_a_deleted_bank_are_not_done(stores: Stores, bank: Bank) -> None:
    job, worker = named("one", bank), Worker()
    await stores.queue.enqueue([job])

    await stores.banks.delete(bank.id)
    await work(stores, worker)

    assert worker.seen == []
    assert await stores.queue.page(bank.id, status=None, limit=9, offset=0) == ([], 0)


async def test_a_bank_may_go_while_its_job_is_under_way(
    stores: Stores, bank: Bank, new_bank: NewBank
) -> None:
    other, worker = await new_bank("other"), Worker()

    async def handler(operation: Operation) -> dict[str, object]:
        await stores.banks.delete(operation.bank)
        await stores.queue.report(operation.bank, operation.id, Progress(stage="x", at=NOON))
        return {}

    await stores.queue.enqueue([a_job(bank=bank)])
    await stores.queue.run(handler, with_model=False, forever=False)
    await stores.queue.enqueue([named("one", other)])
    await work(stores, worker)

    assert worker.names == ["one"]


async def test_no_job_is_added_for_a_bank_that_is_gone(stores: Stores) -> None:
    gone = a_bank()

    with pytest.raises(NotFound):
        await stores.queue.enqueue([a_job(bank=gone)])
