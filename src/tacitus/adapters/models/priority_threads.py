"""Threads for computations off the event loop, the small ones first."""

import asyncio
import heapq
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class _Job:
    size: int
    arrival: int
    call: Callable[[], Any] = field(compare=False)
    future: Future[Any] = field(compare=False)


class PriorityThreads:
    """A thread that becomes free takes the job of the smallest size, then the one that came first.

    A job that runs is never interrupted: cut long work into short jobs of the size of the whole.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._waiting: list[_Job] = []
        self._arrivals = itertools.count()
        self._lock = threading.Lock()

    async def run(self, size: int, call: Callable[[], T]) -> T:
        """Return what `call` returns, or raise what it raises; when cancelled while waiting, skip it."""
        future: Future[T] = Future()
        with self._lock:
            heapq.heappush(self._waiting, _Job(size, next(self._arrivals), call, future))
        self._threads.submit(self._run_smallest)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Take no more jobs; those that wait are still done."""
        self._threads.shutdown(wait=False)

    def _run_smallest(self) -> None:
        with self._lock:
            job = heapq.heappop(self._waiting)
        if not job.future.set_running_or_notify_cancel():
            return
        try:
            job.future.set_result(job.call())
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever awaits the job
            job.future.set_exception(error)
