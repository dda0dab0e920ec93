"""What `TaskQueue` promises of work that fails, is cancelled, or is asked for again."""

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import (
    Conflict,
    InvalidRequest,
    ModelUnavailable,
    UnusableAnswer,
)
from tacitus.domain.operations import Operation, OperationStatus
from tacitus.ports.storage import Stores
from tests.builders import a_job
from tests.contracts.working import Worker, named, operation, work

PENDING, PROCESSING = OperationStatus.PENDING, OperationStatus.PROCESSING
COMPLETED, FAILED = OperationStatus.COMPLETED, OperationStatus.FAILED
CANCELLED = OperationStatus.CANCELLED


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (UnusableAnswer("The reply is not JSON"), "The reply is not JSON"),
        (InvalidRequest("No text: 日本 'quoted'"), "No text: 日本 'quoted'"),
        (KeyError("item"), "KeyError: 'item'"),
    ],
)
async def test_an_error_that_will_not_pass_fails_the_job_with_its_message(
    stores: Stores, bank: Bank, error: Exception, message: str
) -> None:
    job, other = named("one", bank), named("two", bank)
    await stores.queue.enqueue([job])

    await work(stores, Worker(error))
    await stores.queue.enqueue([other])
    await work(stores, Worker())

    failed = await operation(stores, job)
    assert (failed.status, failed.error, failed.attempts) == (FAILED, message, 1)
    assert (failed.result, failed.next_try_at) == (None, None)
    assert (await operation(stores, other)).status is COMPLETED


@pytest.mark.parametrize("error", [ModelUnavailable("busy", retry_after=90.0), Conflict("busy")])
async def test_an_error_that_may_pass_brings_the_job_back_later(
    stores: Stores, bank: Bank, error: Exception
) -> None:
    job, worker = named("one", bank), Worker(error)
    await stores.queue.enqueue([job])

    await work(stores, worker)

    waiting = await operation(stores, job)
    assert worker.names == ["one"], "it is not due yet"
    assert (waiting.status, waiting.error, waiting.attempts) == (PENDING, "busy", 1)
    assert waiting.next_try_at is not None


async def test_a_failed_job_can_be_asked_for_again(stores: Stores, bank: Bank) -> None:
    job, worker = named("one", bank), Worker(InvalidRequest("no"))
    await stores.queue.enqueue([job])
    await work(stores, worker)

    assert await stores.queue.retry(bank.id, job.id) is True
    waiting = await operation(stores, job)
    assert (waiting.status, waiting.error, waiting.attempts) == (PENDING, None, 0)

    await work(stores, worker)
    done = await operation(stores, job)
    assert (done.status, done.error, done.attempts) == (COMPLETED, None, 1)
    assert worker.names == ["one", "one"]


async def test_only_what_failed_or_was_cancelled_can_be_asked_for_again(
    stores: Stores, bank: Bank
) -> None:
    job = named("one", bank)
    await stores.queue.enqueue([job])
    assert await stores.queue.retry(bank.id, job.id) is False

    await work(stores, Worker())

    assert await stores.queue.retry(bank.id, job.id) is False
    assert await stores.queue.retry(bank.id, a_job(bank=bank).id) is False


async def test_a_waiting_job_can_be_cancelled_and_asked_for_again(
    stores: Stores, bank: Bank
) -> None:
    job, worker = named("one", bank), Worker()
    await stores.queue.enqueue([job])

    assert await stores.queue.cancel(bank.id, job.id) is True
    assert await stores.queue.cancel(bank.id, job.id) is False
    await work(stores, worker)
    assert (worker.seen, (await operation(stores, job)).status) == ([], CANCELLED)

    assert await stores.queue.retry(bank.id, job.id) is True
    await work(stores, worker)
    assert (await operation(stores, job)).status is COMPLETED


async def test_a_delayed_job_can_be_cancelled(stores: Stores, bank: Bank) -> None:
    job = named("one", bank, delay_seconds=3600.0, dedupe_key="k", order_key="k")
    await stores.queue.enqueue([job])

    assert await stores.queue.cancel(bank.id, job.id) is True

    worker = Worker()
    await stores.queue.enqueue([named("two", bank, dedupe_key="k", order_key="k")])
    await work(stores, worker)
    assert worker.names == ["two"]


async def test_only_what_waits_can_be_cancelled(stores: Stores, bank: Bank) -> None:
    job = named("one", bank)
    under_way: list[bool] = []

    async def handler(operation: Operation) -> dict[str, object]:
        under_way.append(await stores.queue.cancel(bank.id, operation.id))
        return {}

    await stores.queue.enqueue([job])
    await stores.queue.run(handler, with_model=False, forever=False)

    assert under_way == [False]
    assert await stores.queue.cancel(bank.id, job.id) is False
    assert await stores.queue.cancel(bank.id, a_job(bank=bank).id) is False
    assert (await operation(stores, job)).status is COMPLETED
