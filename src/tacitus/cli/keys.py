"""`tacitus key`: who may do what over the network."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Table

from tacitus.cli.commands import add_command
from tacitus.cli.fitting import Fitted
from tacitus.cli.output import print_json, printable
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.cli.words import as_moment
from tacitus.domain.access import Key, KeyId, Right
from tacitus.views.access import key_created, key_detail
from tacitus.views.dates import clock

_SPAN = re.compile(r"(?P<count>\d{1,5})(?P<unit>[mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Creating:
    """What can be said of `tacitus key create`."""

    label: Annotated[str, typer.Argument(metavar="LABEL", help="What the key is called.")] = ""
    right: Annotated[Right, typer.Option(help="Each includes those before it.")] = Right.WRITE
    bank: Annotated[
        list[str] | None,
        typer.Option(
            "--bank", metavar="BANK", help="For this bank, and others so named; else all."
        ),
    ] = None
    expires: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="A time, a date, or how long from now: 12h, 30d, 8w."),
    ] = None
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What can be said of `tacitus key list`."""

    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoking:
    """What can be said of `tacitus key revoke`."""

    key: Annotated[UUID, typer.Argument(metavar="KEY", help="Its id, as `key list` shows it.")]


def key_commands() -> typer.Typer:
    """Return the group of commands."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Say who may do what over the network. From the first key on, servers ask for one.",
    )
    add_command(group, "create", Creating, create)
    add_command(group, "list", Listing, list_keys)
    add_command(group, "revoke", Revoking, revoke)
    return group


async def create(seams: Seams, said: Creating) -> None:
    """Make a key for the tenant of the settings, and print it: it is shown once, and kept nowhere."""
    async with seams.memory() as runtime:
        until = said.expires
        key, text = await runtime.engine.access.create(
            said.label,
            said.right,
            banks=frozenset(said.bank) if said.bank else None,
            expires_at=None if until is None else _moment(until, runtime.engine.clock.now()),
        )
    if said.json:
        print_json(seams.out, key_created(key, text))
        return
    seams.out.print(text, soft_wrap=True)
    seams.err.print(f"{_said(key)}; the key is not shown again")


async def list_keys(seams: Seams, said: Listing) -> None:
    """List the keys of the tenant, oldest first, without what is secret of them."""
    async with seams.memory() as runtime:
        found = await runtime.engine.access.all()
        now = runtime.engine.clock.now()
    if said.json:
        print_json(seams.out, [key_detail(key) for key in found])
        return
    if not found:
        seams.out.print("no key yet: servers answer this machine alone, and ask for none")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("key", no_wrap=True)
    for heading in ("label", "right", "banks", "last used", "good"):
        table.add_column(heading, overflow="fold")
    for key in found:
        banks = "all" if key.banks is None else ", ".join(sorted(key.banks))
        used = clock(key.used_at) if key.used_at else ""
        cells = (str(key.id), key.label, key.right.value, banks, used, _good(key, now))
        table.add_row(*map(printable, cells))
    seams.out.print(Fitted(table, words=1))


async def revoke(seams: Seams, said: Revoking) -> None:
    """Let a key be good no more; servers know within seconds."""
    async with seams.memory() as runtime:
        key = await runtime.engine.access.revoke(KeyId(said.key))
    seams.out.print(f"revoked {_said(key)}")


def _said(key: Key) -> str:
    label = f" {key.label}" if key.label else ""
    banks = "all banks" if key.banks is None else ", ".join(sorted(key.banks))
    return printable(f"key {key.id}{label}: {key.right} in {banks}")


def _good(key: Key, now: datetime) -> str:
    if key.revoked_at:
        return f"no: revoked {clock(key.revoked_at)}"
    if key.expires_at is None:
        return "yes"
    return f"{'until' if key.expires_at > now else 'no: expired'} {clock(key.expires_at)}"


def _moment(text: str, now: datetime) -> datetime:
    span = _SPAN.fullmatch(text.strip())
    if span is None:
        return as_moment(text)
    return now + timedelta(**{_UNITS[span["unit"]]: int(span["count"])})
