"""Documents into their banks: in order within a bank, several banks at a time."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass

from tacitus.domain.changes import Receipt
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import InvalidRequest, TacitusError
from tacitus.engine import Engine

BANKS_AT_ONCE = 3
"""While one bank is written the embedder works for another."""


@dataclass(frozen=True, slots=True)
class Work:
    """A document and the bank it goes to."""

    bank: str
    item: RetainItem


Done = Callable[[int, Receipt], None]
"""Told the place of a document in the list, and what became of it."""


async def fill(engine: Engine, todo: Sequence[Work], done: Done) -> None:
    """Retain all documents; the first error ends the work, and what is done stays done.

    Raises:
        TacitusError: A document cannot be retained; the message names it.
    """
    banks: defaultdict[str, deque[tuple[int, RetainItem]]] = defaultdict(deque)
    for place, work in enumerate(todo):
        banks[work.bank].append((place, work.item))
    turn = asyncio.Semaphore(BANKS_AT_ONCE)

    async def in_turn(bank: str, waiting: deque[tuple[int, RetainItem]]) -> None:
        async with turn:
            with _naming(waiting):
                await _fill_bank(engine, bank, waiting, done)

    # Begun with those that take longest, so that none is left alone at the end.
    longest_first = sorted(banks.items(), key=lambda bank: -len(bank[1]))
    tasks = [asyncio.create_task(in_turn(*bank)) for bank in longest_first]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _fill_bank(
    engine: Engine, bank: str, waiting: deque[tuple[int, RetainItem]], done: Done
) -> None:
    """Retain the documents that wait, and take out each that is done."""
    try:
        items = [item for _, item in waiting]
        async with aclosing(engine.retain_each(bank, items)) as receipts:
            async for receipt in receipts:
                done(waiting[0][0], receipt)
                waiting.popleft()
    except InvalidRequest:  # one of them cannot be read, and so none was: those before it can be
        while waiting:
            [receipt] = await engine.retain(bank, waiting[0][1])
            done(waiting[0][0], receipt)
            waiting.popleft()


@contextmanager
def _naming(waiting: deque[tuple[int, RetainItem]]) -> Generator[None]:
    """Let a fault say which document it is of: the first that is not done."""
    try:
        yield
    except TacitusError as fault:
        document = waiting[0][1].document
        if document is not None:
            fault.args = (f"{document}: {fault}",)
        raise
