"""`tacitus eval fit`: refits the calibrated ranking on conversations with known evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer
from rich.table import Table

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.recollection import Fusion, RecallOptions
from tacitus.evaluation.cases import Case
from tacitus.evaluation.embedded import EmbeddedMemory
from tacitus.evaluation.fitting.coefficients import as_toml, relevance_of
from tacitus.evaluation.fitting.examples import Example, example_of, only
from tacitus.evaluation.fitting.validating import (
    Predicted,
    answerable_from,
    cross_validated,
    figures,
    fit_examples,
    floor_spending,
)
from tacitus.evaluation.running import Plan, Progress
from tacitus.evaluation.showing import progress_bar, show_table
from tacitus.evaluation.suites.reading import DIALOGUES, Suite, read_suite
from tacitus.evaluation.surroundings import Surroundings, throw_away_memory
from tacitus.recall.features import FEATURES
from tacitus.recall.relevance import shipped_file

_NAMES = tuple(FEATURES)


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
    l2: Annotated[float, typer.Option(min=0.0, help="Pull of the weights towards 0.")] = 20.0
    tokens: Annotated[
        int, typer.Option(min=1, help="Tokens that an answerable question may take on average.")
    ] = 1024
    drop: Annotated[list[str], typer.Option(help="Leave a feature out; may be repeated.")] = field(
        default_factory=list[str]
    )
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Show what each feature is worth by leaving it out.")
    ] = False
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing.")] = False


async def fit(around: Surroundings, said: Fitting) -> None:
    """Refit the calibrated ranking; the figures are of conversations that were not fitted on."""
    if unknown := [name for name in said.drop if name not in _NAMES]:
        raise typer.BadParameter(f"'{unknown[0]}' is no feature; there are {', '.join(_NAMES)}")
    cases = read_suite(Suite.DIALOGUES, said.dialogues or [DIALOGUES])
    if len(cases) < 2:
        raise InvalidRequest("One conversation is too few: each is judged by a fit on the others")
    examples = await _gathered(around, cases)
    names = [name for name in _NAMES if name not in said.drop]
    chosen = only(examples, [_NAMES.index(name) for name in names])
    folds = cross_validated(chosen, l2=said.l2)
    show_table(around.out, _folds_table(folds))
    if said.ablate:
        show_table(around.out, _ablation_table(chosen, names, said.l2))
    predicted = [one for fold in folds.values() for one in fold]
    relevance = relevance_of(
        fit_examples(chosen, l2=said.l2),
        names,
        floor=floor_spending(predicted, said.tokens),
        answerable=answerable_from(predicted),
    )
    around.out.print(f"floor {relevance.floor}, answerable {relevance.answerable}")
    if not said.dry_run:
        file = said.out or shipped_file()
        file.write_text(as_toml(relevance), "utf-8")
        around.out.print(f"written: {file}")


async def _gathered(around: Surroundings, cases: Sequence[Case]) -> list[Example]:
    """Ask each conversation its own questions and as many of the others'."""
    plan = Plan(cases=tuple(cases), kinds=("own", "foreign"))
    total = sum(len(asked) for _, asked in plan.rounds())
    examples: list[Example] = []
    async with throw_away_memory(around) as runtime:
        memory = EmbeddedMemory(runtime.engine, RecallOptions(fusion=Fusion.CALIBRATED))
        with progress_bar(around.err, total) as progress:
            for case, asked in plan.rounds():
                questions = [one.question for one in asked]
                gathering = _Gathering(memory, replace(case, questions=tuple(questions)), progress)
                examples += await gathering.run()
    return examples


@dataclass(frozen=True, slots=True)
class _Gathering:
    """One conversation, retained and asked."""

    memory: EmbeddedMemory
    case: Case
    progress: Progress

    async def run(self) -> list[Example]:
        bank = f"fit-{token_hex(4)}"
        examples: list[Example] = []
        try:
            await self.memory.retain(bank, self.case)
            for question in self.case.questions:
                candidates = await self.memory.explain(bank, self.case, question)
                turns = [self.memory.turns(bank, one.memory) for one in candidates]
                if question.gold or question.unanswerable:
                    examples.append(example_of(self.case.name, question, candidates, turns, _NAMES))
                self.progress(self.case.name, 1)
        finally:
            await self.memory.forget(bank)
        return examples


def _folds_table(folds: dict[str, list[Predicted]]) -> Table:
    """Return the figures of each conversation, and of all together."""
    everything = [one for fold in folds.values() for one in fold]
    table = Table("not fitted on", *figures(everything), box=None)
    for name, fold in folds.items():
        table.add_row(name, *(f"{value:.3f}" for value in figures(fold).values()))
    table.add_row("all", *(f"{value:.3f}" for value in figures(everything).values()))
    return table


def _ablation_table(examples: Sequence[Example], names: Sequence[str], l2: float) -> Table:
    """Return what the figures lose without each feature; a gain is below zero."""
    whole = _pooled(examples, l2)
    table = Table("lost without", *whole, box=None)
    for place, name in enumerate(names):
        rest = only(examples, [at for at in range(len(names)) if at != place])
        less = _pooled(rest, l2)
        table.add_row(name, *(f"{whole[key] - less[key]:+.3f}" for key in whole))
    return table


def _pooled(examples: Sequence[Example], l2: float) -> dict[str, float]:
    folds = cross_validated(examples, l2=l2)
    return dict(figures([one for fold in folds.values() for one in fold]))
