"""Measure retain and recall as a bank grows, alone and with many clients.

    python bench/recall_speed.py [--sizes 1000,10000] [--banks 200] [--clients 8] [--out FOLDER]

A bank of each size is filled with turns of the shipped dialogues and with pairs of them, so that texts,
vectors, names and links are like those of real talk and no two memories are alike; the vector of a
pair is the mean of its turns'. Filling writes through the store, without the pipeline: what is measured
is what comes after. `--banks N` adds N banks of 100 memories in one database.

Measured are: the rate of retaining further turns; recall in this process, phase by phase, beside the
time of embedding a question alone, in turn, so that both meet the same machine; the very first recall
of a bank, which is looked for in the database if it is big; and recall over HTTP, by one client and by
several at once. Questions are those of the dialogues; none is asked twice.
A table goes to the terminal and, with `--out`, to FOLDER/recall_speed.md with a plot beside it.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter

import httpx
import psycopg

from speed.filling import START, TURNS_OF_A_SESSION, Material, fill, material, utterances
from speed.reporting import Measured, plot, table
from tacitus.adapters.postgres import embedded_url
from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.bootstrap import Runtime, open_runtime, working
from tacitus.client import AsyncClient
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.ids import BankId
from tacitus.evaluation.metrics import percentile
from tacitus.settings import Settings

INDEXED_FROM = 20_000
"""Memories from which on a bank gets an index, which is waited for."""
PICTURED_A_SECOND = 2_000
"""Memories of a big bank that are read a second, at the least, until it is searched in memory."""
SMALL = 100
FRESH_SESSIONS = 4
WARMING = 5


@dataclass(frozen=True, slots=True)
class Bench:
    """What all measurements share."""

    runtime: Runtime
    url: str
    asked: argparse.Namespace
    material: Material
    questions: Iterator[str]

    async def measure(
        self, label: str, banks: Sequence[str], memories: int, filled: float
    ) -> Measured:
        """Measure a database that holds the banks."""
        choose = random.Random(5).choice
        retained = await self._retain(choose(banks))
        first = await timed(lambda: self.runtime.engine.recall(banks[0], next(self.questions)))
        await self._pictured(self.runtime)
        recall, embedding, phases = await self._alone(lambda: choose(banks))
        async with served(self.url) as address, AsyncClient(address) as client:

            async def ask() -> None:
                await client.recall(choose(banks), next(self.questions))

            for _ in range(WARMING):
                await ask()
            # The server makes a picture of a big bank beside its work, as this process did.
            await asyncio.sleep(memories / len(banks) / PICTURED_A_SECOND)
            http = [await timed(ask) for _ in range(self.asked.questions)]
            began = perf_counter()
            lanes = [self._lane(ask) for _ in range(self.asked.clients)]
            together = [ms for lane in await asyncio.gather(*lanes) for ms in lane]
            seconds = perf_counter() - began
        return Measured(
            label=label,
            memories=memories,
            filled=filled,
            retained=retained,
            first=first,
            recall=recall,
            embedding=embedding,
            phases=phases,
            http=http,
            together=together,
            rate=len(together) / seconds,
            load=os.getloadavg()[0],
        )

    async def _pictured(self, runtime: Runtime) -> None:
        """Wait until the bank that was looked at is searched in this process."""
        index = runtime.engine.stores.index
        if isinstance(index, ResidentIndex):
            await index.pictures.made()

    async def _lane(self, ask: Callable[[], Awaitable[None]]) -> list[float]:
        each = max(self.asked.questions // 2, 1)
        return [await timed(ask) for _ in range(each)]

    async def _retain(self, bank: str) -> float:
        """Return the rate at which further turns are retained, in turns per second."""
        source = utterances(self.material.said)
        skipped = islice(source, len(self.material.said) + 7, None)
        began = perf_counter()
        for number in range(FRESH_SESSIONS):
            turns = tuple(
                Turn(text=f"{said.text} ({number})", speaker=said.speaker)
                for said, _ in islice(skipped, TURNS_OF_A_SESSION)
            )
            await self.runtime.engine.retain(bank, RetainItem(content=turns, timestamp=START))
        return FRESH_SESSIONS * TURNS_OF_A_SESSION / (perf_counter() - began)

    async def _alone(
        self, bank: Callable[[], str]
    ) -> tuple[list[float], list[float], dict[str, float]]:
        engine, embedder = self.runtime.engine, self.runtime.models.embedder
        recall: list[float] = []
        embedding: list[float] = []
        phases: dict[str, list[float]] = {}
        for number in range(WARMING + self.asked.questions):
            question = next(self.questions)
            embedded = await timed(lambda: embedder.embed([next(self.questions)]))
            began = perf_counter()
            found = await engine.recall(bank(), question)
            took = (perf_counter() - began) * 1000
            if number < WARMING:
                continue
            recall.append(took)
            embedding.append(embedded)
            for phase, seconds in found.seconds.items():
                phases.setdefault(phase, []).append(seconds * 1000)
        return recall, embedding, {name: percentile(ms, 50) for name, ms in phases.items()}


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Return how many milliseconds work takes."""
    began = perf_counter()
    await work()
    return (perf_counter() - began) * 1000


@asynccontextmanager
async def served(url: str) -> AsyncGenerator[str]:
    """Serve the database by a process of its own; yields its address."""
    port = 18_000 + os.getpid() % 10_000
    address = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "TACITUS_DATABASE_URL": url}  # noqa: TID251  (its own process)
    command = [sys.executable, "-m", "tacitus", "serve", "--port", str(port)]
    process = subprocess.Popen(  # noqa: ASYNC220
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        async with httpx.AsyncClient() as http:
            for _ in range(600):
                try:
                    if (await http.get(f"{address}/health")).is_success:
                        break
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
            else:
                sys.exit("the server did not become ready")
        yield address
    finally:
        process.terminate()
        process.wait(30)


def without_end(questions: Sequence[str]) -> Iterator[str]:
    """Yield the questions, then the same with a number, so that no vector is remembered."""
    yield from questions
    number = 1
    while True:
        number += 1
        yield from (f"{question} ({number})" for question in questions)


async def measure(asked: argparse.Namespace) -> list[Measured]:
    """Measure every size, each in a database of its own."""
    return [
        *[await one(asked, f"1 bank of {size:,}", 1, size) for size in asked.sizes],
        *(
            [await one(asked, f"{asked.banks:,} banks of {SMALL}", asked.banks, SMALL)]
            if asked.banks
            else []
        ),
    ]


async def one(asked: argparse.Namespace, label: str, count: int, size: int) -> Measured:
    """Fill a database and measure it."""
    with tempfile.TemporaryDirectory(prefix="tacitus-speed-") as home:
        async with embedded_url(Path(home)) as url:
            settings = Settings(home=Path(home), database_url=url)
            async with open_runtime(settings) as runtime, working(runtime):
                made = await material(runtime)
                source = utterances(made.said)
                began = perf_counter()
                banks = [await fill(runtime, f"bank-{n}", source, size) for n in range(count)]
                filled = perf_counter() - began
                print(f"{label}: filled in {filled:.0f} s", flush=True)
                if size >= INDEXED_FROM:
                    await indexed(url, banks[0])
                bench = Bench(runtime, url, asked, made, without_end(made.questions))
                names = [f"bank-{number}" for number in range(count)]
                return await bench.measure(label, names, count * size, filled)


async def indexed(url: str, bank: BankId) -> None:
    """Wait until the bank's vectors are indexed, which a worker does beside its work."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while True:
            found = await connection.execute(
                "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)",
                [f"tacitus.vectors_{bank.hex}"],
            )
            row = await found.fetchone()
            if row and row[0]:
                return
            await asyncio.sleep(0.5)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description="Measure retain and recall as a bank grows.")
    parser.add_argument(
        "--sizes",
        type=lambda text: [int(n) for n in text.split(",")],
        default=[1_000, 10_000],
        help="memories in one bank, 1000,10000,100000",
    )
    parser.add_argument("--banks", type=int, default=0, help="banks of 100 memories, 2000")
    parser.add_argument("--questions", type=int, default=60, help="asked by one client")
    parser.add_argument("--clients", type=int, default=8, help="that ask at once")
    parser.add_argument("--out", type=Path, help="folder for the table and the plot")
    asked = parser.parse_args()
    measured = asyncio.run(measure(asked))
    report = table(measured, asked)
    print(report)
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)
        (asked.out / "recall_speed.md").write_text(report + "\n", "utf-8")
        (asked.out / "recall_speed.svg").write_text(plot(measured), "utf-8")


if __name__ == "__main__":
    main()
