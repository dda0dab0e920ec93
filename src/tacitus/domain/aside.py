"""Long work beside the event loop, in pieces: whoever else is served there must not wait for it."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

SHORT = 20_000
"""So many characters are read in the time that a thread costs little against."""

Result = TypeVar("Result")
Item = TypeVar("Item")


async def aside(work: Callable[[], Result], characters: int) -> Result:
    """Return what some work comes to, done in a thread where it reads more than `SHORT`."""
    return await asyncio.to_thread(work) if characters > SHORT else work()


async def each_aside(
    work: Callable[[Item], Result], items: Iterable[Item], size: Callable[[Item], int]
) -> list[Result]:
    """Return what work comes to on each item, in order, done in pieces of about `SHORT` characters.

    Between two pieces it can be cancelled, and whoever waits has his turn.
    """
    done: list[Result] = []
    for characters, piece in pieces(items, size):
        done += await aside(lambda piece=piece: [work(item) for item in piece], characters)
    return done


def pieces(items: Iterable[Item], size: Callable[[Item], int]) -> Iterator[tuple[int, list[Item]]]:
    """Yield items in lists, each with its characters: more than `SHORT` only where it goes on."""
    piece: list[Item] = []
    characters = 0
    for item in items:
        piece.append(item)
        characters += size(item)
        if characters > SHORT:
            yield characters, piece
            piece, characters = [], 0
    if piece:
        yield characters, piece
