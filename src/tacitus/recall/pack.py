"""Step of recall: the ranking to what fits the budget and does not repeat itself (Eq. 17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tacitus.domain.ids import MemoryId
from tacitus.domain.likeness import UNKNOWN, Likeness
from tacitus.domain.memories import Memory, State
from tacitus.domain.recollection import Candidate, Explanation, Verdict
from tacitus.domain.repetition import repeats
from tacitus.recall.worth import worth

NEAR = 0.65
"""Cosine under which nobody compares the words of two memories: the same in other words lies above."""


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
    pack, verdicts = _Pack(max_tokens, likeness), list[Explanation]()
    for candidate, value in zip(order, worths, strict=True):
        likely = candidate.relevance
        if likely is not None and nothing:
            verdict = Verdict.BELOW_FLOOR, f"relevance {likely:.2f} is under {answerable:.2f}"
        elif likely is not None and pack.kept and value < floor:
            cost = f"{candidate.memory.tokens} tokens"
            verdict = Verdict.BELOW_FLOOR, f"relevance {likely:.3f} is not worth {cost}"
        else:
            verdict = pack.take(candidate.memory)
        verdicts.append(Explanation(candidate, *verdict))
    return verdicts


@dataclass(slots=True)
class _Pack:
    """What is kept so far, and how many tokens are left."""

    left: int
    likeness: Likeness
    kept: list[Memory] = field(default_factory=list[Memory])

    def take(self, memory: Memory) -> tuple[Verdict, str]:
        """Keep a memory, if it fits and says something new; return the verdict and why."""
        if memory.tokens > self.left:
            return Verdict.TOO_LARGE, f"{memory.tokens} tokens, {self.left} left"
        for other in self.kept:
            if memory.state is other.state and self._restates(memory, other):
                return Verdict.RESTATED, f"says what {other.id} says"
        self.kept.append(memory)
        self.left -= memory.tokens
        superseded = memory.state is State.SUPERSEDED
        return Verdict.KEPT, f"superseded by {memory.superseded_by}" if superseded else ""

    def _restates(self, memory: Memory, other: Memory) -> bool:
        alike = self.likeness.between(memory.id, other.id)
        near = alike is None or alike >= NEAR
        return near and repeats(memory, other, cosine=alike)


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
