"""`tacitus audit`: who asked for what over the network."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Table

from tacitus.cli.fitting import Fitted
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.cli.words import as_moment
from tacitus.domain.access import KeyId
from tacitus.domain.audit import AuditPage
from tacitus.views.audit import audit_row
from tacitus.views.dates import clock
from tacitus.wire.audit import AuditList


@dataclass(frozen=True, slots=True, kw_only=True)
class Auditing:
    """What can be said of `tacitus audit`."""

    bank: Annotated[str | None, typer.Option(metavar="BANK", help="Of this bank alone.")] = None
    key: Annotated[UUID | None, typer.Option(metavar="KEY", help="By this key alone.")] = None
    request: Annotated[str | None, typer.Option(metavar="ID", help="This request alone.")] = None
    since: Annotated[str | None, typer.Option(metavar="WHEN", help="From then on.")] = None
    until: Annotated[str | None, typer.Option(metavar="WHEN", help="Before that.")] = None
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Most rows.")] = 50
    json: AsJson = False


async def audit(seams: Seams, said: Auditing) -> None:
    """List the requests on banks that servers answered, latest first; they are kept for 90 days."""
    page = AuditPage(
        bank=said.bank,
        key=None if said.key is None else KeyId(said.key),
        request=said.request,
        since=None if said.since is None else as_moment(said.since),
        until=None if said.until is None else as_moment(said.until),
        limit=said.limit,
    )
    async with seams.memory() as runtime:
        rows, total = await runtime.engine.audit.page(page)
    if said.json:
        items = [audit_row(row) for row in rows]
        print_json(seams.out, AuditList(items=items, total=total, limit=said.limit, offset=0))
        return
    if not rows:
        seams.out.print("nothing was asked over the network")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("at", "what", "bank", "status", "key", "request"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        key = "" if row.key is None else str(row.key)
        cells = (clock(row.at), row.what, row.bank or "", str(row.status), key, row.request)
        table.add_row(*map(printable, cells))
    seams.out.print(Fitted(table, words=1))
    if total > len(rows):
        seams.out.print(f"and {total - len(rows):,} more")
