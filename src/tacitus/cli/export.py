"""`tacitus export`: a whole bank as lines of JSON."""

import os
from collections import Counter
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from tacitus.cli.banks import BankName
from tacitus.cli.files import STANDARD_INPUT
from tacitus.cli.seams import Seams
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.moving import KIND_OF, Header
from tacitus.domain.moving_parts import Part
from tacitus.formats.bank_lines import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporting:
    """What can be said of `tacitus export`."""

    bank: BankName
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to; `-` is standard output.")
    ] = STANDARD_INPUT
    vectors: Annotated[
        bool,
        typer.Option(
            "--vectors/--without-vectors", help="Without them they are made anew on import."
        ),
    ] = True


async def export(seams: Seams, said: Exporting) -> None:
    """Write everything that makes a bank, as it is at this moment, for `tacitus import`.

    The same bank gives the same bytes. What waits to be done is not in it, nor what webhooks keep
    secret. A file is there when it is complete, and not before.
    """
    size, counts = 0, Counter[str]()
    with _opened(said.file, seams) as out:
        async with seams.memory() as runtime:
            parts = runtime.engine.moving.leave(said.bank, vectors=said.vectors)
            async with aclosing(written(_counted(parts, counts))) as lines:
                async for some in lines:
                    out.write(some)
                    size += len(some)
    told = held(counts["memory"], counts["document"])
    seams.err.print(f"exported bank {said.bank}: {told}, {size / 2**20:,.1f} MB")


def held(memories: int, documents: int) -> str:
    """Say how much of these there is."""
    one = f"{memories:,} {'memory' if memories == 1 else 'memories'}"
    return f"{one} of {documents:,} {'document' if documents == 1 else 'documents'}"


async def _counted(
    parts: AsyncGenerator[Header | Sequence[Part]], counts: Counter[str]
) -> AsyncGenerator[Header | Sequence[Part]]:
    async with aclosing(parts):
        async for some in parts:
            if not isinstance(some, Header):
                counts.update(KIND_OF[type(one)].name for one in some)
            yield some


@contextmanager
def _opened(file: str, seams: Seams) -> Generator[BinaryIO]:
    if file == STANDARD_INPUT:
        out = getattr(seams.out.file, "buffer", None)
        if out is None:
            raise InvalidRequest("standard output: it takes no bytes; name a file")
        yield out
        out.flush()
        return
    path = Path(file)
    begun = path.with_name(f"{path.name}.part")
    try:
        with begun.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)
