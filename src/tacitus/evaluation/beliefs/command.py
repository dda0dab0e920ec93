"""`tacitus eval beliefs`: eight numbers, and what of them must hold."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from tacitus.domain.errors import TacitusError
from tacitus.evaluation.beliefs.folds import FOLDS
from tacitus.evaluation.beliefs.living import Living, live
from tacitus.evaluation.beliefs.measures import Figures, measure
from tacitus.evaluation.beliefs.streams import trials
from tacitus.evaluation.showing import show_table
from tacitus.evaluation.surroundings import Surroundings

SHIPPED, LAST_WRITE = "counted", "last write"
LEAST_INDEPENDENCE = 3.0
_TRIALS = 20_000


class BeliefsFail(TacitusError):
    """A number of the shipped fold is not what it must be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Believing:
    """What can be said of `tacitus eval beliefs`."""

    json: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the figures to this file.")
    ] = None


async def evaluate_beliefs(around: Surroundings, said: Believing) -> None:
    """Measure how beliefs move: the same every time, with an assessor that follows a script."""
    drawn = trials(_TRIALS)
    figures = {name: measure(fold, drawn) for name, fold in FOLDS.items()}
    living = await live()
    show_table(around.out, eight_numbers(figures, living))
    show_table(around.out, comparison(figures))
    if said.json is not None:
        whole = {
            "folds": {name: asdict(one) for name, one in figures.items()},
            "living": asdict(living),
        }
        said.json.write_text(json.dumps(whole, indent=2) + "\n", "utf-8")
    if broken := demands_broken(figures, living):
        raise BeliefsFail("; ".join(broken))


def eight_numbers(figures: dict[str, Figures], living: Living) -> Table:
    """Lay out the numbers of the shipped fold."""
    ours, bernoulli, last = (figures[name] for name in (SHIPPED, "Beta-Bernoulli", LAST_WRITE))
    gaps = ", ".join(f"{gap:.2f}" for gap in living.gaps.values())
    facts = "the same facts cited" if living.same_facts else "other facts cited"
    table = Table("", "number", "value", "", box=None)
    for number, row in enumerate(
        (
            ("stability", f"{living.stability:g}", "moved by 20 irrelevant documents"),
            ("responsiveness", f"{ours.up:+.3f}", f"by 3 in favour; {ours.down:+.3f} by 3 against"),
            (
                "calibration",
                f"{ours.brier:.4f}",
                f"Brier; Beta-Bernoulli {bernoulli.brier:.4f}, last write {last.brier:.4f};"
                f" ECE {ours.ece:.3f}, {bernoulli.ece:.3f}, {last.ece:.3f}",
            ),
            ("independence", f"{living.independence:.2f}", "ten sources over one, ten times"),
            ("order", f"{ours.order:g}", "spread over all orders of six events"),
            (
                "flip cost",
                f"{ours.flip_cost}",
                f"contradictions; {ours.oscillation} oscillations on alternating evidence",
            ),
            ("disposition", f"{living.gaps[1.0]:.2f}", f"gap at beta 1 (0 to 1: {gaps}); {facts}"),
            ("retraction", f"{living.retraction:g}", "from never having read it"),
        ),
        start=1,
    ):
        table.add_row(str(number), *row)
    return table


def comparison(figures: dict[str, Figures]) -> Table:
    """Lay out the folds beside one another."""
    names = ("up", "down", "brier", "ece", "independence", "order", "flip_cost", "oscillation")
    table = Table("fold", *(name.replace("_", " ") for name in names), box=None)
    for fold, one in figures.items():
        values = (getattr(one, name) for name in names)
        table.add_row(fold, *(f"{v:.3f}" if isinstance(v, float) else str(v) for v in values))
    return table


def demands_broken(figures: dict[str, Figures], living: Living) -> Sequence[str]:
    """Return what the shipped fold ought to do and does not."""
    ours, last = figures[SHIPPED], figures[LAST_WRITE]
    least = min(ours.independence, living.independence)
    demands = {
        "irrelevant evidence moves a belief": ours.stability == living.stability == 0,
        f"independence is {least:.2f}, under {LEAST_INDEPENDENCE:g}": least >= LEAST_INDEPENDENCE,
        "what was taken back still counts": ours.retraction == living.retraction == 0,
        "calibration is no better than believing the last": ours.brier < last.brier,
        "a belief oscillates on alternating evidence": ours.oscillation == 0,
        "the stance does not follow beta": living.is_monotone,
        "a disposition changes the facts cited": living.same_facts,
    }
    return [fault for fault, holds in demands.items() if not holds]
