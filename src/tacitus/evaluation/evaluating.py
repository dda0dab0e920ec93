"""`tacitus eval SUITE PATH`: a benchmark asked of this memory, or of any server's."""

import hashlib
import json
from collections.abc import Awaitable, Callable

import typer

from tacitus.evaluation.cases import Case
from tacitus.evaluation.journal import Journal, rows_beside
from tacitus.evaluation.opening import Evaluating, Opened, opened_for
from tacitus.evaluation.qa.answering import Answering
from tacitus.evaluation.report import summary_table
from tacitus.evaluation.rows import Kind, Setup
from tacitus.evaluation.running import Plan, Run, digest_of
from tacitus.evaluation.showing import progress_bar, show_table
from tacitus.evaluation.suites.reading import DIALOGUES, Suite, read_suite
from tacitus.evaluation.summary import summarise
from tacitus.evaluation.surroundings import Surroundings


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
    async with opened_for(around, said) as opened:
        setup = Setup(
            suite=suite,
            system=opened.system.name,
            data=digest_of(cases),
            options=_options(said, opened.judge),
        )
        rows = rows_beside(said.json) if said.json else None
        with Journal(setup, rows, fresh=said.fresh) as journal:
            await _carry_out(around, opened, plan, journal)
    _tell(around, said, setup, cases, journal)


async def _carry_out(around: Surroundings, opened: Opened, plan: Plan, journal: Journal) -> None:
    if journal.known:
        around.err.print(f"going on after {journal.known} questions that were asked before")
    total = sum(len(asked) for _, asked in plan.rounds())
    with progress_bar(around.err, total) as progress:
        run = Run(system=opened.system, journal=journal, progress=progress, judge=opened.judge)
        await run.carry_out(plan)


def _tell(
    around: Surroundings, said: Evaluating, setup: Setup, cases: tuple[Case, ...], journal: Journal
) -> None:
    figures = summarise(setup, cases, list(journal.rows.values()), journal.retained)
    show_table(around.out, summary_table(figures))
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


def _options(said: Evaluating, judge: Answering | None) -> dict[str, str]:
    options = {"fusion": said.fusion or "default"}
    if said.without:
        options["without"] = ", ".join(sorted(said.without))
    if said.relevance:
        options["relevance"] = hashlib.sha256(said.relevance.read_bytes()).hexdigest()[:8]
    if said.url:
        options["items"] = said.handing
    if judge:
        options["qa"] = judge.name
    return options
