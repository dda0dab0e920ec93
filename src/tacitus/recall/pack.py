"""Step of recall: the ranking to what fits the budget and does not repeat itself (Eq. 17)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tacitus.domain.ids import MemoryId
from tacitus.domain.likeness import UNKNOWN, Likeness
from tacitus.domain.memories import Memory, State
from tacitus.domain.recollection import Candidate, Explanation, Verdict
from tacitus.domain.repetition import repeats
from tacitus.recall.worth import worth


def pack(
    ranked: Sequence[Candidate],
    *,
    max_tokens: int,
    floor: float,
    answerable: float,
    others: float = 0.0,
    likeness: Likeness = UNKNOWN,
) -> list[Explanation]:
    """Decide on every candidate, in rank order.

    Two decisions: whether anything is relevant at all, and what is worth its tokens. If anything is, the
    first is kept whatever it costs. A memory that does not fit is skipped, and is not the end. One that
    restates a kept memory is left out. A superseded memory comes after its successor when both are
    ranked. Candidates without a relevance pass both.

    Args:
        max_tokens: Ceiling on the sum of `Memory.tokens` of what is kept.
        floor: Worth under which a memory is not kept; see `tacitus.recall.worth`.
        answerable: The least best relevance at which anything is kept.
        others: Sum of the relevances of candidates that are not even looked at.
        likeness: Of the candidates to one another.
    """
    order = successors_first(ranked)
    relevances, tokens = [_relevance(c) for c in order], [c.memory.tokens for c in order]
    nothing = max(relevances, default=0.0) < answerable
    worths = worth(relevances, tokens, others).tolist()
    verdicts: list[Explanation] = []
    kept: list[Memory] = []
    left = max_tokens
    for candidate, value in zip(order, worths, strict=True):
        if candidate.relevance is not None and nothing:
            reason = f"relevance {candidate.relevance:.2f} is under {answerable:.2f}"
            verdicts.append(Explanation(candidate, Verdict.BELOW_FLOOR, reason))
            continue
        dear = candidate.relevance is not None and bool(kept) and value < floor
        if dear:
            verdict, reason = Verdict.BELOW_FLOOR, _not_worth(candidate)
        else:
            verdict, reason = _judge(candidate.memory, kept, left, likeness)
        verdicts.append(Explanation(candidate, verdict, reason))
        if verdict is Verdict.KEPT:
            kept.append(candidate.memory)
            left -= candidate.memory.tokens
    return verdicts


def _relevance(candidate: Candidate) -> float:
    return candidate.relevance or 0.0


def successors_first(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Tell newest first what replaced one another, where the best of it is ranked.

    Who asks for what has changed wants to know how it is now: a successor is as relevant as what it
    replaced, and takes its place.
    """
    places: Mapping[MemoryId, int] = {c.memory.id: at for at, c in enumerate(ranked)}
    lines = [_line(candidate, ranked, places) for candidate in ranked]
    lifted = dict(places)
    relevance = {candidate.memory.id: _relevance(candidate) for candidate in ranked}
    for first, *successors in lines:
        for later in successors:
            lifted[later] = min(lifted[later], places[first])
            relevance[later] = max(relevance[later], relevance[first])
    order = sorted(lines, key=lambda line: (lifted[line[0]], len(line)))
    return [_worth(ranked[places[line[0]]], relevance[line[0]]) for line in order]


def _line(
    candidate: Candidate, ranked: Sequence[Candidate], places: Mapping[MemoryId, int]
) -> list[MemoryId]:
    """Return a memory, what replaced it, what replaced that, and so on, as far as it is ranked."""
    line = [candidate.memory.id]
    successor = candidate.memory.superseded_by
    while successor is not None and successor in places and successor not in line:
        line.append(successor)
        successor = ranked[places[successor]].memory.superseded_by
    return line


def _worth(candidate: Candidate, relevance: float) -> Candidate:
    known = candidate.relevance
    return candidate if known in {None, relevance} else replace(candidate, relevance=relevance)


def _not_worth(candidate: Candidate) -> str:
    return f"relevance {_relevance(candidate):.3f} is not worth {candidate.memory.tokens} tokens"


def _judge(
    memory: Memory, kept: Sequence[Memory], left: int, likeness: Likeness
) -> tuple[Verdict, str]:
    if memory.tokens > left:
        return Verdict.TOO_LARGE, f"{memory.tokens} tokens, {left} left"
    for other in kept:
        alike = likeness.between(memory.id, other.id)
        if memory.state is other.state and repeats(memory, other, cosine=alike):
            return Verdict.RESTATED, f"says what {other.id} says"
    if memory.state is State.SUPERSEDED:
        return Verdict.KEPT, f"superseded by {memory.superseded_by}"
    return Verdict.KEPT, ""
