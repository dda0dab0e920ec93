"""Cases with answers: what is not validated never appears as a fact, and what is healthy has no cause."""

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from recallops.casebook import Casebook
from recallops.domain.analyses import Analysis
from recallops.domain.telling import suppositions_of
from recallops.evaluation.figures import Figure, all_of, missed, none_of
from recallops.evaluation.measures import Share, no_hypothesis_in, only_facts
from recallops.evaluation.opened import Retrospect, as_it_lasted
from recallops.evaluation.reading import Case, cases_in

_MOST_ABSTAINED = 0.25


async def case_figures(casebook: Casebook, folder: Path) -> AsyncIterator[Figure]:
    """Remember the cases of a folder, put each to the steps as if it were new, and measure."""
    cases = cases_in(folder)
    tools = casebook.tools
    for one in cases:
        stored = await tools.records.add(one.resolved)
        await tools.memory.remember(stored)
        await tools.memory.suppose(stored, suppositions_of(one.resolved))
    retrospect = Retrospect(casebook, tuple(one.resolved for one in cases))
    analyses = {one.id: await retrospect.analyse(as_it_lasted(one.resolved)) for one in cases}
    yield _fact_figure(cases, analyses)
    evidence = [one for made in analyses.values() for one in made.investigation.evidence]
    yield all_of("pieces of evidence that are no hypotheses", no_hypothesis_in(evidence))
    for figure in _abstaining(cases, analyses):
        yield figure


def _fact_figure(cases: Sequence[Case], analyses: dict[str, Analysis]) -> Figure:
    stated = [text for made in analyses.values() for text in _facts(made)]
    unproven = [claim for one in cases for claim in one.unproven]
    return all_of("claims not validated that never appear as facts", only_facts(stated, unproven))


def _facts(analysis: Analysis) -> Iterator[str]:
    yield from (one.text for one in (*analysis.summary, *analysis.known_facts))
    yield from (one.text for one in analysis.timeline)
    yield from (one.text for one in analysis.investigation.evidence)
    yield analysis.root_cause.text or ""


def _abstaining(cases: Sequence[Case], analyses: dict[str, Analysis]) -> Iterator[Figure]:
    healthy = [one for one in cases if one.healthy]
    given = [one.id for one in healthy if analyses[one.id].hypotheses or analyses[one.id].root_cause.text]  # fmt: skip
    yield none_of("healthy and false-alert cases that are given a cause", len(given), len(healthy), given)  # fmt: skip
    modes = [one.mode for one in cases]
    known = [one for one in cases if not one.healthy and modes.count(one.mode) > 1]
    abstained = [one.id for one in known if not analyses[one.id].hypotheses]
    rate = len(abstained) / len(known) if known else 1.0
    yield Figure("abstentions where a case of the same kind is on record", f"{len(abstained)} of {len(known)} ({rate:.0%})", f"at most {_MOST_ABSTAINED:.0%}", rate <= _MOST_ABSTAINED, missed(abstained))  # fmt: skip
    right = [one for one in known if _of_its_kind(one, cases, analyses[one.id])]
    share = Share(len(right), len(known), tuple(one.id for one in known if one not in right))
    yield Figure("first hypotheses that come of a case of the same kind", f"{share.right} of {share.asked} ({share.rate:.0%})", note=missed(share.missed))  # fmt: skip


def _of_its_kind(case: Case, cases: Sequence[Case], analysis: Analysis) -> bool:
    alike = [one.id for one in cases if one.mode == case.mode and one.id != case.id]
    first = analysis.hypotheses[0].supporting if analysis.hypotheses else ()
    return any(id in claim.text for claim in first for id in alike)
