"""Workers that are killed at random, and the load that they are killed under."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tacitus.bootstrap import Runtime
from tacitus.domain.documents import RetainItem, UpdateMode
from tacitus.domain.ids import DocumentId, OperationId
from tacitus.tasks.accepting import accept

WORKERS = 3
ENOUGH = 30
"""Jobs that wait at most: workers always find some, and the end is not far."""
THINGS = [
    "lamp",
    "kettle",
    "violin",
    "ladder",
    "canoe",
    "blanket",
    "telescope",
    "anvil",
    "compass",
    "basket",
]
PLACES = [
    "attic",
    "cellar",
    "garage",
    "library",
    "orchard",
    "stable",
    "kitchen",
    "harbour",
    "chapel",
    "bakery",
]


class Workers:
    """Processes of `tacitus worker`.

    Attributes:
        kills: How many were killed.
    """

    def __init__(self, runtime: Runtime) -> None:
        self.kills = 0
        url = runtime.settings.database_url
        assert url is not None
        self._environment = {
            **os.environ,
            "TACITUS_DATABASE_URL": url,
            "TACITUS_HOME": str(runtime.settings.home),
        }
        self._running = [self._start() for _ in range(WORKERS)]

    def kill_one(self, dice: random.Random) -> None:
        """Kill one as `kill -9` does, and start another in its place."""
        place = dice.randrange(len(self._running))
        victim = self._running[place]
        assert victim.poll() is None, "a worker ended by itself"
        victim.kill()
        victim.wait()
        self.kills += 1
        self._running[place] = self._start()

    def kill_all(self) -> None:
        for worker in self._running:
            worker.kill()
            worker.wait()

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "tacitus", "worker"]
        return subprocess.Popen(command, env=self._environment, stderr=subprocess.DEVNULL)


@contextmanager
def workers(runtime: Runtime) -> Generator[Workers]:
    """Run workers; none is left when the block ends."""
    running = Workers(runtime)
    try:
        yield running
    finally:
        running.kill_all()


@dataclass(slots=True)
class Load:
    """Documents accepted to be read in the background: notes of their own, and logs that grow.

    Attributes:
        accepted: The operations, by bank.
        notes: What each note says, by bank and document.
        logs: The lines that were added to the log of each bank, in order.
    """

    runtime: Runtime
    banks: Sequence[str]
    accepted: dict[str, list[OperationId]] = field(default_factory=dict[str, list[OperationId]])
    notes: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    logs: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    async def keep_up(self) -> None:
        """Hand in more whenever few wait, until cancelled."""
        number = 0
        while True:
            left = await self.runtime.backlog()
            if left.due < ENOUGH:
                for bank in self.banks:
                    await self._add(bank, number)
                    number += 1
            await asyncio.sleep(0.05)

    async def _add(self, bank: str, number: int) -> None:
        thing = THINGS[number % 10]
        place = PLACES[number // 10 % 10]
        note = f"Ann carried {thing} {number} to the {place}."
        line = f"Ben: I counted {number} boats.\n"
        items = [
            RetainItem(content=note, document=DocumentId(f"note {number}")),
            RetainItem(content=line, document=DocumentId("log"), mode=UpdateMode.APPEND),
        ]
        # Past the engine, which would not accept anything for a bank that cannot be worked on.
        engine = self.runtime.engine
        target = await engine.open_bank(bank)
        ids = await accept(target.id, items, self.runtime.queue, engine.clock.now(), asked=None)
        self.accepted.setdefault(bank, []).extend(ids)
        self.notes[bank, f"note {number}"] = note
        self.logs.setdefault(bank, []).append(line.strip())
