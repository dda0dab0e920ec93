"""Step of recall: a cross-encoder looks at the head, for as long as it may."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from tacitus.domain.errors import ModelError
from tacitus.domain.recollection import Candidate
from tacitus.ports.models import Reranker
from tacitus.recall.relevance import Reranking

HEAD = 40
"""How many candidates are looked at."""
_BATCH = 8


async def rerank(
    question: str,
    candidates: Sequence[Candidate],
    reranker: Reranker | None,
    *,
    within: float,
    reranking: Reranking | None = None,
) -> list[Candidate]:
    """Order the candidates by what the cross-encoder says of the head.

    Where it is known what its scores are worth, they change how likely a memory is; otherwise they alone
    order the head. What it had no time for keeps what it had.

    Args:
        within: Seconds it may take; 0 leaves it out.
        reranking: Fitted on some cross-encoder, this one or another.
    """
    if reranker is None or within <= 0:
        return list(candidates)
    scores = await _scores(question, candidates[:HEAD], reranker, within)
    scored = [
        replace(candidate, rerank_score=score)
        for candidate, score in zip(candidates, scores, strict=False)
    ]
    rest = candidates[len(scored) :]
    if reranking is not None and reranking.reranker == reranker.name:
        return sorted([*(_weighed(one, reranking) for one in scored), *rest], key=_least_likely)
    return [*sorted(scored, key=lambda candidate: -(candidate.rerank_score or 0.0)), *rest]


async def _scores(
    question: str, head: Sequence[Candidate], reranker: Reranker, within: float
) -> list[float]:
    """Return the scores of the first of the head, as many as there was time for."""
    scores: list[float] = []
    try:
        async with asyncio.timeout(within):
            for begin in range(0, len(head), _BATCH):
                texts = [candidate.memory.text for candidate in head[begin : begin + _BATCH]]
                scores += await reranker.score(question, texts)
    except (TimeoutError, ModelError):
        pass  # what was scored so far is used: a reranker that is away costs order, not the answer
    return scores


def _weighed(candidate: Candidate, reranking: Reranking) -> Candidate:
    if candidate.relevance is None or candidate.rerank_score is None:
        return candidate
    likely = reranking.of(candidate.relevance, candidate.rerank_score)
    return replace(candidate, relevance=likely, score=likely)


def _least_likely(candidate: Candidate) -> float:
    return -candidate.score
