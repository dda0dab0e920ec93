"""Work that goes on beside the rest, for as long as somebody waits for it."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any


@contextmanager
def under_way(*works: asyncio.Future[Any]) -> Generator[None]:
    """Cancel, at the end, what was not waited for: an error has made it needless."""
    try:
        yield
    finally:
        for work in works:
            work.cancel()
