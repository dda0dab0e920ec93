"""All that is on record in one bank: no status incident may lose a statement to another of its title."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from recallops.casebook import Casebook
from recallops.domain.incidents import Incident
from recallops.domain.likeness import coverage
from recallops.domain.telling import sentences, statements_of
from recallops.domain.wording import wording_of
from recallops.evaluation.figures import Figure, all_of
from recallops.evaluation.measures import Share
from recallops.evaluation.reading import Case, cases_in, postmortems_in, status_incidents_in
from recallops.evaluation.titles import title_figures

_AT_ONCE = 4
_AGAIN = 0.8
"""Share of its words from which a sentence stands in what is remembered of its incident: what it only
says again in other words is kept once."""


async def remembering_figures(casebook: Casebook, path: Path) -> AsyncIterator[Figure]:
    """Remember everything below a folder, and measure what is there of it and what titles find."""
    await casebook.intake.files(postmortems_in(path / "postmortems"))
    status = status_incidents_in(path / "incidents/github_status_dev.jsonl")
    cases = cases_in(path / "incidents/opensre")
    turns = asyncio.Semaphore(_AT_ONCE)
    for one in (*status, *(case.resolved for case in cases)):
        await casebook.tools.records.add(one)

    async def kept(one: Incident) -> list[str]:
        async with turns:
            await casebook.tools.memory.remember(one)
            found = await casebook.tools.memory.told_by(one)
        there = "\n".join(each.text for each in found)
        return [told for told in _told(one) if coverage(told, there) < _AGAIN]

    lost = await asyncio.gather(*(kept(one) for one in status))
    yield all_of("status incidents that keep all they say in the memory", _share(status, lost))
    await asyncio.gather(*(kept(one.resolved) for one in cases))
    async for figure in title_figures(casebook, _kinds(cases)):
        yield figure


def _share(incidents: Sequence[Incident], lost: Sequence[Sequence[str]]) -> Share:
    names = tuple(one.id for one, gone in zip(incidents, lost, strict=True) if gone)
    return Share(len(incidents) - len(names), len(incidents), names)


def _told(incident: Incident) -> list[str]:
    """Return what an incident says, sentence by sentence, as the memory keeps it."""
    told = [part for one in statements_of(incident) for part in sentences(one.text)]
    return [one for one in told if wording_of(one).words]


def _kinds(cases: Sequence[Case]) -> list[list[str]]:
    """Return the ids of cases by what failed, as their data say; where nothing did, there is none."""
    modes = dict.fromkeys(one.mode for one in cases if not one.healthy)
    kinds = [[one.id for one in cases if one.mode == mode] for mode in modes]
    return [kind for kind in kinds if len(kind) > 1]
