"""Step 2, compare: the same statement of the same incident is counted, not told twice.

Identity comes first. Statements of two incidents are two, word by word alike as they may be; what
belongs to no incident is compared by its text alone.
"""

from collections.abc import Hashable
from dataclasses import replace

from recallops.domain.evidence import Evidence
from recallops.domain.investigations import Step
from recallops.domain.likeness import sameness
from recallops.investigate.stages import Admitted, Compared, Leaving


def unite(admitted: Admitted) -> Compared:
    """Unite what is the same: the occurrences add up, and the sources are joined."""
    leaving = Leaving(Step.COMPARE, len(admitted.evidence))
    kept: dict[Hashable, Evidence] = {}
    seen: set[str] = set()
    for one in admitted.evidence:
        # Identity first: the same words of another incident are another statement.
        key = (one.incident_id, sameness(one.text))
        if one.id in seen:
            leaving.send(one, "it was recalled twice")
        elif key in kept:
            kept[key] = _united(kept[key], one)
            leaving.send(one, f"it says again what is said already: {_short(kept[key].text)}")
        else:
            kept[key] = one
        seen.add(one.id)
    return Compared(tuple(kept.values()), (*admitted.funnel, leaving.told()))


def _united(one: Evidence, again: Evidence) -> Evidence:
    return replace(
        one,
        occurrences=one.occurrences + again.occurrences,
        sources=tuple(dict.fromkeys((*one.sources, *again.sources))),
        relevance=max(one.relevance, again.relevance),
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
