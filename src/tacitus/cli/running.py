"""`tacitus serve` and `tacitus worker`: what runs until it is stopped."""

from dataclasses import dataclass
from typing import Annotated

import typer

from tacitus.bootstrap import working
from tacitus.cli.seams import Seams
from tacitus.domain.errors import Misconfigured


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """What can be said of `tacitus serve`."""

    host: Annotated[str | None, typer.Option(help="Address to listen on; TACITUS_HOST.")] = None
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Port to listen on; TACITUS_PORT.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """What can be said of `tacitus worker`."""

    once: Annotated[bool, typer.Option("--once", help="Stop when nothing is left to do.")] = False


async def serve(seams: Seams, said: Serving) -> None:
    """Serve the HTTP API, and do background work beside it."""
    if seams.serve is None:
        raise Misconfigured("This build has no server")
    asked = {name: value for name in ("host", "port") if (value := getattr(said, name)) is not None}
    settings = seams.settings().model_copy(update=asked)
    async with seams.open_runtime(settings) as runtime, working(runtime):
        await seams.serve(runtime)


async def work(seams: Seams, said: Working) -> None:
    """Do background work: documents accepted without waiting, observations, opinions."""
    async with seams.memory() as runtime:
        if not said.once:
            seams.err.print("working until stopped (Ctrl-C)")
        await runtime.work(forever=not said.once)
    seams.out.print("nothing is left to do")
