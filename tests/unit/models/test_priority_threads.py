"""Small jobs first, on threads of their own."""

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from tacitus.adapters.models.priority_threads import PriorityThreads


@pytest.fixture
def one_thread() -> Iterator[PriorityThreads]:
    threads = PriorityThreads(1, "test")
    yield threads
    threads.close()


async def begin(
    threads: PriorityThreads, size: int, call: Callable[[], None]
) -> asyncio.Task[None]:
    """Hand over a job and come back before it is done."""
    task = asyncio.create_task(threads.run(size, call))
    await asyncio.sleep(0)
    return task


async def test_what_waits_is_done_by_size_then_by_arrival(one_thread: PriorityThreads) -> None:
    gate, done = threading.Event(), list[str]()
    busy = await begin(one_thread, 1, lambda: assert_opens(gate))
    waiting = [
        await begin(one_thread, size, lambda name=name: done.append(name))
        for size, name in [(900, "document"), (1, "question"), (1, "next question")]
    ]

    gate.set()
    await asyncio.gather(busy, *waiting)

    assert done == ["question", "next question", "document"]


async def test_a_job_that_is_cancelled_while_it_waits_never_runs(
    one_thread: PriorityThreads,
) -> None:
    gate, done = threading.Event(), list[str]()
    busy = await begin(one_thread, 1, lambda: assert_opens(gate))
    unwanted = await begin(one_thread, 1, lambda: done.append("unwanted"))

    unwanted.cancel()
    await asyncio.gather(unwanted, return_exceptions=True)
    gate.set()
    await busy
    await one_thread.run(1, lambda: done.append("wanted"))

    assert done == ["wanted"]


async def test_what_a_job_raises_reaches_the_one_who_awaits_it(one_thread: PriorityThreads) -> None:
    with pytest.raises(ZeroDivisionError):
        await one_thread.run(1, lambda: 1 // 0)

    assert await one_thread.run(1, lambda: 2 // 1) == 2


async def test_calls_that_are_awaited_together_give_their_results_in_order() -> None:
    threads = PriorityThreads(3, "test")
    assert await threads.run_each(9, [lambda n=n: n * n for n in range(100)]) == [
        n * n for n in range(100)
    ]
    assert await threads.run_each(9, list[Callable[[], int]]()) == []
    threads.close()


async def test_with_the_first_that_raises_those_behind_it_are_skipped(
    one_thread: PriorityThreads,
) -> None:
    done = list[str]()

    def fail() -> None:
        raise ValueError("of no use")

    calls = [lambda: done.append("first"), fail, lambda: done.append("behind it")]
    with pytest.raises(ValueError, match="of no use"):
        await one_thread.run_each(2, calls)
    await one_thread.run(9, lambda: done.append("next"))

    assert done == ["first", "next"]


async def test_a_small_job_goes_before_what_is_left_of_a_big_one(
    one_thread: PriorityThreads,
) -> None:
    gate, done = threading.Event(), list[str]()
    busy = await begin(one_thread, 1, lambda: assert_opens(gate))
    pages = [lambda page=page: done.append(f"page {page}") for page in (1, 2)]
    big = asyncio.create_task(one_thread.run_each(900, pages))
    await asyncio.sleep(0)
    small = await begin(one_thread, 1, lambda: done.append("question"))

    gate.set()
    await asyncio.gather(busy, big, small)

    assert done == ["question", "page 1", "page 2"]


def assert_opens(gate: threading.Event) -> None:
    assert gate.wait(10)
