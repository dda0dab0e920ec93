"""Status incidents with equal titles, remembered: none may lose a statement to another."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

from recallops.casebook import Casebook
from recallops.domain.incidents import Incident
from recallops.domain.likeness import sameness
from recallops.domain.telling import statements_of
from recallops.evaluation.figures import Figure, all_of
from recallops.evaluation.measures import Share
from recallops.evaluation.reading import status_incidents_in

_MOST = 60


async def remembering_figures(casebook: Casebook, path: Path) -> AsyncIterator[Figure]:
    """Remember incidents of a status page that have one title, and count what is there of each."""
    incidents = status_incidents_in(path)
    titles = Counter(one.title for one in incidents)
    alike = sorted(incidents, key=lambda one: (-titles[one.title], one.title, one.id))[:_MOST]
    lost: list[str] = []
    for one in alike:
        remembered = await casebook.tools.memory.remember(one)
        if remembered.memories < _told(one):
            lost.append(f"{one.id} ({remembered.memories} of {_told(one)})")
    share = Share(len(alike) - len(lost), len(alike), tuple(lost))
    yield all_of("status incidents of one title that keep every statement in the memory", share)


def _told(incident: Incident) -> int:
    """Return how many statements an incident makes, the same one counted once."""
    return len({sameness(one.text) for one in statements_of(incident)})
