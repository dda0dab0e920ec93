"""`tacitus eval SUITE PATH`: a benchmark asked of this memory, or of any server's."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.recollection import Channel, Fusion, RecallOptions
from tacitus.evaluation.cases import Case
from tacitus.evaluation.embedded import EmbeddedMemory
from tacitus.evaluation.journal import Journal, rows_beside
from tacitus.evaluation.remote import Handing, RemoteMemory
from tacitus.evaluation.report import summary_table
from tacitus.evaluation.rows import Kind, Setup
from tacitus.evaluation.running import Plan, Run, digest_of
from tacitus.evaluation.showing import progress_bar
from tacitus.evaluation.suites.reading import DIALOGUES, Suite, read_suite
from tacitus.evaluation.summary import summarise
from tacitus.evaluation.surroundings import Surroundings, throw_away_memory
from tacitus.evaluation.systems import MemorySystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluating:
    """What can be said of `tacitus eval SUITE`."""

    path: Annotated[
        list[Path] | None,
        typer.Argument(help="Files and folders of the suite; `dialogues` has its own."),
    ] = None
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="A server that speaks the wire format.")
    ] = None
    json: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Where the summary goes; rows beside it, to go on from."),
    ] = None
    limit: Annotated[int | None, typer.Option(min=1, help="Most questions to ask.")] = None
    fusion: Annotated[Fusion | None, typer.Option(help="Ranking to use.")] = None
    without: Annotated[
        list[Channel], typer.Option(help="Leave a channel out; may be repeated.")
    ] = field(default_factory=list[Channel])
    foreign: Annotated[
        bool, typer.Option("--foreign", help="Ask questions of other conversations as well.")
    ] = False
    rename: Annotated[
        bool, typer.Option("--rename", help="Ask them with this one's names, too.")
    ] = False
    qa: Annotated[bool, typer.Option("--qa", help="Answer by the configured model, judge.")] = False
    handing: Annotated[
        Handing, typer.Option("--items", help="With --url: what is handed over as one item.")
    ] = Handing.SESSION
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not go on from earlier rows.")] = False


def evaluation_of(suite: Suite) -> Callable[[Surroundings, Evaluating], Awaitable[None]]:
    """Return the command that evaluates one suite."""

    async def evaluate(around: Surroundings, said: Evaluating) -> None:
        await _evaluate(suite, around, said)

    evaluate.__doc__ = f"Evaluate on {suite}: retain, ask, count what came back."
    return evaluate


async def _evaluate(suite: Suite, around: Surroundings, said: Evaluating) -> None:
    paths = said.path or ([DIALOGUES] if suite is Suite.DIALOGUES else [])
    if not paths:
        raise typer.BadParameter(f"say where the files of {suite} are")
    cases = tuple(read_suite(suite, paths))
    plan = Plan(cases=cases, kinds=_kinds(said), limit=said.limit)
    async with _system(around, said) as system:
        setup = Setup(
            suite=suite, system=system.name, data=digest_of(cases), options=_options(said)
        )
        rows = rows_beside(said.json) if said.json else None
        with Journal(setup, rows, fresh=said.fresh) as journal:
            if journal.known:
                around.err.print(f"going on after {journal.known} rows in {rows}")
            total = sum(len(asked) for _, asked in plan.rounds())
            with progress_bar(around.err, total) as progress:
                run = Run(system=system, journal=journal, progress=progress)
                await run.carry_out(plan)
    _tell(around, said, setup, cases, journal)


def _tell(
    around: Surroundings, said: Evaluating, setup: Setup, cases: tuple[Case, ...], journal: Journal
) -> None:
    figures = summarise(setup, cases, list(journal.rows.values()), journal.retained)
    around.out.print(summary_table(figures))
    if said.json is not None:
        text = json.dumps(figures, ensure_ascii=False, indent=2)
        said.json.write_text(text + "\n", "utf-8")
        around.out.print(f"written: {said.json}, {rows_beside(said.json)}")


def _kinds(said: Evaluating) -> tuple[Kind, ...]:
    kinds: list[Kind] = ["own"]
    if said.foreign or said.rename:
        kinds.append("foreign")
    if said.rename:
        kinds.append("renamed")
    return tuple(kinds)


def _options(said: Evaluating) -> dict[str, str]:
    options = {"fusion": said.fusion or "default"}
    if said.without:
        options["without"] = ", ".join(sorted(said.without))
    if said.url:
        options["items"] = said.handing
    if said.qa:
        options["qa"] = "yes"
    return options


@asynccontextmanager
async def _system(around: Surroundings, said: Evaluating) -> AsyncGenerator[MemorySystem]:
    if said.url is None:
        async with throw_away_memory(around) as runtime:
            yield EmbeddedMemory(runtime.engine, _recall_options(said))
        return
    if said.fusion or said.without:
        raise typer.BadParameter("--fusion and --without reach into the engine: not with --url")
    counter = in_memory_runtime(around.settings()).models.counter
    async with AsyncClient(said.url) as client:
        yield RemoteMemory(client, said.url, counter.count, said.handing)


def _recall_options(said: Evaluating) -> RecallOptions:
    channels = frozenset(Channel) - frozenset(said.without)
    if not channels:
        raise typer.BadParameter("--without: one channel has to stay")
    options = RecallOptions(channels=channels)
    if said.fusion is None:
        return options
    return RecallOptions(channels=channels, fusion=said.fusion)
