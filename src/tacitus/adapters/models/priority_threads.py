"""Threads for computations off the event loop, the small ones first."""

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class _Job:
    size: int
    arrival: int
    do: Callable[[], None] = field(compare=False)


class PriorityThreads:
    """A thread that becomes free takes the job of the smallest size, then the one that came first.

    A job that runs is never interrupted: cut long work into short jobs of the size of the whole.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._many = threads
        self._waiting: list[_Job] = []
        self._arrivals = itertools.count()
        self._lock = threading.Lock()

    async def run(self, size: int, call: Callable[[], T]) -> T:
        """Return what `call` returns, or raise what it raises; when cancelled while waiting, skip it."""
        [result] = await self.run_each(size, [call])
        return result

    async def run_each(self, size: int, calls: Sequence[Callable[[], T]]) -> list[T]:
        """Return what the calls return, in their order; see `run`.

        The one that waits is woken once, not for each. With the first that raises those that have
        not begun are skipped.
        """
        if not calls:
            return []
        work = _Work(calls, asyncio.get_running_loop())
        with self._lock:
            for place in range(len(calls)):
                job = _Job(size, next(self._arrivals), partial(work.do, place))
                heapq.heappush(self._waiting, job)
        self._wake(min(self._many, len(calls)))
        return await work.done

    def close(self) -> None:
        """Take no more jobs; those that wait are still done."""
        self._threads.shutdown(wait=False)

    def _wake(self, threads: int) -> None:
        for _ in range(threads):
            self._threads.submit(self._do_all)
        time.sleep(0)  # they begin now, not when this thread comes to wait for something

    def _do_all(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                job = heapq.heappop(self._waiting)
            job.do()


class _Work(Generic[T]):
    """Calls that are awaited together."""

    def __init__(self, calls: Sequence[Callable[[], T]], loop: asyncio.AbstractEventLoop) -> None:
        self.done: asyncio.Future[list[T]] = loop.create_future()
        self._calls = calls
        self._loop = loop
        self._results: dict[int, T] = {}
        self._failed = False

    def do(self, place: int) -> None:
        """Do one of the calls, on the thread of the caller."""
        if self._failed or self.done.done():
            return
        try:
            self._results[place] = self._calls[place]()
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever awaits
            self._failed = True
            self._tell(partial(self.done.set_exception, error))
        else:
            if len(self._results) == len(self._calls):
                ordered = [self._results[at] for at in range(len(self._calls))]
                self._tell(partial(self.done.set_result, ordered))

    def _tell(self, settle: Callable[[], Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody awaits any more
            self._loop.call_soon_threadsafe(self._settle, settle)

    def _settle(self, settle: Callable[[], Any]) -> None:
        if not self.done.done():
            settle()
