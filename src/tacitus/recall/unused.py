"""What was not asked for in a long while goes behind, where its bank has that."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tacitus.domain.disuse import decayed, disuse
from tacitus.domain.recollection import Candidate

UNUSED = "unused"


def behind(
    candidates: Sequence[Candidate], strength: float, now: datetime, *, explain: bool
) -> list[Candidate]:
    """Take off every candidate's log-odds what it lost while nobody asked for it, and order them anew.

    Without a probability there is nothing to take it off from.

    Args:
        strength: 0 leaves everything as it is.
        explain: Whether to say what was taken off.
    """
    if strength <= 0 or any(one.relevance is None for one in candidates):
        return list(candidates)
    less = [_less(one, strength, now, explain) for one in candidates]
    return sorted(less, key=lambda one: -one.score)


def _less(candidate: Candidate, strength: float, now: datetime, explain: bool) -> Candidate:
    unused = disuse(candidate.memory, now)
    likely = decayed(candidate.relevance or 0.0, strength * unused)
    after = replace(candidate, relevance=likely, score=likely)
    if not explain:
        return after
    return replace(
        after,
        features={**candidate.features, UNUSED: unused},
        shares={**candidate.shares, UNUSED: -strength * unused},
    )
