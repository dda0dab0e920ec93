"""`tacitus entity`: list, show, merge, split, alias."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.table import Table

from tacitus.cli.commands import add_command
from tacitus.cli.fitting import Fitted
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson
from tacitus.cli.recollections import OUTDATED
from tacitus.cli.seams import Seams
from tacitus.domain.graph import Entity
from tacitus.views.dates import clock
from tacitus.views.entities import detailed_entity, listed_entity

BankName = Annotated[str, typer.Argument(metavar="BANK", help="Name of the bank.")]
Called = Annotated[
    str, typer.Argument(metavar="ENTITY", help="Its id, or its name or alias as it is.")
]
Form = Annotated[str, typer.Argument(metavar="NAME", help="A form of its name.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What can be said of `tacitus entity list`."""

    bank: BankName
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What can be said of `tacitus entity show`."""

    bank: BankName
    entity: Called
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """What can be said of `tacitus entity merge`."""

    bank: BankName
    entity: Called
    other: Annotated[
        str, typer.Argument(metavar="OTHER", help="The entity that becomes part of it.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Splitting:
    """What can be said of `tacitus entity split`."""

    bank: BankName
    entity: Called
    name: Form


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """What can be said of `tacitus entity alias`."""

    bank: BankName
    entity: Called
    name: Form
    remove: Annotated[bool, typer.Option("--remove", help="Take the alias back.")] = False


def entity_commands() -> typer.Typer:
    """Return the group of commands."""
    group = typer.Typer(no_args_is_help=True, help="See who is who, and correct it.")
    add_command(group, "list", Listing, list_entities)
    add_command(group, "show", Showing, show)
    add_command(group, "merge", Merging, merge)
    add_command(group, "split", Splitting, split)
    add_command(group, "alias", Naming, alias)
    return group


async def list_entities(seams: Seams, said: Listing) -> None:
    """List the entities of a bank, most mentioned first."""
    async with seams.memory() as runtime:
        entities, total = await runtime.engine.entities(said.bank, limit=said.limit)
    if said.json:
        print_json(seams.out, [listed_entity(entity) for entity in entities])
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("entity", overflow="fold")
    table.add_column("type")
    table.add_column("mentions", justify="right")
    table.add_column("also called", overflow="fold")
    for entity in entities:
        also = _listed(entity.aliases)
        table.add_row(printable(entity.name), entity.type, f"{entity.mention_count:,}", also)
    seams.out.print(Fitted(table, words=0))
    if total > len(entities):
        seams.out.print(f"{total - len(entities):,} more: --limit {total}")


async def show(seams: Seams, said: Showing) -> None:
    """Show an entity with what is known of it in short."""
    async with seams.memory() as runtime:
        entity = await runtime.engine.identities.find(said.bank, said.entity)
        observed = await runtime.engine.observations(said.bank, [entity.id])
        stale = bool(await runtime.engine.surveys.stale(said.bank, observed))
    summary = observed.get(entity.id)
    text = summary.text if summary else ""
    if said.json:
        print_json(seams.out, detailed_entity(entity, summary, stale=stale))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for heading, value in {
        "entity": printable(entity.name),
        "id": str(entity.id),
        "type": entity.type.value,
        "mentions": f"{entity.mention_count:,}",
        "also called": _listed(entity.aliases),
        "is not": _listed(entity.denied),
        "first seen": clock(entity.first_seen),
        "last seen": clock(entity.last_seen),
        "observation": printable(text),
        "but": OUTDATED if stale else "",
    }.items():
        if value:
            table.add_row(heading, value)
    seams.out.print(table)


async def merge(seams: Seams, said: Merging) -> None:
    """Let one entity stand for another; `split` takes it back."""
    async with seams.memory() as runtime:
        identities = runtime.engine.identities
        into = await identities.find(said.bank, said.entity)
        other = await identities.find(said.bank, said.other)
        merged = await identities.merge(said.bank, into.id, other.id)
    seams.out.print(
        f"{printable(merged.name)} stands for {printable(other.name)} too: {_counted(merged)}"
    )


async def split(seams: Seams, said: Splitting) -> None:
    """Split a name off an entity with its mentions, for good; `merge` takes it back."""
    async with seams.memory() as runtime:
        identities = runtime.engine.identities
        entity = await identities.find(said.bank, said.entity)
        left, parted = await identities.split(said.bank, entity.id, said.name)
    counts = [f"{printable(one.name)}: {_counted(one)}" for one in (left, parted) if one]
    seams.out.print(
        f"{printable(said.name)} is not {printable(entity.name)}; {', '.join(counts) or 'both went'}"
    )


async def alias(seams: Seams, said: Naming) -> None:
    """Let a name mean an entity from now on."""
    async with seams.memory() as runtime:
        identities = runtime.engine.identities
        entity = await identities.find(said.bank, said.entity)
        change = identities.unalias if said.remove else identities.alias
        named = await change(said.bank, entity.id, said.name)
    called = _listed(named.aliases) or "nothing else"
    seams.out.print(f"{printable(named.name)} is also called: {called}")


def _listed(forms: Sequence[str]) -> str:
    return printable(", ".join(forms))


def _counted(entity: Entity) -> str:
    many = entity.mention_count != 1
    return f"{entity.mention_count:,} {'memories' if many else 'memory'}"
