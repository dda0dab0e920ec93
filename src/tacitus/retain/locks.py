"""One at a time, of those in this process who had got in one another's way."""

import asyncio
from collections.abc import Hashable
from weakref import WeakValueDictionary


class Locks:
    """A lock for each thing, as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def of(self, thing: Hashable) -> asyncio.Lock:
        """Return the lock of a thing; others are given the same while it is in use."""
        return self._locks.setdefault(thing, asyncio.Lock())
