"""Step 2, compare: the same statement of the same incident is counted, not told twice.

Identity comes first. Statements of two incidents are two, word by word alike as they may be; what
belongs to no incident is compared by its text alone.
"""

from collections.abc import Iterable
from dataclasses import replace

from recallops.domain.evidence import Evidence
from recallops.domain.investigations import Step
from recallops.domain.likeness import is_same
from recallops.investigate.stages import Admitted, Compared, Leaving


def unite(admitted: Admitted) -> Compared:
    """Unite what is the same: the occurrences add up, and the sources are joined."""
    leaving = Leaving(Step.COMPARE, len(admitted.evidence))
    kept: list[Evidence] = []
    ids: dict[str, int] = {}
    for one in admitted.evidence:
        place = ids.get(one.id, _place_of_same(one, kept))
        if place is None:
            ids[one.id] = len(kept)
            kept.append(one)
        elif kept[place].id == one.id:
            leaving.send(one, "it was recalled twice")
        else:
            kept[place] = _united(kept[place], one)
            leaving.send(one, f"it says again what is said already: {_short(kept[place].text)}")
    return Compared(tuple(kept), (*admitted.funnel, leaving.told()))


def _place_of_same(one: Evidence, others: Iterable[Evidence]) -> int | None:
    for place, other in enumerate(others):
        if other.incident_id == one.incident_id and is_same(one.text, other.text):
            return place
    return None


def _united(one: Evidence, again: Evidence) -> Evidence:
    return replace(
        one,
        occurrences=one.occurrences + again.occurrences,
        sources=tuple(dict.fromkeys((*one.sources, *again.sources))),
        relevance=max(one.relevance, again.relevance),
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
