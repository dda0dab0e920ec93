"""`tacitus reembed`: banks to the embedder that is configured."""

from contextlib import aclosing
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tacitus.cli.banks import PAGE
from tacitus.cli.seams import Seams
from tacitus.engine import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedding:
    """What can be said of `tacitus reembed`."""

    bank: Annotated[str, typer.Argument(metavar="[BANK]", help="Name of the bank.")] = ""
    all: Annotated[bool, typer.Option("--all", help="Every bank.")] = False


async def reembed(seams: Seams, said: Reembedding) -> None:
    """Move banks to the embedder that is configured: all vectors are made anew.

    Stopped, the same command goes on where it was. Servers that still have the old embedder
    configured go on answering until a bank is switched, which is done at once when all its vectors
    are made; restart them with the new one then.
    """
    if bool(said.bank) == said.all:
        raise typer.BadParameter("name a bank, or say --all")
    async with seams.memory() as runtime:
        engine = runtime.engine
        banks = await _names(engine) if said.all else [said.bank]
        for name in banks:
            seams.out.print(await _moved(seams, engine, name))


async def _moved(seams: Seams, engine: Engine, name: str) -> str:
    before, made = (await engine.bank(name)).embedder, 0
    ours = engine.embedder.name
    if before == ours:
        return f"bank {name} is of {ours} already"
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f} texts"),
        TimeRemainingColumn(),
    )
    hidden = not seams.err.is_terminal
    with Progress(*columns, console=seams.err, transient=True, disable=hidden) as bar:
        line = bar.add_task(name, total=0)
        async with aclosing(engine.moving.reembed(name)) as steps:
            async for step in steps:
                made = step.total
                bar.update(line, completed=step.done, total=step.total)
    return f"bank {name}: {made:,} {'text' if made == 1 else 'texts'} moved from {before} to {ours}"


async def _names(engine: Engine) -> list[str]:
    names: list[str] = []
    while True:
        banks, total = await engine.banks(limit=PAGE, offset=len(names))
        names += [bank.name for bank in banks]
        if not banks or len(names) >= total:
            return names
