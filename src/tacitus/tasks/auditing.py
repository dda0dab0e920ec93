"""Who asked for what, written beside the answers: none of them waits for it."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from tacitus.domain.audit import KEPT, MOST_WAITING, Audited
from tacitus.domain.errors import StorageError
from tacitus.ports.audit import AuditStore
from tacitus.ports.runtime import Clock

PAUSE = 1.0
"""Seconds that rows gather before they are written together."""
PRUNING = timedelta(hours=1)
"""Time between two looks for rows that have become too old."""


class Auditing:
    """Gathers rows, writes them a little later, and has old ones deleted.

    While the database is away rows wait, up to `MOST_WAITING`; those of a process that is killed
    within a second of its answer are lost.

    Args:
        lost: Hears of rows that could not be kept.
        pause: Seconds that they gather; a test that writes them itself makes it long.
    """

    def __init__(
        self, store: AuditStore, clock: Clock, lost: Callable[[int], None], *, pause: float = PAUSE
    ) -> None:
        self._store = store
        self._clock = clock
        self._lost = lost
        self._pause = pause
        self._noted: list[Audited] = []
        self._writing: asyncio.Task[None] | None = None
        self._pruned: datetime | None = None

    def note(self, row: Audited) -> None:
        """Have a row kept; it is written later."""
        self._noted.append(row)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def write(self) -> None:
        """Write what was noted so far, and delete what is too old."""
        noted, self._noted = self._noted, []
        by_tenant: dict[str, list[Audited]] = defaultdict(list)
        for row in noted:
            by_tenant[row.tenant].append(row)
        for rows in by_tenant.values():
            try:
                await self._store.add(rows)
            except StorageError:
                self._keep_waiting(rows)
        with suppress(StorageError):
            await self._prune()

    async def close(self) -> None:
        """Write what is left, and stop waiting for more."""
        if self._writing is not None:
            self._writing.cancel()
            with suppress(asyncio.CancelledError):
                await self._writing
        await self.write()
        self._lost(len(self._noted))

    def _keep_waiting(self, rows: list[Audited]) -> None:
        waiting = [*rows, *self._noted]
        self._noted = waiting[-MOST_WAITING:]
        self._lost(len(waiting) - len(self._noted))

    async def _prune(self) -> None:
        now = self._clock.now()
        if self._pruned is None or now - self._pruned >= PRUNING:
            self._pruned = now
            await self._store.prune(now - KEPT)

    async def _write_soon(self) -> None:
        await asyncio.sleep(self._pause)
        await self.write()
