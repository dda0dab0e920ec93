"""`tacitus bank`: create, list, show, delete."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.table import Table

from tacitus.cli.backgrounds import Adding, add_background
from tacitus.cli.commands import add_command
from tacitus.cli.fitting import Fitted
from tacitus.cli.output import print_json
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.domain.bank_config import PERSONAL, SECRETS
from tacitus.domain.banks import Bank, BankChange, BankStats, Disposition
from tacitus.domain.errors import BankNotFound, InvalidRequest
from tacitus.domain.sensitive import Policies, Policy
from tacitus.engine import Engine
from tacitus.views.banks import bank_stats, listed_bank, profile
from tacitus.views.dates import clock

BankName = Annotated[str, typer.Argument(metavar="BANK", help="Name of the bank.")]
Trait = Annotated[int, typer.Option(min=1, max=5)]
PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Creating:
    """What can be said of `tacitus bank create`."""

    bank: BankName
    title: Annotated[str, typer.Option(help="What people call it.")] = ""
    mission: Annotated[str, typer.Option(help="What the memory is for.")] = ""
    background: Annotated[str, typer.Option(help="Who the agent is, in the first person.")] = ""
    skepticism: Trait = 3
    literalism: Trait = 3
    empathy: Trait = 3
    bias: Annotated[
        float, typer.Option(min=0, max=1, help="0: facts first; 1: strongly opinionated.")
    ] = 0.5
    secrets: Annotated[Policy, typer.Option(help="What becomes of keys and passwords.")] = (
        Policies().secrets
    )
    personal: Annotated[
        Policy, typer.Option(help="What becomes of addresses of mail, telephone and card numbers.")
    ] = Policies().personal


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What can be said of `tacitus bank list`."""

    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What can be said of `tacitus bank show`."""

    bank: BankName
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleting:
    """What can be said of `tacitus bank delete`."""

    bank: BankName
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False


def bank_commands() -> typer.Typer:
    """Return the group of commands."""
    group = typer.Typer(no_args_is_help=True, help="Create, list, show and delete banks.")
    add_command(group, "create", Creating, create)
    add_command(group, "list", Listing, list_banks)
    add_command(group, "show", Showing, show)
    add_command(group, "add-background", Adding, add_background)
    add_command(group, "delete", Deleting, delete)
    return group


async def create(seams: Seams, said: Creating) -> None:
    """Create a bank."""
    disposition = Disposition(said.skepticism, said.literalism, said.empathy, said.bias)
    change = BankChange(
        title=said.title,
        mission=said.mission,
        background=said.background,
        disposition=disposition,
        config={SECRETS: said.secrets.value, PERSONAL: said.personal.value},
    )
    async with seams.memory() as runtime:
        if await bank_exists(runtime.engine, said.bank):
            raise InvalidRequest(f"Bank '{said.bank}' exists already")
        await runtime.engine.set_bank(said.bank, change)
    seams.out.print(f"created bank {said.bank}")


async def list_banks(seams: Seams, said: Listing) -> None:
    """List the banks by name, with what they hold."""
    async with seams.memory() as runtime:
        banks = await _all(runtime.engine)
        held = await runtime.engine.stats_of(banks)
    listed = list(zip(banks, held, strict=True))
    if said.json:
        print_json(seams.out, [listed_bank(bank, stats) for bank, stats in listed])
        return
    if not banks:
        seams.out.print("no bank yet: `tacitus retain BANK FILE` makes one")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("bank", overflow="fold")
    for heading in ("documents", "memories", "entities"):
        table.add_column(heading, justify="right")
    table.add_column("last memory")
    for bank, stats in listed:
        counts = (stats.documents, sum(stats.memories.values()), stats.entities)
        last = clock(stats.last_memory_at) if stats.last_memory_at else ""
        table.add_row(bank.name, *(f"{count:,}" for count in counts), last)
    seams.out.print(Fitted(table, words=0))


async def show(seams: Seams, said: Showing) -> None:
    """Show what a bank is and what it holds."""
    async with seams.memory() as runtime:
        bank = await runtime.engine.bank(said.bank)
        stats = await runtime.engine.stats(said.bank)
    if said.json:
        print_json(seams.out, profile(bank), bank_stats(bank.name, stats))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for heading, value in _facts(bank, stats).items():
        if value:
            table.add_row(heading, value)
    seams.out.print(table)


async def delete(seams: Seams, said: Deleting) -> None:
    """Delete a bank with everything in it."""
    async with seams.memory() as runtime:
        stats = await runtime.engine.stats(said.bank)
        held = f"{sum(stats.memories.values()):,} memories of {stats.documents:,} documents"
        if not said.yes:
            typer.confirm(f"Delete bank {said.bank} with {held}?", abort=True, err=True)
        await runtime.engine.delete_bank(said.bank)
    seams.out.print(f"deleted bank {said.bank} with {held}")


def _facts(bank: Bank, stats: BankStats) -> Mapping[str, str]:
    traits = bank.disposition
    return {
        "bank": bank.name,
        "title": bank.title,
        "mission": bank.mission,
        "background": bank.background,
        "disposition": (
            f"skepticism {traits.skepticism}, literalism {traits.literalism}, "
            f"empathy {traits.empathy}, bias {traits.bias_strength}"
        ),
        "documents": f"{stats.documents:,}",
        "memories": _counted(stats.memories) or "none",
        "entities": f"{stats.entities:,}",
        "links": _counted(stats.links),
        "operations": _counted(stats.operations),
        "embedder": bank.embedder,
        "created": clock(bank.created_at),
        "last memory": clock(stats.last_memory_at) if stats.last_memory_at else "",
    }


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


async def bank_exists(engine: Engine, name: str) -> bool:
    """Whether there is a bank of that name."""
    try:
        await engine.bank(name)
    except BankNotFound:
        return False
    return True


async def _all(engine: Engine) -> list[Bank]:
    banks, total = await engine.banks(limit=PAGE)
    while len(banks) < total:
        more, total = await engine.banks(limit=PAGE, offset=len(banks))
        if not more:
            break
        banks += more
    return banks
