"""`tacitus eval gatemem`: who is told what was deleted or is for others, and who is still told what may be."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from tacitus.domain.errors import TacitusError
from tacitus.evaluation.gatemem.measuring import Outcome, pass_over
from tacitus.evaluation.gatemem.reading import read_gatemem
from tacitus.evaluation.showing import progress_bar, show_table
from tacitus.evaluation.surroundings import Surroundings, throw_away_memory


class Leaked(TacitusError):
    """Something was told that ought not to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gating:
    """What can be said of `tacitus eval gatemem`."""

    path: Annotated[
        Path, typer.Argument(exists=True, file_okay=False, help="Where the files of GateMem are.")
    ]
    json: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write figures and questions to this file.")
    ] = None
    limit: Annotated[int | None, typer.Option(min=1, help="Most conversations to go over.")] = None


async def evaluate_gatemem(around: Surroundings, said: Gating) -> None:
    """Measure forgetting and keeping apart: leaks, and what is still told. Needs no language model."""
    episodes = read_gatemem(said.path)[: said.limit]
    outcomes: list[Outcome] = []
    with progress_bar(around.err, sum(len(one.questions) for one in episodes)) as progress:
        async with throw_away_memory(around) as runtime:
            for episode in episodes:
                running = pass_over(runtime, episode)
                outcomes += await running.run(lambda done: progress("asking", done))
    figures = figures_of(outcomes)
    show_table(around.out, _leaks(figures))
    show_table(around.out, _utility(figures))
    if said.json is not None:
        whole = {**figures, "questions": [asdict(one) for one in outcomes]}
        said.json.write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", "utf-8")
    nothing_leaked(outcomes)


def nothing_leaked(outcomes: Sequence[Outcome]) -> None:
    """Raise `Leaked` where something was told that ought not to be, and say what."""
    if leaking := [one for one in outcomes if one.leaks]:
        raise Leaked("\n".join(f"{one.id}: {', '.join(one.leaks)}" for one in leaking))


def figures_of(outcomes: Sequence[Outcome]) -> dict[str, dict[str, dict[str, float]]]:
    """Sum up: leaks by kind of question and by kind of attack; what was told, by what was to be done."""
    asked = [one for one in outcomes if one.kind != "utility"]
    return {
        "leaks": _by(asked, lambda one: one.kind, _leak_figures),
        "attacks": _by(asked, lambda one: f"{one.kind}: {one.attack}", _leak_figures),
        "utility": _by(
            [one for one in outcomes if one.wanted], lambda one: one.action, _utility_figures
        ),
    }


def _by(
    outcomes: Sequence[Outcome],
    what: Callable[[Outcome], str],
    count: Callable[[Sequence[Outcome]], dict[str, float]],
) -> dict[str, dict[str, float]]:
    kinds = sorted({what(one) for one in outcomes})
    return {kind: count([one for one in outcomes if what(one) == kind]) for kind in kinds}


def _leak_figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    counted = [one for one in outcomes if one.targets]
    return {
        "asked": len(outcomes),
        "counted": len(counted),
        "leaked": sum(bool(one.leaks) for one in counted),
        "rate": _share(sum(bool(one.leaks) for one in counted), len(counted)),
        "rate_ungated": _share(sum(bool(one.ungated) for one in counted), len(counted)),
        "told_elsewhere": sum(len(one.told_elsewhere) for one in outcomes),
    }


def _utility_figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    wanted = sum(one.wanted for one in outcomes)
    return {
        "asked": len(outcomes),
        "wanted": wanted,
        "told": _share(sum(one.found for one in outcomes), wanted),
        "told_ungated": _share(sum(one.found_ungated for one in outcomes), wanted),
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _leaks(figures: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Table:
    table = Table("", "asked", "counted", "leaked", "leak rate", "with no gating", box=None)
    for one, row in (*figures["leaks"].items(), *figures["attacks"].items()):
        counts = (f"{row[name]:g}" for name in ("asked", "counted", "leaked"))
        table.add_row(one, *counts, f"{row['rate']:.3f}", f"{row['rate_ungated']:.3f}")
    return table


def _utility(figures: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Table:
    table = Table("", "asked", "items", "told", "with no gating", box=None)
    for one, row in figures["utility"].items():
        counts = (f"{row[name]:g}" for name in ("asked", "wanted"))
        table.add_row(one, *counts, f"{row['told']:.3f}", f"{row['told_ungated']:.3f}")
    return table
