"""Work that goes on beside the rest, for as long as somebody waits for it."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol


class Work(Protocol):
    """Something that may be under way."""

    def cancel(self) -> object: ...


@contextmanager
def under_way(*works: Work) -> Generator[None]:
    """Cancel, at the end, what was not waited for: an error has made it needless."""
    try:
        yield
    finally:
        for work in works:
            work.cancel()
