"""Step of recall: four rankings to one."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Candidate, Channel, Fusion, Rankings
from tacitus.recall.features import FEATURES, Column, describe
from tacitus.recall.found import Found
from tacitus.recall.relevance import Relevance

T = TypeVar("T")
LISTED = 0.5
"""P(relevant) of what happened right when a question asks that names nothing but a time."""


def fuse(found: Found, how: Fusion, relevance: Relevance, *, explain: bool) -> list[Candidate]:
    """Rank all candidates, best first.

    Args:
        relevance: The model of the calibrated ranking.
        explain: Whether candidates say what the ranking looked at, and what each of it was worth.
    """
    match how:
        case Fusion.CALIBRATED:
            return fuse_by_relevance(found, relevance, explain=explain)
        case Fusion.RANKS:
            return fuse_by_rank(found.rankings, found.memories)


def fuse_by_relevance(
    found: Found, relevance: Relevance, *, explain: bool = False
) -> list[Candidate]:
    """Rank all candidates by P(relevant)."""
    ids, features = describe(found)
    probabilities = _at_that_time(found, ids, relevance.of(features))
    ranks = {
        channel: {hit.memory: rank for rank, hit in enumerate(hits, start=1)}
        for channel, hits in found.rankings.items()
    }
    scores = {
        channel: {hit.memory: hit.score for hit in hits} for channel, hits in found.rankings.items()
    }
    candidates: list[Candidate] = []
    for at in np.argsort(-probabilities, kind="stable"):
        id, probability = ids[int(at)], float(probabilities[at])
        looked_at = dict(zip(FEATURES, features[at].tolist(), strict=True)) if explain else {}
        candidates.append(
            Candidate(
                memory=found.memories[id],
                score=probability,
                relevance=probability,
                hits=_of(scores, id),
                ranks=_of(ranks, id),
                features=looked_at,
                shares=relevance.shares(looked_at) if explain else {},
            )
        )
    return candidates


def _at_that_time(found: Found, ids: Sequence[MemoryId], relevances: Column) -> Column:
    """Where a question names nothing but a time, what happened then bears on it, whatever it says.

    The closer to the middle of that time (Eq. 14), the likelier.
    """
    if not found.query.asks_only_when:
        return relevances
    close = {hit.memory: hit.score for hit in found.rankings.get(Channel.TEMPORAL, ())}
    listed = np.array([LISTED * close.get(id, 0.0) for id in ids], np.float64)
    return np.maximum(relevances, listed)


def fuse_by_rank(
    rankings: Rankings, memories: Mapping[MemoryId, Memory], *, k: int = 60
) -> list[Candidate]:
    """Merge rankings by reciprocal rank (Eq. 15): a memory scores the sum of `1 / (k + rank)`.

    Only ranks count, so channels need not have comparable scores (Cormack et al., SIGIR 2009).
    Ties keep the order in which the memories were first seen. What is not in `memories` any more
    was deleted meanwhile and is left out.

    Args:
        rankings: Best first, by channel.
        k: Dampens the lead of the first ranks; 60 in the paper.
    """
    ranks: dict[MemoryId, dict[Channel, int]] = {}
    hits: dict[MemoryId, dict[Channel, float]] = {}
    for channel, ranking in rankings.items():
        for rank, hit in enumerate(ranking, start=1):
            ranks.setdefault(hit.memory, {})[channel] = rank
            hits.setdefault(hit.memory, {})[channel] = hit.score
    candidates = [
        Candidate(
            memory=memories[id],
            score=sum(1 / (k + rank) for rank in ranks[id].values()),
            hits=hits[id],
            ranks=ranks[id],
        )
        for id in ranks
        if id in memories
    ]
    return sorted(candidates, key=lambda candidate: -candidate.score)


def _of(values: Mapping[Channel, Mapping[MemoryId, T]], id: MemoryId) -> dict[Channel, T]:
    return {channel: known[id] for channel, known in values.items() if id in known}
