"""`tacitus mcp`: a bank as tools for an agent that starts this program itself."""

import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from tacitus.bootstrap import working
from tacitus.cli.seams import Seams
from tacitus.domain.banks import checked_name
from tacitus.domain.errors import InvalidRequest, Misconfigured


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """What can be said of `tacitus mcp`."""

    bank: Annotated[
        str, typer.Option(metavar="BANK", help="Bank to remember in; the first retain creates it.")
    ] = "default"


async def speak(seams: Seams, said: Speaking) -> None:
    """Serve a bank to one agent over standard input and output (Model Context Protocol).

    For an agent's configuration: it starts the program and ends it. Nothing but the protocol is written
    to standard output.
    """
    if seams.speak is None:
        raise Misconfigured("This build does not speak the Model Context Protocol")
    bank = checked_name(said.bank)
    _check_streams(seams)
    async with seams.memory() as runtime, working(runtime, standing_by=True):
        await seams.speak(runtime, bank)


def _check_streams(seams: Seams) -> None:
    """See that there is something to listen to and to speak on, before anything is opened."""
    seams.stdin()
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise InvalidRequest("standard output: it is closed")
