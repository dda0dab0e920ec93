"""`tacitus import`: a whole bank that was exported, or what another memory system gave away."""

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated, BinaryIO

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tacitus.cli.export import held
from tacitus.cli.files import STANDARD_INPUT
from tacitus.cli.output import print_json
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.domain.banks import checked_name
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.foreign import Foreign
from tacitus.domain.moving import Arrived
from tacitus.engine import Engine
from tacitus.formats.bank_lines import BankLines, is_bank_export
from tacitus.formats.foreign import read_foreign

_PIECE = 2**18
"""Bytes read at once."""
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Importing:
    """What can be said of `tacitus import`."""

    bank: Annotated[str, typer.Argument(help="Bank to fill; made if it is not there.")]
    file: Annotated[str, typer.Argument(metavar="FILE", help="`-` is standard input.")]
    json: AsJson = False


@dataclass(frozen=True, slots=True)
class _Taken:
    """What an export of another system came to."""

    documents: int
    memories: int
    restated: int
    replaced: int


async def import_(seams: Seams, said: Importing) -> None:
    """Fill a bank from a file of `tacitus export`, mem0, Zep or Graphiti, Letta (.af) or Hindsight.

    Which it is, is seen from the file. An exported bank comes back as it was, all of it or nothing,
    into a bank that is empty or not there. What others gave is retained: stopped, the same command
    goes on; what has no place here is counted.
    """
    bank, started = checked_name(said.bank), perf_counter()
    with _opened(said.file, seams) as (file, size):
        first = file.read(_PIECE)
        if not first.strip():
            raise InvalidRequest(f"{said.file}: it is empty")
        async with seams.memory() as runtime:
            if is_bank_export(first):
                with _progress(seams, "importing", size) as advance:
                    arrived = await _arrive(runtime.engine, bank, first, file, advance)
                _tell_arrived(seams, said, arrived, perf_counter() - started)
                return
            foreign = read_foreign(said.file, first + file.read())
            with _progress(seams, foreign.system, len(foreign.items)) as advance:
                taken = await _take(runtime.engine, bank, foreign, advance)
    _tell_taken(seams, said, foreign, taken)


async def _arrive(
    engine: Engine, bank: str, first: bytes, file: BinaryIO, advance: Advance
) -> Arrived:
    async def pieces() -> AsyncGenerator[bytes]:
        piece = first
        while piece:
            yield piece
            advance(len(piece))
            piece = file.read(_PIECE)

    header, parts = await BankLines(pieces()).read()
    async with aclosing(parts):
        return await engine.moving.arrive(bank, header, parts)


async def _take(engine: Engine, bank: str, foreign: Foreign, advance: Advance) -> _Taken:
    documents = memories = restated = 0
    async with aclosing(engine.retain_each(bank, foreign.items)) as receipts:
        async for receipt in receipts:
            documents += 1
            memories += len(receipt.memories)
            restated += receipt.restated
            advance(1)
    replaced = await engine.moving.settle(bank, foreign.ends)
    return _Taken(documents, memories, restated, replaced)


def _tell_arrived(seams: Seams, said: Importing, arrived: Arrived, seconds: float) -> None:
    counts = dict(arrived.counts)
    if said.json:
        told = {"bank_id": said.bank, "imported": counts, "embedded": arrived.embedded}
        print_json(seams.out, told)
        return
    embedded = f", {arrived.embedded:,} vectors made anew" if arrived.embedded else ""
    seams.out.print(
        f"imported bank {said.bank}: {held(counts.get('memory', 0), counts.get('document', 0))}"
        f"{embedded} in {seconds:.1f} s"
    )


def _tell_taken(seams: Seams, said: Importing, foreign: Foreign, taken: _Taken) -> None:
    left: Mapping[str, int] = foreign.left_out
    if said.json:
        told = {
            "bank_id": said.bank,
            "system": foreign.system,
            "documents": taken.documents,
            "memories": taken.memories,
            "restated": taken.restated,
            "replaced": taken.replaced,
            "left_out": dict(left),
        }
        print_json(seams.out, told)
        return
    seams.out.print(
        f"imported from {foreign.system} into bank {said.bank}:"
        f" {held(taken.memories, taken.documents)} ({taken.restated:,} restated,"
        f" {taken.replaced:,} replaced)"
    )
    for what, count in left.items():
        seams.out.print(f"left out: {count:,} {what}")


@contextmanager
def _opened(file: str, seams: Seams) -> Generator[tuple[BinaryIO, int | None]]:
    """Open a file; say how long it is, where that is known."""
    if file == STANDARD_INPUT:
        yield seams.stdin(), None
        return
    path = Path(file)
    with path.open("rb") as opened:
        yield opened, path.stat().st_size


@contextmanager
def _progress(seams: Seams, what: str, total: int | None) -> Generator[Advance]:
    """Show a bar on a terminal; elsewhere nothing."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    hidden = not seams.err.is_terminal
    with Progress(*columns, console=seams.err, transient=True, disable=hidden) as bar:
        line = bar.add_task(what, total=total)
        yield lambda count: bar.update(line, advance=count)
