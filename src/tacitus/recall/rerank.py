"""Step of recall: a cross-encoder looks at the head, for as long as it may."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from tacitus.domain.errors import ModelError
from tacitus.domain.recollection import Candidate
from tacitus.ports.models import Reranker

HEAD = 40
"""How many candidates are looked at."""
_BATCH = 8


async def rerank(
    question: str, candidates: Sequence[Candidate], reranker: Reranker | None, *, within: float
) -> list[Candidate]:
    """Order the head by the cross-encoder's scores; what it had no time for keeps its place.

    Args:
        within: Seconds it may take; 0 leaves it out.
    """
    if reranker is None or within <= 0:
        return list(candidates)
    scores: list[float] = []
    try:
        async with asyncio.timeout(within):
            for begin in range(0, min(HEAD, len(candidates)), _BATCH):
                batch = candidates[begin : min(begin + _BATCH, HEAD)]
                texts = [candidate.memory.text for candidate in batch]
                scores += await reranker.score(question, texts)
    except (TimeoutError, ModelError):
        pass  # what was scored so far is used: a reranker that is away costs order, not the answer
    scored = [
        replace(candidate, rerank_score=score)
        for candidate, score in zip(candidates, scores, strict=False)
    ]
    head = sorted(scored, key=lambda candidate: -(candidate.rerank_score or 0.0))
    return [*head, *candidates[len(head) :]]
