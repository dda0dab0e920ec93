"""`tacitus forget`: a memory, a document, an entity, a bank, what has expired; and the receipts."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Table

from tacitus.cli.commands import add_command
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.domain.forgetting import Gone
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.engine import Engine
from tacitus.views.dates import clock
from tacitus.views.forgetting import forgotten, receipt

BankName = Annotated[str, typer.Argument(metavar="BANK", help="Name of the bank.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only list what would go.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
_SHOWN = 50
"""Things that are listed before one is asked."""

Forget = Callable[[Engine, bool], Awaitable[Gone]]
"""Forgets, or (True) says what would go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What can be said of every way to forget."""

    bank: BankName
    dry_run: DryRun = False
    yes: Yes = False
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMemory(Asked):
    """What can be said of `tacitus forget memory`."""

    memory: Annotated[UUID, typer.Argument(metavar="MEMORY", help="Its id.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDocument(Asked):
    """What can be said of `tacitus forget document`."""

    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="Its id.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEntity(Asked):
    """What can be said of `tacitus forget entity`."""

    entity: Annotated[
        str, typer.Argument(metavar="ENTITY", help="Its id, or its name or alias as it is.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipts:
    """What can be said of `tacitus forget receipts`."""

    bank: Annotated[str | None, typer.Argument(metavar="BANK", help="All banks if missing.")] = None
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50
    json: AsJson = False


def forget_commands() -> typer.Typer:
    """Return the group of commands."""
    group = typer.Typer(no_args_is_help=True, help="Have things forgotten for good.")
    add_command(group, "memory", OfMemory, memory)
    add_command(group, "document", OfDocument, document)
    add_command(group, "entity", OfEntity, entity)
    add_command(group, "bank", Asked, bank)
    add_command(group, "expired", Asked, expired)
    add_command(group, "receipts", Receipts, receipts)
    return group


async def memory(seams: Seams, said: OfMemory) -> None:
    """Forget a memory, with what was made of it."""

    async def forget(engine: Engine, dry_run: bool) -> Gone:
        return await engine.forgetting.memory(said.bank, MemoryId(said.memory), dry_run=dry_run)

    await _forget(seams, said, forget)


async def document(seams: Seams, said: OfDocument) -> None:
    """Forget a document, with what was read only from it."""

    async def forget(engine: Engine, dry_run: bool) -> Gone:
        id = DocumentId(said.document)
        return await engine.forgetting.document(said.bank, id, dry_run=dry_run)

    await _forget(seams, said, forget)


async def entity(seams: Seams, said: OfEntity) -> None:
    """Forget everything that names an entity, by any form of its name, everywhere in a bank."""

    async def forget(engine: Engine, dry_run: bool) -> Gone:
        named = await engine.identities.find(said.bank, said.entity)
        return await engine.forgetting.entity(said.bank, named.id, dry_run=dry_run)

    await _forget(seams, said, forget)


async def bank(seams: Seams, said: Asked) -> None:
    """Forget a bank with everything in it."""

    async def forget(engine: Engine, dry_run: bool) -> Gone:
        return await engine.forgetting.whole(said.bank, dry_run=dry_run)

    await _forget(seams, said, forget)


async def expired(seams: Seams, said: Asked) -> None:
    """Forget the memories of a bank whose time is over."""

    async def forget(engine: Engine, dry_run: bool) -> Gone:
        return await engine.forgetting.expired(said.bank, dry_run=dry_run)

    await _forget(seams, said, forget)


async def receipts(seams: Seams, said: Receipts) -> None:
    """List what was forgotten, latest first; of what it said nothing is kept."""
    async with seams.memory() as runtime:
        found, total = await runtime.engine.forgetting.receipts(said.bank, limit=said.limit)
    if said.json:
        print_json(seams.out, [receipt(one) for one in found])
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("when", "what", "went", "receipt"):
        table.add_column(heading, overflow="fold")
    for one in found:
        table.add_row(clock(one.at), one.subject.value, _counted(one.counts), str(one.id))
    seams.out.print(table)
    if total > len(found):
        seams.out.print(f"{total - len(found):,} more: --limit {total}")


async def _forget(seams: Seams, said: Asked, forget: Forget) -> None:
    async with seams.memory() as runtime:
        if not said.yes or said.dry_run:
            would = await forget(runtime.engine, True)
            _show(seams, said, would, dry_run=True)
            if said.dry_run:
                return
            typer.confirm("Forget all that for good?", abort=True, err=True)
        gone = await forget(runtime.engine, False)
    _show(seams, said, gone, dry_run=False)


def _show(seams: Seams, said: Asked, gone: Gone, *, dry_run: bool) -> None:
    if said.json:
        print_json(seams.out, forgotten(gone, dry_run=dry_run))
        return
    seams.out.print(f"{'would go' if dry_run else 'went'}: {_counted(gone.counts) or 'nothing'}")
    if dry_run:
        for item in gone.items[:_SHOWN]:
            seams.out.print(f"  {item.kind.value}  {item.id}  {printable(item.name)}")
        if len(gone.items) > _SHOWN:
            seams.out.print(f"  and {len(gone.items) - _SHOWN:,} more: --json lists them")
    for item in gone.stays:
        seams.out.print(f"stays, for you to change: {item.kind.value} {printable(item.name)}")


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
