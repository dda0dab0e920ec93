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


def assert_opens(gate: threading.Event) -> None:
    assert gate.wait(10)
