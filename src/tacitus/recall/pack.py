"""Step 5 of recall: the ranking to what fits the budget and does not repeat itself (Eq. 17)."""

from collections.abc import Mapping, Sequence

from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, State
from tacitus.domain.recollection import Candidate, Explanation, Verdict
from tacitus.domain.repetition import repeats


def pack(ranked: Sequence[Candidate], *, max_tokens: int, floor: float) -> list[Explanation]:
    """Decide on every candidate, in rank order.

    A memory that does not fit is skipped, and is not the end. One that restates a kept memory is
    left out. A superseded memory comes after its successor when both are ranked.

    Args:
        max_tokens: Ceiling on the sum of `Memory.tokens` of what is kept.
        floor: Relevance under which nothing is kept; candidates without a relevance pass.
    """
    verdicts: list[Explanation] = []
    kept: list[Memory] = []
    left = max_tokens
    for candidate in successors_first(ranked):
        verdict, reason = _judge(candidate, kept, left, floor)
        verdicts.append(Explanation(candidate, verdict, reason))
        if verdict is Verdict.KEPT:
            kept.append(candidate.memory)
            left -= candidate.memory.tokens
    return verdicts


def successors_first(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Move superseded memories right behind the memory that replaced them, where that is ranked."""
    places: Mapping[MemoryId, int] = {c.memory.id: at for at, c in enumerate(ranked)}

    def place(candidate: Candidate) -> tuple[int, int]:
        own = places[candidate.memory.id]
        seen = {candidate.memory.id}
        successor, behind, depth = candidate.memory.superseded_by, own, 0
        while successor in places and successor not in seen and successor is not None:
            seen.add(successor)
            behind, depth = max(behind, places[successor]), depth + 1
            successor = ranked[places[successor]].memory.superseded_by
        return behind, depth

    return sorted(ranked, key=place)


def _judge(
    candidate: Candidate, kept: Sequence[Memory], left: int, floor: float
) -> tuple[Verdict, str]:
    memory = candidate.memory
    if candidate.relevance is not None and candidate.relevance < floor:
        return Verdict.BELOW_FLOOR, f"relevance {candidate.relevance:.2f} is under {floor:.2f}"
    if memory.tokens > left:
        return Verdict.TOO_LARGE, f"{memory.tokens} tokens, {left} left"
    for other in kept:
        if memory.state is other.state and repeats(memory, other):
            return Verdict.RESTATED, f"says what {other.id} says"
    if memory.state is State.SUPERSEDED:
        return Verdict.KEPT, f"superseded by {memory.superseded_by}"
    return Verdict.KEPT, ""
