"""`tacitus bank add-background`: what an agent learns of itself."""

from dataclasses import dataclass
from typing import Annotated

import typer

from tacitus.cli.output import printable
from tacitus.cli.seams import Seams


@dataclass(frozen=True, slots=True, kw_only=True)
class Adding:
    """What can be said of `tacitus bank add-background`."""

    bank: Annotated[str, typer.Argument(metavar="BANK", help="Name of the bank.")]
    statement: Annotated[str, typer.Argument(help='In the first person: "I was born in Oslo."')]


async def add_background(seams: Seams, said: Adding) -> None:
    """Add to who the agent is; a language model merges it in the background, the newer wins."""
    async with seams.memory() as runtime:
        bank, merge = await runtime.engine.add_background(said.bank, said.statement)
    for line in bank.background.splitlines():
        seams.out.print(printable(line))
    if merge is not None:
        seams.err.print(f"to be merged by a language model: operation {merge}")
