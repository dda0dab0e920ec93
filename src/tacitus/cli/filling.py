"""Documents into their banks: in order within a bank, several banks at a time."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tacitus.domain.changes import Receipt
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import TacitusError
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
    places: dict[str, list[int]] = {}
    for place, work in enumerate(todo):
        places.setdefault(work.bank, []).append(place)
    turn = asyncio.Semaphore(BANKS_AT_ONCE)

    async def fill_one(bank: Sequence[int]) -> None:
        async with turn:
            for place in bank:
                done(place, await _retain(engine, todo[place]))

    tasks = [asyncio.create_task(fill_one(bank)) for bank in places.values()]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _retain(engine: Engine, work: Work) -> Receipt:
    try:
        [receipt] = await engine.retain(work.bank, work.item)
    except TacitusError as fault:
        if work.item.document is not None:
            fault.args = (f"{work.item.document}: {fault}",)
        raise
    return receipt
