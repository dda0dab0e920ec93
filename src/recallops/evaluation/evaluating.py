"""`recallops eval`: every figure with its bound, over banks that are gone afterwards."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from uuid import uuid4

from recallops.bootstrap import Runtime, throwaway_runtime
from recallops.casebook import Casebook
from recallops.domain.errors import Invalid
from recallops.evaluation.alerts import alert_figures
from recallops.evaluation.cases import case_figures
from recallops.evaluation.figures import Figure, all_of, none_of
from recallops.evaluation.measures import kept_apart, linked, merging
from recallops.evaluation.postmortems import postmortem_figures
from recallops.evaluation.reading import pairs_in, status_incidents_in
from recallops.evaluation.remembering import remembering_figures

Measuring = Callable[[Casebook, Path], AsyncIterator[Figure]]


async def evaluate(runtime: Runtime, path: Path, say: Callable[[str], None]) -> bool:
    """Print every figure; return whether all hold.

    Args:
        path: Folder with `postmortems/` and `incidents/`.
    """
    before = await _banks(runtime)
    holds = True
    async for figure in _figures(runtime, path):
        say(figure.line())
        holds = holds and figure.holds
    after = await _banks(runtime)
    unchanged = Figure("banks after the evaluation", "as before" if after == before else "changed", "as before", after == before)  # fmt: skip
    say(unchanged.line())
    say("all figures hold" if holds and unchanged.holds else "a figure does not hold")
    return holds and unchanged.holds


async def _figures(runtime: Runtime, path: Path) -> AsyncIterator[Figure]:
    postmortems, incidents = path / "postmortems", path / "incidents"
    for folder in (postmortems, incidents):
        if not folder.is_dir():
            raise Invalid(f"There is no folder {folder}")
    for figure in (*_pure(incidents), *alert_figures()):
        yield figure
    parts: list[tuple[Measuring, Path]] = [
        (remembering_figures, path),
        (postmortem_figures, postmortems),
        (case_figures, incidents / "opensre"),
    ]
    for measure, folder in parts:
        async with throwaway_runtime(runtime, f"recallops-eval-{uuid4().hex[:8]}") as other:
            async for figure in measure(other.casebook, folder):
                yield figure


def _pure(folder: Path) -> list[Figure]:
    """Measure what needs no memory."""
    pairs = pairs_in(folder / "duplicate_pairs.json")
    found = merging(status_incidents_in(folder / "github_status_dev.jsonl"))
    return [
        all_of("pairs that differ in a fact and are kept apart", kept_apart(pairs)),
        all_of("paraphrases that are linked", linked(pairs)),
        none_of("status incidents merged with another", found.across, found.incidents),
        Figure(
            "pairs of status incidents that a rule of words alone would merge", str(found.by_words)
        ),
    ]


async def _banks(runtime: Runtime) -> dict[str, int]:
    """Return the banks of the server with how many memories each holds."""
    listed = await runtime.client.banks()
    return {
        one.bank_id: (await runtime.client.memories(one.bank_id, limit=1)).total
        for one in listed.banks
    }
