"""While some documents are stored, those that come next are prepared."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import TacitusError
from tacitus.retain.read import document_id, length_of
from tacitus.retain.stages import Prepared

PREPARED_CHARACTERS = 24_000
"""How much is prepared at once: enough texts that the embedder finds some of like length."""
MOST_DOCUMENTS = 200
"""In one group, however short: who waits hears of it in between."""
FIRST_CHARACTERS = 4_000
"""How much of many documents is prepared first, and last."""
GROUPS_AHEAD = 2
"""While one group is stored another is embedded, and of a third is read what there is to embed."""

Prepare = Callable[[Sequence[RetainItem]], Awaitable[list[Prepared]]]
"""Does with some items what does not hang on what is stored; in order."""

Begun = tuple[list[RetainItem], asyncio.Task[list[Prepared]]]


async def ahead(
    items: Sequence[RetainItem], prepare: Prepare
) -> AsyncGenerator[tuple[list[RetainItem], list[Prepared]]]:
    """Yield all items, in order, some at a time, with what was prepared of each.

    What follows is prepared while the caller works on what was yielded: but a document that comes
    again has to see what was made of it before. Where one of several that are prepared together
    fails there is nothing of any, so that those before it can be retained by themselves.

    Raises:
        TacitusError: An item that was prepared by itself failed.
    """
    waiting = deque(together(items))
    begun: deque[Begun] = deque()
    try:
        while waiting or begun:
            while waiting and len(begun) <= GROUPS_AHEAD and _may_begin(waiting[0], begun):
                task = asyncio.create_task(_work(prepare, waiting[0]))
                begun.append((waiting.popleft(), task))
            group, task = begun[0]
            yield group, await task
            begun.popleft()
    finally:
        tasks = [task for _, task in begun]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _may_begin(group: Sequence[RetainItem], begun: Iterable[Begun]) -> bool:
    return all(_are_apart(group, other) for other, _ in begun)


async def _work(prepare: Prepare, group: Sequence[RetainItem]) -> list[Prepared]:
    try:
        return await prepare(group)
    except TacitusError:
        if len(group) == 1:
            raise
        return []


def together(items: Sequence[RetainItem]) -> Iterator[list[RetainItem]]:
    """Yield items in lists, in order: as many as are well prepared at once, no document twice.

    Few to begin with, since nothing is embedded until the first are read; and few at the end, since
    once the last are embedded they have still to be stored.
    """
    lengths = [length_of(item) for item in items]
    left, most = sum(lengths), FIRST_CHARACTERS
    group: list[RetainItem] = []
    room = most
    for item, length in zip(items, lengths, strict=True):
        full = length > room or len(group) == MOST_DOCUMENTS
        if group and (full or not _are_apart(group, [item])):
            yield group
            most = min(2 * most, PREPARED_CHARACTERS, max(left // 2, FIRST_CHARACTERS))
            group, room = [], most
        group.append(item)
        room, left = room - length, left - length
    if group:
        yield group


def _are_apart(some: Sequence[RetainItem], others: Sequence[RetainItem]) -> bool:
    """Whether no document is among both."""
    return {*map(document_id, some)}.isdisjoint(map(document_id, others))
