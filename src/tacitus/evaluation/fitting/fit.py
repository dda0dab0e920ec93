"""`tacitus eval fit`: refits the calibrated ranking on conversations with known evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import numpy as np
import typer
from rich.table import Table

from tacitus.bootstrap import Models
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.recollection import Fusion, RecallOptions
from tacitus.evaluation.cases import Case
from tacitus.evaluation.embedded import EmbeddedMemory
from tacitus.evaluation.fitting.coefficients import as_toml, relevance_of
from tacitus.evaluation.fitting.examples import Example, example_of
from tacitus.evaluation.fitting.learning import learned_from, lessons_of
from tacitus.evaluation.fitting.model import Columns, Pull, fit_model
from tacitus.evaluation.fitting.validating import (
    Predicted,
    answerable_from,
    cross_validated,
    figures,
    floor_spending,
)
from tacitus.evaluation.running import Asked, Plan, Progress
from tacitus.evaluation.showing import progress_bar, show_table
from tacitus.evaluation.suites.reading import DIALOGUES, Suite, read_suite
from tacitus.evaluation.surroundings import Surroundings, throw_away_memory
from tacitus.recall.features import FEATURES
from tacitus.recall.relevance import shipped_file, shipped_relevance

_NAMES = tuple(FEATURES)
ANSWERING = (
    "anyone_named",
    "best_coverage",
    "best_cosine",
    "best_cosine_and_coverage",
    "anything_when_asked",
    "only_then",
)
"""Features that all candidates of a question share, and that say whether it has an answer."""
HOLDING = ("coverage", "cosine")
"""Features that say whether a candidate holds the answer, whatever the others are like."""
_OPTIONS = RecallOptions(fusion=Fusion.CALIBRATED, rerank_seconds=60.0)
"""A cross-encoder, where one is configured, has all the time it needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """What can be said of `tacitus eval fit`."""

    dialogues: Annotated[
        list[Path] | None,
        typer.Argument(help="Files in the layout of LoCoMo; by default the shipped dialogues."),
    ] = None
    out: Annotated[
        Path | None, typer.Option(help="Where the coefficients go; by default to recall itself.")
    ] = None
    l2: Annotated[float, typer.Option(min=0.0, help="Pull of the weights towards 0.")] = (
        Pull().ranking
    )
    tokens: Annotated[
        int, typer.Option(min=1, help="Tokens that an answerable question may take on average.")
    ] = 512
    drop: Annotated[list[str], typer.Option(help="Leave a feature out; may be repeated.")] = field(
        default_factory=list[str]
    )
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Show what each feature is worth by leaving it out.")
    ] = False
    from_feedback: Annotated[
        str | None,
        typer.Option(metavar="BANK", help="Learn one bank's ranking from what helped in it."),
    ] = None
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing.")] = False


async def fit(around: Surroundings, said: Fitting) -> None:
    """Refit the calibrated ranking; the figures are of conversations that were not fitted on."""
    if said.from_feedback is not None:
        await _learn(around, said, said.from_feedback)
        return
    if unknown := [name for name in said.drop if name not in _NAMES]:
        raise typer.BadParameter(f"'{unknown[0]}' is no feature; there are {', '.join(_NAMES)}")
    cases = read_suite(Suite.DIALOGUES, said.dialogues or [DIALOGUES])
    if len(cases) < 2:
        raise InvalidRequest("One conversation is too few: each is judged by a fit on the others")
    models, examples = await _gathered(around, cases)
    columns, pull = _columns(examples, said.drop), Pull(ranking=said.l2)
    folds = cross_validated(examples, columns, pull)
    show_table(around.out, _folds_table(folds))
    if said.ablate:
        show_table(around.out, _ablation_table(examples, columns, pull))
    predicted = [one for fold in folds.values() for one in fold]
    relevance = relevance_of(
        fit_model(examples, columns, pull),
        embedder=models.embedder.name,
        floor=floor_spending(predicted, said.tokens),
        answerable=answerable_from(predicted),
        reranker=models.reranker.name if models.reranker else "",
    )
    around.out.print(f"floor {relevance.floor}, answerable {relevance.answerable}")
    if not said.dry_run:
        file = said.out or shipped_file()
        file.write_text(as_toml(relevance), "utf-8")
        around.out.print(f"written: {file}")


async def _learn(around: Surroundings, said: Fitting, bank: str) -> None:
    """Learn from feedback; the bank recalls by it from then on, unless `--out` says where it goes."""
    async with around.open_runtime(around.settings()) as runtime:
        embedder = runtime.models.embedder.name
        start = replace(shipped_relevance().used_with(embedder), embedder=embedder)
        lessons = await lessons_of(runtime.engine, bank, list(start.ranking))
        learned = learned_from(lessons, start, l2=said.l2)
        around.out.print(
            f"{learned.questions} questions; mean log-share of what helped, held out:"
            f" {learned.after:.3f}, before {learned.before:.3f}"
        )
        if said.dry_run:
            return
        if said.out is not None:
            said.out.write_text(as_toml(learned.relevance), "utf-8")
            around.out.print(f"written: {said.out}")
            return
        await runtime.engine.feedback.learn(bank, as_toml(learned.relevance))
        around.out.print(f"{bank} recalls by it from now on")


def _columns(examples: Sequence[Example], drop: Sequence[str]) -> Columns:
    """Rank by every feature that tells the candidates of some question apart."""
    spread = np.max([np.ptp(one.features, axis=0) for one in examples if len(one.turns)], axis=0)
    telling = [name for name, width in zip(_NAMES, spread, strict=True) if width > 0]
    return Columns(
        ranking=tuple(name for name in telling if name not in drop),
        answering=tuple(name for name in ANSWERING if name not in drop),
        holding=tuple(name for name in HOLDING if name not in drop),
        all=_NAMES,
    )


async def _gathered(around: Surroundings, cases: Sequence[Case]) -> tuple[Models, list[Example]]:
    """Ask each conversation its own questions and as many of the others'.

    Returns:
        What it was asked with, and the examples.
    """
    plan = Plan(cases=tuple(cases), kinds=("own", "foreign", "renamed"))
    total = sum(len(asked) for _, asked in plan.rounds())
    examples: list[Example] = []
    async with throw_away_memory(around) as runtime:
        memory = EmbeddedMemory(runtime.engine, _OPTIONS)
        with progress_bar(around.err, total) as progress:
            for case, asked in plan.rounds():
                examples += await _Gathering(memory, case, progress).run(asked)
        return runtime.models, examples


@dataclass(frozen=True, slots=True)
class _Gathering:
    """One conversation, retained and asked."""

    memory: EmbeddedMemory
    case: Case
    progress: Progress

    async def run(self, asked: Sequence[Asked]) -> list[Example]:
        bank = f"fit-{token_hex(4)}"
        examples: list[Example] = []
        try:
            await self.memory.retain(bank, self.case)
            for one in asked:
                if one.question.gold or one.question.unanswerable:
                    examples.append(await self._example(bank, one))
                self.progress(self.case.name, 1)
        finally:
            await self.memory.forget(bank)
        return examples

    async def _example(self, bank: str, asked: Asked) -> Example:
        candidates = await self.memory.explain(bank, self.case, asked.question)
        turns = [self.memory.turns(bank, one.memory) for one in candidates]
        return example_of(self.case.name, asked, candidates, turns, _NAMES)


def _folds_table(folds: dict[str, list[Predicted]]) -> Table:
    """Return the figures of each conversation, and of all together."""
    everything = [one for fold in folds.values() for one in fold]
    table = Table("not fitted on", *figures(everything), box=None)
    for name, fold in folds.items():
        table.add_row(name, *(f"{value:.3f}" for value in figures(fold).values()))
    table.add_row("all", *(f"{value:.3f}" for value in figures(everything).values()))
    return table


def _ablation_table(examples: Sequence[Example], columns: Columns, pull: Pull) -> Table:
    """Return what the figures lose without each feature; a gain is below zero."""
    whole = _pooled(examples, columns, pull)
    table = Table("lost without", *whole, box=None)
    for name in columns.ranking:
        ranking = tuple(other for other in columns.ranking if other != name)
        less = _pooled(examples, replace(columns, ranking=ranking), pull)
        table.add_row(name, *(f"{whole[key] - less[key]:+.3f}" for key in whole))
    return table


def _pooled(examples: Sequence[Example], columns: Columns, pull: Pull) -> dict[str, float]:
    folds = cross_validated(examples, columns, pull)
    return dict(figures([one for fold in folds.values() for one in fold]))
