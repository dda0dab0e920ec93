"""Measures the shipped embedder on this machine: python scripts/bench_embedder.py [cores]."""

import asyncio
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table

from tacitus.adapters.models.minilm_embedder import MiniLmEmbedder

SENTENCES = Path(__file__).parents[1] / "tests/fixtures/minilm_sentences.txt"
COPIES = 10
QUESTIONS = 60
ROUNDS = 3
"""The best counts: what else the machine did is not what is measured."""


async def texts_a_second(embedder: MiniLmEmbedder, texts: Sequence[str]) -> float:
    """Embed all in one call, as retain does with a document."""
    start = time.perf_counter()
    await embedder.embed(texts)
    return len(texts) / (time.perf_counter() - start)


async def milliseconds_a_question(embedder: MiniLmEmbedder, mark: str) -> float:
    """Return the median; `mark` makes the questions new, since known ones cost nothing."""
    times: list[float] = []
    for number in range(QUESTIONS):
        start = time.perf_counter()
        await embedder.embed([f"When did {mark} see the doctor about her {number} knees?"])
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


async def milliseconds_beside(embedder: MiniLmEmbedder, texts: Sequence[str], mark: str) -> float:
    """Ask while a document is embedded."""
    document = asyncio.create_task(embedder.embed(texts))
    await asyncio.sleep(0.02)
    milliseconds = await milliseconds_a_question(embedder, mark)
    await document
    return milliseconds


async def main() -> None:
    """Print a table."""
    embedder = MiniLmEmbedder(threads=int(sys.argv[1]) if len(sys.argv) > 1 else None)
    start = time.perf_counter()
    await embedder.warm()
    loading = time.perf_counter() - start
    sentences = SENTENCES.read_text("utf-8").splitlines()
    texts = [f"{copy}: {sentence}" for copy in range(COPIES) for sentence in sentences]

    rates = [await texts_a_second(embedder, texts) for _ in range(ROUNDS)]
    alone = [await milliseconds_a_question(embedder, f"Ana {one}") for one in range(ROUNDS)]
    beside = [await milliseconds_beside(embedder, texts, f"Bea {one}") for one in range(ROUNDS)]

    table = Table("measure", "value", title=embedder.name)
    table.add_row("loading", f"{loading:.2f} s")
    table.add_row(f"{len(texts)} texts in one call", f"{max(rates):.0f} texts/s")
    table.add_row("a question, median", f"{min(alone):.1f} ms")
    table.add_row("a question beside the texts, median", f"{min(beside):.1f} ms")
    table.add_row("resident memory", f"{psutil.Process().memory_info().rss / 1e6:.0f} MB")
    Console().print(table)
    await embedder.close()


if __name__ == "__main__":
    asyncio.run(main())
