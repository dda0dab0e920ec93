"""`tacitus operation`: background work of a bank, and what to do about it."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Table
from rich.text import Text

from tacitus.cli.commands import add_command
from tacitus.cli.fitting import Fitted
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.domain.errors import OperationNotFound
from tacitus.domain.ids import OperationId
from tacitus.domain.operations import Operation, OperationStatus
from tacitus.engine import Engine
from tacitus.views.dates import clock
from tacitus.views.operations import detailed_operation, listed_operation

BankName = Annotated[str, typer.Argument(metavar="BANK", help="Name of the bank.")]
Which = Annotated[
    UUID, typer.Argument(metavar="OPERATION", help="Its id, as `operation list` shows it.")
]
_PAGE = 100
_COLOURS = {
    OperationStatus.COMPLETED: "green",
    OperationStatus.PROCESSING: "cyan",
    OperationStatus.PENDING: "yellow",
    OperationStatus.FAILED: "red",
    OperationStatus.CANCELLED: "dim",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What can be said of `tacitus operation list`."""

    bank: BankName
    status: Annotated[OperationStatus | None, typer.Option(help="Only those of this status.")] = (
        None
    )
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What can be said of `tacitus operation show`."""

    bank: BankName
    operation: Which
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying:
    """What can be said of `tacitus operation retry`."""

    bank: BankName
    operation: Annotated[
        UUID | None, typer.Argument(metavar="OPERATION", help="Its id; or --failed.")
    ] = None
    failed: Annotated[bool, typer.Option("--failed", help="All of the bank that failed.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelling:
    """What can be said of `tacitus operation cancel`."""

    bank: BankName
    operation: Which


def operation_commands() -> typer.Typer:
    """Return the group of commands."""
    group = typer.Typer(
        no_args_is_help=True, help="See background work; retry what failed, cancel what waits."
    )
    add_command(group, "list", Listing, list_operations)
    add_command(group, "show", Showing, show)
    add_command(group, "retry", Retrying, retry)
    add_command(group, "cancel", Cancelling, cancel)
    return group


async def list_operations(seams: Seams, said: Listing) -> None:
    """List background work, newest first."""
    async with seams.memory() as runtime:
        found, total = await runtime.engine.operations(
            said.bank, status=said.status, limit=said.limit
        )
    if said.json:
        print_json(seams.out, [listed_operation(one) for one in found])
        return
    if not found:
        seams.out.print(f"no operation is {said.status.value}" if said.status else "no operation")
        return
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("operation", no_wrap=True)
    table.add_column("kind")
    table.add_column("status", ratio=1, overflow="fold")
    table.add_column("since", overflow="fold")
    for one in found:
        table.add_row(str(one.id), one.kind.value, standing(one), clock(one.updated_at))
    seams.out.print(Fitted(table, words=2))
    if total > len(found):
        seams.out.print(f"{total - len(found):,} more (--limit)", style="dim")


async def show(seams: Seams, said: Showing) -> None:
    """Show one operation: what became of it, and how far it has come."""
    async with seams.memory() as runtime:
        found = await runtime.engine.operation(said.bank, OperationId(said.operation))
    if found is None:
        raise OperationNotFound(f"Operation '{said.operation}' not found")
    if said.json:
        print_json(seams.out, detailed_operation(found))
        return
    seams.out.print(Text.assemble(f"{found.kind.value}: ", standing(found)))
    seams.out.print(f"created {clock(found.created_at)}, attempts: {found.attempts}", style="dim")
    if found.progress:
        of = f" {found.progress.processed} of {found.progress.total}"
        done = of if found.progress.total else ""
        seams.out.print(f"{found.progress.stage}{done}, {clock(found.progress.at)}", style="dim")
    for name, value in (found.result or {}).items():
        seams.out.print(f"{name}: {printable(str(value))}")


async def retry(seams: Seams, said: Retrying) -> None:
    """Let what failed or was cancelled run again; a worker or a server does it."""
    if (said.operation is None) != said.failed:
        raise typer.BadParameter("name one operation, or say --failed")
    async with seams.memory() as runtime:
        if said.operation is not None:
            ids = [OperationId(said.operation)]
        else:
            ids = await _failed(runtime.engine, said.bank)
        for id in ids:
            await runtime.engine.retry(said.bank, id)
    seams.out.print(f"{len(ids):,} {'waits' if len(ids) == 1 else 'wait'} again")


async def _failed(engine: Engine, bank: str) -> list[OperationId]:
    ids: list[OperationId] = []
    while True:
        found, total = await engine.operations(
            bank, status=OperationStatus.FAILED, limit=_PAGE, offset=len(ids)
        )
        ids += [one.id for one in found]
        if not found or len(ids) >= total:
            return ids


async def cancel(seams: Seams, said: Cancelling) -> None:
    """Cancel an operation that still waits."""
    async with seams.memory() as runtime:
        await runtime.engine.cancel(said.bank, OperationId(said.operation))
    seams.out.print("cancelled")


def standing(operation: Operation) -> Text:
    """Say where an operation stands, and why."""
    text = Text(operation.status.value, style=_COLOURS[operation.status])
    if operation.waits_for_model and not operation.attempts:
        text.append(" until there is a language model (TACITUS_LLM)", style="dim")
    if operation.next_try_at:
        text.append(f", tried again at {clock(operation.next_try_at)}", style="dim")
    if operation.error:
        text.append(f": {printable(operation.error)}", style="dim")
    return text
