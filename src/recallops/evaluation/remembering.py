"""All that is on record in one bank: no status incident may lose a statement to another of its title."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from recallops.casebook import Casebook
from recallops.domain.incidents import Incident
from recallops.domain.likeness import sameness
from recallops.domain.telling import statements_of
from recallops.evaluation.figures import Figure, all_of
from recallops.evaluation.measures import Share
from recallops.evaluation.reading import Case, cases_in, postmortems_in, status_incidents_in
from recallops.evaluation.titles import title_figures

_AT_ONCE = 4


async def remembering_figures(casebook: Casebook, path: Path) -> AsyncIterator[Figure]:
    """Remember everything below a folder, and measure what is there of it and what titles find."""
    await casebook.intake.files(postmortems_in(path / "postmortems"))
    status = status_incidents_in(path / "incidents/github_status_dev.jsonl")
    cases = cases_in(path / "incidents/opensre")
    turns = asyncio.Semaphore(_AT_ONCE)

    async def kept(one: Incident) -> str | None:
        async with turns:
            stored = await casebook.tools.records.add(one)
            remembered = await casebook.tools.memory.remember(stored)
        told = _told(one)
        return f"{one.id} ({remembered.memories} of {told})" if remembered.memories < told else None

    lost = await asyncio.gather(*(kept(one) for one in status))
    yield all_of("status incidents that keep every statement in the memory", _share(status, lost))
    await asyncio.gather(*(kept(one.resolved) for one in cases))
    async for figure in title_figures(casebook, _kinds(cases)):
        yield figure


def _share(incidents: Sequence[Incident], lost: Sequence[str | None]) -> Share:
    names = tuple(one for one in lost if one)
    return Share(len(incidents) - len(names), len(incidents), names)


def _told(incident: Incident) -> int:
    """Return how many statements an incident makes, the same one counted once."""
    return len({sameness(one.text) for one in statements_of(incident)})


def _kinds(cases: Sequence[Case]) -> list[list[str]]:
    """Return the ids of cases by what failed, as their data say; where nothing did, there is none."""
    modes = dict.fromkeys(one.mode for one in cases if not one.healthy)
    kinds = [[one.id for one in cases if one.mode == mode] for mode in modes]
    return [kind for kind in kinds if len(kind) > 1]
