"""The queue in memory, seen by the clock; what every queue promises is in the contract suite."""

from datetime import timedelta

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.domain.banks import Bank
from tacitus.domain.errors import StorageUnavailable
from tacitus.domain.operations import Job, Operation, OperationStatus
from tacitus.domain.retries import MOST_ATTEMPTS
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_bank, a_job


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock(NOON, step=timedelta(0))


@pytest.fixture
def stores(clock: TickingClock) -> Stores:
    return open_in_memory(clock=clock)


@pytest.fixture
async def bank(stores: Stores) -> Bank:
    bank = a_bank()
    await stores.banks.save(bank)
    return bank


async def fail(_: Operation) -> dict[str, object]:
    raise StorageUnavailable("away")


async def succeed(_: Operation) -> dict[str, object]:
    return {}


async def find(stores: Stores, job: Job) -> Operation:
    found = await stores.queue.find(job.bank, job.id)
    assert found is not None
    return found


async def test_a_job_comes_back_after_its_pause_and_not_before(
    stores: Stores, bank: Bank, clock: TickingClock
) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])

    await stores.queue.run(fail, with_model=False, forever=False)
    assert (await find(stores, job)).next_try_at == NOON + timedelta(seconds=10)

    clock.advance(seconds=9)
    await stores.queue.run(succeed, with_model=False, forever=False)
    assert (await find(stores, job)).status is OperationStatus.PENDING

    clock.advance(seconds=1)
    await stores.queue.run(succeed, with_model=False, forever=False)
    done = await find(stores, job)
    assert (done.status, done.attempts, done.next_try_at) == (OperationStatus.COMPLETED, 2, None)
    assert done.error is None


async def test_a_job_that_keeps_failing_is_given_up(
    stores: Stores, bank: Bank, clock: TickingClock
) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])

    for _ in range(MOST_ATTEMPTS + 3):
        await stores.queue.run(fail, with_model=False, forever=False)
        clock.advance(hours=1)

    failed = await find(stores, job)
    assert (failed.status, failed.error) == (OperationStatus.FAILED, "away")
    assert failed.attempts == MOST_ATTEMPTS


async def test_a_delayed_job_is_done_when_its_delay_is_over(
    stores: Stores, bank: Bank, clock: TickingClock
) -> None:
    job = a_job(bank=bank, delay_seconds=30.0)
    await stores.queue.enqueue([job])

    clock.advance(seconds=30)
    await stores.queue.run(succeed, with_model=False, forever=False)

    assert (await find(stores, job)).status is OperationStatus.COMPLETED


async def test_a_job_asked_for_again_has_all_its_attempts_before_it(
    stores: Stores, bank: Bank, clock: TickingClock
) -> None:
    job = a_job(bank=bank)
    await stores.queue.enqueue([job])
    for _ in range(MOST_ATTEMPTS):
        await stores.queue.run(fail, with_model=False, forever=False)
        clock.advance(hours=1)

    await stores.queue.retry(bank.id, job.id)
    await stores.queue.run(fail, with_model=False, forever=False)

    waiting = await find(stores, job)
    assert (waiting.status, waiting.attempts) == (OperationStatus.PENDING, 1)
