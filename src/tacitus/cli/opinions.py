"""`tacitus opinion`: what a bank believes, why, and letting evidence move it."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Table

from tacitus.cli.commands import add_command
from tacitus.cli.fitting import Fitted
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.cli.trajectories import opinion_text, why_table
from tacitus.domain.ids import MemoryId
from tacitus.domain.opinions import Folding, Judgement, Relation, stance
from tacitus.views.dates import clock, day
from tacitus.views.opinions import detailed_opinion, listed_opinion

BankName = Annotated[str, typer.Argument(metavar="BANK", help="Name of the bank.")]
Which = Annotated[
    UUID, typer.Argument(metavar="OPINION", help="Its id, as `opinion list` shows it.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What can be said of `tacitus opinion list`."""

    bank: BankName
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What can be said of `tacitus opinion show` and `why`."""

    bank: BankName
    opinion: Which
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Testifying:
    """What can be said of `tacitus opinion add-evidence`."""

    bank: BankName
    opinion: Which
    relation: Annotated[Relation, typer.Argument(help="What the evidence does to the opinion.")]
    who: Annotated[str, typer.Option(help="Whose judgement it is.")]
    memory: Annotated[
        UUID | None, typer.Option(metavar="ID", help="Memory that it is drawn from.")
    ] = None
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = ""
    weight: Annotated[float, typer.Option(min=0.01, max=1, help="How much it counts.")] = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """What can be said of `tacitus opinion forget`."""

    bank: BankName
    opinion: Which
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputing:
    """What can be said of `tacitus opinion recompute`."""

    bank: BankName
    fold: Annotated[
        Folding | None, typer.Option(help="Fold in this way from now on; 'paper' is Eq. 26.")
    ] = None


def opinion_commands() -> typer.Typer:
    """Return the group of commands."""
    group = typer.Typer(no_args_is_help=True, help="See what is believed, and why; move it.")
    add_command(group, "list", Listing, list_opinions)
    add_command(group, "show", Showing, show)
    add_command(group, "why", Showing, why)
    add_command(group, "add-evidence", Testifying, add_evidence)
    add_command(group, "forget", Forgetting, forget)
    add_command(group, "recompute", Recomputing, recompute)
    return group


async def list_opinions(seams: Seams, said: Listing) -> None:
    """List opinions with their confidence, latest formed first."""
    async with seams.memory() as runtime:
        opinions, total = await runtime.engine.beliefs.page(said.bank, limit=said.limit)
    if said.json:
        print_json(seams.out, [listed_opinion(memory) for memory in opinions])
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("confidence", justify="right")
    table.add_column("stance")
    table.add_column("formed", no_wrap=True)
    table.add_column("opinion", ratio=1, overflow="fold")
    table.add_column("id", style="dim", no_wrap=True)
    for memory in opinions:
        confidence = memory.confidence or 0.0
        table.add_row(
            f"{confidence:.2f}",
            stance(confidence).value,
            day(memory.known_at),
            printable(memory.text),
            str(memory.id),
        )
    seams.out.print(Fitted(table, words=3))
    if total > len(opinions):
        seams.out.print(f"{len(opinions)} of {total}: --limit shows more", style="dim")


async def show(seams: Seams, said: Showing) -> None:
    """Show an opinion: its confidence over time, how it was formed, and what it rests on."""
    async with seams.memory() as runtime:
        opinion = await runtime.engine.beliefs.find(said.bank, MemoryId(said.opinion))
        seen = await runtime.engine.beliefs.seen(said.bank, opinion)
    if said.json:
        print_json(seams.out, detailed_opinion(opinion, seen))
    else:
        seams.out.print(opinion_text(opinion, seen))


async def why(seams: Seams, said: Showing) -> None:
    """Say why it is believed: each piece of evidence, newest first, and what it did."""
    async with seams.memory() as runtime:
        opinion = await runtime.engine.beliefs.find(said.bank, MemoryId(said.opinion))
        seen = await runtime.engine.beliefs.seen(said.bank, opinion)
    if said.json:
        print_json(seams.out, detailed_opinion(opinion, seen).trajectory)
    else:
        seams.out.print(why_table(opinion, seen))


async def add_evidence(seams: Seams, said: Testifying) -> None:
    """Let evidence move an opinion; the same voice counts once, with its latest word."""
    judgement = Judgement(
        relation=said.relation,
        who=said.who,
        memory=None if said.memory is None else MemoryId(said.memory),
        reason=said.reason,
        weight=said.weight,
    )
    async with seams.memory() as runtime:
        beliefs = runtime.engine.beliefs
        before = await beliefs.find(said.bank, MemoryId(said.opinion))
        after = await beliefs.add_evidence(said.bank, MemoryId(said.opinion), judgement)
    words = printable(after.memory.text)
    seams.out.print(f"{before.confidence:.2f} -> {after.confidence:.2f}  {words}")


async def forget(seams: Seams, said: Forgetting) -> None:
    """Delete an opinion with its evidence."""
    async with seams.memory() as runtime:
        opinion = await runtime.engine.beliefs.find(said.bank, MemoryId(said.opinion))
        words = printable(opinion.memory.text)
        formed = clock(opinion.memory.known_at)
        if not said.yes:
            typer.confirm(f'Forget "{words}", formed {formed}?', abort=True)
        await runtime.engine.forgetting.memory(said.bank, opinion.memory.id)
    seams.out.print(f"forgotten: {words}")


async def recompute(seams: Seams, said: Recomputing) -> None:
    """Fold all opinions anew from their evidence."""
    async with seams.memory() as runtime:
        count = await runtime.engine.beliefs.recompute(said.bank, said.fold)
    seams.out.print(f"folded anew: {count} {'opinion' if count == 1 else 'opinions'}")
