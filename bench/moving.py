"""Measure exporting and importing a big bank over HTTP: seconds, and the memory the server takes.

    python bench/moving.py [--memories 50000]

The bank is filled through the store, as recall_speed.py does. The export is taken at full speed, once
more by somebody slow, and imported under another name; that is exported again and must be the same,
byte by byte. Exits with 1 when it is not, or when the server grew by more than the limit.
"""

import argparse
import asyncio
import hashlib
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

import httpx
from footprint import resident_mb, server, use

from speed.filling import fill, material, utterances
from tacitus.bootstrap import open_runtime
from tacitus.settings import Settings

LIMIT_MB = 200
SLOW_SECONDS = 5.0
"""For which somebody takes nothing of an export that has begun."""
_OFTEN = 0.05
_PIECE = 2**18


@dataclass(slots=True)
class Peak:
    """The most resident memory of a process, looked at often."""

    pid: int
    megabytes: float = 0.0

    @contextmanager
    def watched(self) -> Generator[None]:
        done = threading.Event()

        def look() -> None:
            while not done.wait(_OFTEN):
                self.megabytes = max(self.megabytes, resident_mb(self.pid))

        thread = threading.Thread(target=look)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


async def filled(home: Path, memories: int) -> None:
    """Fill a bank called `big`."""
    async with open_runtime(Settings(home=home)) as runtime:
        source = utterances((await material(runtime)).said)
        await fill(runtime, "big", source, memories)


def export(address: str, bank: str, file: Path, pause: float = 0.0) -> tuple[float, str]:
    """Write an export into a file; return its seconds and its digest.

    Args:
        pause: Seconds to wait after the first piece, as somebody does who is slow.
    """
    digest, started = hashlib.sha256(), perf_counter()
    url = f"{address}/v1/default/banks/{bank}/export"
    with httpx.stream("GET", url, timeout=600) as answer, file.open("wb") as out:
        answer.raise_for_status()
        for piece in answer.iter_bytes(_PIECE):
            out.write(piece)
            digest.update(piece)
            sleep(pause)
            pause = 0.0
    return perf_counter() - started, digest.hexdigest()


def pieces(file: Path) -> Iterator[bytes]:
    """Yield a file in pieces."""
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE):
            yield piece


def imported(address: str, bank: str, file: Path) -> float:
    """Import a file; return the seconds it took."""
    started = perf_counter()
    url = f"{address}/v1/default/banks/{bank}/import"
    httpx.post(url, content=pieces(file), timeout=3600).raise_for_status()
    return perf_counter() - started


def measured(home: Path, memories: int) -> bool:
    """Print the measurements; return whether all is as it should be."""
    file = home / "big.jsonl"
    with server(home) as (pid, address, _):
        use(address)
        before, peak = resident_mb(pid), Peak(pid)
        with peak.watched():
            seconds, first = export(address, "big", file)
        out = peak.megabytes - before
        with peak.watched():
            _, slowly = export(address, "big", file, SLOW_SECONDS)
        slow = peak.megabytes - before
        with peak.watched():
            taken = imported(address, "copy", file)
        into = peak.megabytes - before
        again = export(address, "copy", file)[1]
    size = file.stat().st_size / 2**20
    print(
        f"{memories:,} memories, {size:,.0f} MB, {before:.0f} MB resident before (limit +{LIMIT_MB})"
    )
    print(f"export {seconds:.1f} s, +{out:.0f} MB; slowly +{slow:.0f} MB")
    print(f"import {taken:.1f} s, +{into:.0f} MB")
    same = first == slowly == again
    print("exported again: the same" if same else "exported again: NOT THE SAME")
    return same and max(out, slow, into) <= LIMIT_MB


def main() -> int:
    """Fill, measure, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--memories", type=int, default=50_000)
    memories: int = parser.parse_args().memories
    with tempfile.TemporaryDirectory(prefix="tacitus-moving-") as home:
        asyncio.run(filled(Path(home), memories))
        return 0 if measured(Path(home), memories) else 1


if __name__ == "__main__":
    sys.exit(main())
