"""`tacitus retain`: files to memories, with progress, safe to stop and to repeat."""

import asyncio
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from tacitus.cli.files import Handed, read_files
from tacitus.cli.filling import Done, Work, fill
from tacitus.cli.output import print_json
from tacitus.cli.seams import Seams
from tacitus.cli.words import as_moment, as_zone, list_of
from tacitus.domain.banks import checked_name
from tacitus.domain.changes import Outcome, Receipt
from tacitus.domain.documents import RetainItem, UpdateMode
from tacitus.domain.errors import TacitusError
from tacitus.domain.ids import DocumentId
from tacitus.formats.conversation import turns_in
from tacitus.views.documents import retained


@dataclass(frozen=True, slots=True, kw_only=True)
class Retaining:
    """What can be said of `tacitus retain`."""

    bank: Annotated[str, typer.Argument(help="Bank to retain into; created if it is not there.")]
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Files and folders; `-` is standard input."),
    ]
    timestamp: Annotated[str, typer.Option(metavar="TIME", help="When it was said or written.")] = (
        ""
    )
    zone: Annotated[
        tzinfo | None,
        typer.Option(parser=as_zone, metavar="ZONE", help="Zone of times that name none."),
    ] = None
    tag: Annotated[list[str], typer.Option(metavar="TAG", help="Tag; may be repeated.")] = field(
        default_factory=list[str]
    )
    context: Annotated[str, typer.Option(metavar="TEXT", help="What it is about.")] = ""
    document: Annotated[
        str | None, typer.Option(metavar="ID", help="Name of the document; for a single one.")
    ] = None
    append: Annotated[bool, typer.Option("--append", help="Add to the document.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False


async def retain(seams: Seams, said: Retaining) -> None:
    """Remember files: text, Markdown, chats in JSON or JSONL, and benchmark conversations.

    A file with several conversations (LoCoMo, LongMemEval) fills a bank for each, named BANK-NAME.
    What is there already is not read again, so that a stopped run goes on where it was.
    """
    spoken = moment_in(said.timestamp, said.zone)
    handed, passed = read_files(said.files, seams.stdin, said.zone)
    for line in passed:
        seams.err.print("passed over", line)
    todo = plan(handed, said, spoken)
    done: dict[int, Receipt] = {}
    seconds = 0.0

    def note(place: int, receipt: Receipt) -> None:
        done[place] = receipt

    try:
        async with seams.memory() as runtime:
            started = perf_counter()
            with _progress(seams.err, todo, note) as advance:
                await fill(runtime.engine, todo, advance)
            seconds = perf_counter() - started
    except (asyncio.CancelledError, TacitusError) as stop:
        if done or isinstance(stop, asyncio.CancelledError):
            seams.err.print(_how_far(len(done), len(todo)))
        raise
    receipts = [(work.bank, done[place]) for place, work in enumerate(todo)]
    if said.json:
        print_json(seams.out, [retained(bank, receipt) for bank, receipt in receipts])
    else:
        seams.out.print(summary(receipts, seconds))


def moment_in(text: str, zone: tzinfo | None) -> datetime | None:
    """Read when it was said; None where nothing is said of it.

    Raises:
        BadParameter: It is no time, or neither it nor anything else names a zone.
    """
    if not text:
        return None
    try:
        return as_moment(text, zone)
    except typer.BadParameter as refused:
        refused.param_hint = "--timestamp (a zone can be said with --zone)"
        raise


def plan(handed: Sequence[Handed], said: Retaining, spoken: datetime | None) -> list[Work]:
    """Decide which document goes to which bank.

    Args:
        spoken: When all of them were said, if that was said.

    Raises:
        BadParameter: One name is given to several documents.
        InvalidRequest: A bank cannot have that name.
    """
    if said.document is not None and len(handed) > 1:
        raise typer.BadParameter(f"--document names one document, and there are {len(handed)}")
    names = {one.conversation for one in handed if one.conversation}
    several = len(names) > 1
    return [
        Work(
            bank=checked_name(f"{said.bank}-{one.conversation}")
            if several and one.conversation
            else checked_name(said.bank),
            item=_as_said(one.item, said, spoken),
        )
        for one in handed
    ]


def summary(receipts: Sequence[tuple[str, Receipt]], seconds: float) -> str:
    """Say in a line what was done, and in which banks where they are several."""
    stored = [receipt for _, receipt in receipts if receipt.outcome is Outcome.STORED]
    there = len(receipts) - len(stored)
    away = _away(sum(receipt.forgotten for _, receipt in receipts))
    if not stored and there == 1 and away:
        return f"nothing new{away}"
    if not stored:
        what = (
            "the document was there already"
            if there == 1
            else f"all {there} documents were there already"
        )
        return f"nothing changed: {what}{away}"
    documents, memories = len(stored), sum(len(receipt.memories) for receipt in stored)
    counts = {
        "restated": sum(receipt.restated for receipt in stored),
        "superseded": sum(receipt.superseded for receipt in stored),
        "dropped": sum(receipt.dropped for receipt in stored),
    }
    details = ", ".join(f"{count:,} {word}" for word, count in counts.items() if count)
    line = f"retained {_many(documents, 'document')}, {_many(memories, 'memory', 'memories')}"
    line += f" ({details})" if details else ""
    line += f" in {seconds:.1f} s"
    if there:
        line += f"; {_many(there, 'document')} {'was' if there == 1 else 'were'} there already"
    line += away
    banks = Counter(bank for bank, _ in receipts)
    return f"{line}\n{_many(len(banks), 'bank')}: {', '.join(banks)}" if len(banks) > 1 else line


def _away(forgotten: int) -> str:
    """Say what stays away: else it would look as if it were there."""
    if not forgotten:
        return ""
    return f"; {_many(forgotten, 'statement')} deleted before, not taken up again"


def _as_said(item: RetainItem, said: Retaining, spoken: datetime | None) -> RetainItem:
    return replace(
        item,
        document=DocumentId(said.document) if said.document is not None else item.document,
        timestamp=spoken or item.timestamp,
        context=said.context or item.context,
        tags=(*item.tags, *list_of(*said.tag)),
        mode=UpdateMode.APPEND if said.append else item.mode,
    )


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def _how_far(done: int, documents: int) -> str:
    return (
        f"stopped: {done} of {_many(documents, 'document')} stored, none in part; "
        "the same command goes on with the rest"
    )


# --------------------------------------------------------------------------------------- progress


class _Rate(ProgressColumn):
    """Turns per second since the start."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} turns/s" if speed else "", style="cyan")


@contextmanager
def _progress(err: Console, todo: Sequence[Work], note: Done) -> Generator[Done]:
    """Show a bar on a terminal; elsewhere nothing."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f} turns"),
        _Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        line = bar.add_task("retaining", total=sum(turns_in(work.item) for work in todo))

        def done(place: int, receipt: Receipt) -> None:
            note(place, receipt)
            work = todo[place]
            bar.update(line, advance=turns_in(work.item), description=work.bank)

        yield done
