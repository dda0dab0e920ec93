"""What recall gives back, as a body."""

from tacitus.domain.recollection import Explanation, Recollection
from tacitus.views.memories import Outdated, recalled_memory, scores
from tacitus.wire import RecallResponse


def recalled(found: Recollection, outdated: Outdated | None = None) -> RecallResponse:
    """Return the memories found, best first, without entities and chunks.

    Args:
        outdated: The observations of which more is known; None where nobody has looked.
    """
    bank = found.query.bank.name
    return RecallResponse(
        results=[recalled_memory(bank, candidate, outdated) for candidate in found.kept],
        trace=_trace(found) if found.explanations else None,
        reason=found.reason or None,
        tokens=found.tokens,
    )


def _trace(found: Recollection) -> dict[str, object]:
    query = found.query
    intervals = query.time.intervals if query.time else ()
    return {
        "query": {
            "text": query.text,
            "terms": list(query.terms),
            "names": list(query.names),
            "asked_at": query.asked_at.isoformat(),
            "intervals": [[one.start.isoformat(), one.end.isoformat()] for one in intervals],
        },
        "candidates": [_explained(explanation) for explanation in found.explanations],
        "seconds": dict(found.seconds),
    }


def _explained(explanation: Explanation) -> dict[str, object]:
    candidate = explanation.candidate
    return {
        "id": str(candidate.memory.id),
        "text": candidate.memory.text,
        "verdict": explanation.verdict.value,
        "reason": explanation.reason,
        "scores": scores(candidate).model_dump(),
        "ranks": {channel.value: rank for channel, rank in candidate.ranks.items()},
        "features": dict(candidate.features),
        "shares": dict(candidate.shares),
    }
