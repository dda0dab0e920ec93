"""Standard input, read so that waiting for it can be given up."""

import os
import re
from collections.abc import AsyncGenerator

import anyio
import anyio.lowlevel

_PIECE = 65_536
_PAIR_OR_HALF = re.compile(r"(?i)\\\\|\\ud[89ab]..\\ud[c-f]..|(\\ud[89a-f][0-9a-f]{2})")
"""An escaped backslash, a character in two halves, or half a one: what holds that is not answered."""


async def lines_of(file: int) -> AsyncGenerator[str]:
    """Yield the lines of a file descriptor until it ends.

    No thread is left waiting in a read: nothing could wake it when the process is told to stop.
    """
    begun = b""
    while True:
        await _readable(file)
        read = os.read(file, _PIECE)
        if not read:
            break
        *lines, begun = (begun + read).split(b"\n")
        for line in lines:
            yield _whole(line.decode("utf-8", "replace"))
    if begun:
        yield _whole(begun.decode("utf-8", "replace"))


def _whole(line: str) -> str:
    return _PAIR_OR_HALF.sub(lambda found: r"\ufffd" if found[1] else found[0], line)


async def _readable(file: int) -> None:
    try:
        await anyio.wait_readable(file)
    except PermissionError:  # what stands on a disk cannot be waited for, and need not be
        await anyio.lowlevel.checkpoint()
