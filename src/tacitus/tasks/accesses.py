"""Which memories were recalled, counted beside the recalls: none of them waits for it."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress

from tacitus.domain.errors import Conflict, StorageError
from tacitus.domain.ids import BankId, MemoryId
from tacitus.ports.storage import MemoryStore

PAUSE = 1.0
"""Seconds that accesses gather before they are written together."""


class Accesses:
    """Gathers accesses and writes them a little later, a statement for each bank.

    A count is worth less than an answer: while the database is away or a bank is being deleted,
    accesses are lost.

    Args:
        pause: Seconds that they gather; a test that writes them itself makes it long.
    """

    def __init__(self, memories: MemoryStore, *, pause: float = PAUSE) -> None:
        self._memories = memories
        self._pause = pause
        self._noted: dict[BankId, Counter[MemoryId]] = defaultdict(Counter)
        self._writing: asyncio.Task[None] | None = None

    def note(self, bank: BankId, ids: Iterable[MemoryId]) -> None:
        """Count one access of each; it is written later."""
        self._noted[bank].update(ids)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def write(self) -> None:
        """Write what was noted so far."""
        noted, self._noted = self._noted, defaultdict(Counter)
        for bank, counts in noted.items():
            with suppress(StorageError, Conflict):
                await self._memories.accessed(bank, counts)

    async def close(self) -> None:
        """Write what is left, and stop waiting for more."""
        if self._writing is not None:
            self._writing.cancel()
            with suppress(asyncio.CancelledError):
                await self._writing
        await self.write()

    async def _write_soon(self) -> None:
        await asyncio.sleep(self._pause)
        await self.write()
