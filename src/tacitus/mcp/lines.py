"""Standard input, read so that waiting for it can be given up."""

import os
from collections.abc import AsyncGenerator

import anyio
import anyio.lowlevel

_PIECE = 65_536


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
            yield line.decode("utf-8", "replace")
    if begun:
        yield begun.decode("utf-8", "replace")


async def _readable(file: int) -> None:
    try:
        await anyio.wait_readable(file)
    except PermissionError:  # what stands on a disk cannot be waited for, and need not be
        await anyio.lowlevel.checkpoint()
