"""Compare the rate of retaining with that of the embedder alone on the same texts, in one run.

    python bench/retain_rate.py [FILE...]

FILE is a conversation in any layout that `tacitus retain` reads, such as LoCoMo's; without one, the
dialogues of the tests are read. They are retained as the command does it, then embedded alone, and all of
it once more, so that both meet the same machine. Exits with 1 when the ratio is under the limit.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

from tacitus.bootstrap import open_runtime
from tacitus.cli.filling import Work, fill
from tacitus.domain.vectors import Vector
from tacitus.engine import Engine
from tacitus.formats import read_conversations
from tacitus.formats.conversation import turns_in
from tacitus.main import share_cores
from tacitus.ports.models import Embedder
from tacitus.settings import Settings

ROOT = Path(__file__).parents[1]
LIMIT = 0.60
ROUNDS = 2


@dataclass(slots=True)
class Listening:
    """An embedder that notes what it is asked."""

    embedder: Embedder
    texts: list[str] = field(default_factory=list[str])

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def dimension(self) -> int:
        return self.embedder.dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.texts += texts
        return await self.embedder.embed(texts)


@dataclass(slots=True)
class Tally:
    """Seconds spent, and what for."""

    turns: int = 0
    texts: int = 0
    retaining: float = 0.0
    embedding: float = 0.0

    def line(self, name: str) -> str:
        retained, embedded = self.texts / self.retaining, self.texts / self.embedding
        return (
            f"{name:8} {self.turns:6,} turns {self.texts:6,} texts"
            f"  retained {retained:6.1f}/s  embedded {embedded:6.1f}/s"
            f"  ratio {retained / embedded:.2f}"
        )


async def measure(files: Sequence[Path]) -> Tally:
    """Retain and embed everything, `ROUNDS` times; print and sum up."""
    whole = Tally()
    with tempfile.TemporaryDirectory(prefix="tacitus-rate-") as home:
        async with open_runtime(Settings(home=Path(home))) as runtime:
            listening = Listening(runtime.models.embedder)
            retaining = replace(runtime.engine.retaining, embedder=listening)
            engine = replace(runtime.engine, retaining=retaining)
            await runtime.models.embedder.embed(["warming up"])
            for number in range(1, ROUNDS + 1):
                tally = await one_round(engine, listening, work(files, number))
                print(tally.line(f"round {number}"), flush=True)
                whole.turns += tally.turns
                whole.texts += tally.texts
                whole.retaining += tally.retaining
                whole.embedding += tally.embedding
    return whole


async def one_round(engine: Engine, listening: Listening, todo: Sequence[Work]) -> Tally:
    """Retain all documents into new banks, then embed alone what was embedded for them."""
    listening.texts.clear()
    started = perf_counter()
    await fill(engine, todo, lambda place, receipt: None)
    retained = perf_counter()
    await listening.embedder.embed(listening.texts)
    return Tally(
        turns=sum(turns_in(one.item) for one in todo),
        texts=len(listening.texts),
        retaining=retained - started,
        embedding=perf_counter() - retained,
    )


def work(files: Sequence[Path], number: int) -> list[Work]:
    """Return the documents of all conversations, each conversation for a bank of its own."""
    return [
        Work(f"{conversation.name}-{number}", document)
        for file in files
        for conversation in read_conversations(str(file), file.read_text("utf-8"))
        for document in conversation.documents
    ]


def main() -> int:
    """Print the rates; return the exit code."""
    share_cores()  # as the program does
    files = [Path(name) for name in sys.argv[1:]]
    whole = asyncio.run(
        measure(files or sorted((ROOT / "tests/fixtures/dialogues").glob("*.json")))
    )
    print(whole.line("all"), f"(at least {LIMIT:.2f})")
    return int(whole.embedding / whole.retaining < LIMIT)


if __name__ == "__main__":
    sys.exit(main())
