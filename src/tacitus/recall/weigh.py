"""Step 4b of recall: features to a calibrated ranking."""

from collections.abc import Mapping
from typing import TypeVar

from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import Candidate, Channel
from tacitus.recall.features import Found, describe
from tacitus.recall.relevance import Relevance

T = TypeVar("T")


def weigh(found: Found, relevance: Relevance) -> list[Candidate]:
    """Rank all candidates by P(relevant)."""
    ranks = {
        channel: {hit.memory: rank for rank, hit in enumerate(hits, start=1)}
        for channel, hits in found.rankings.items()
    }
    scores = {
        channel: {hit.memory: hit.score for hit in hits} for channel, hits in found.rankings.items()
    }
    candidates: list[Candidate] = []
    for id, features in describe(found).items():
        probability = relevance.of(features)
        candidates.append(
            Candidate(
                memory=found.memories[id],
                score=probability,
                relevance=probability,
                hits=_of(scores, id),
                ranks=_of(ranks, id),
                features=features,
            )
        )
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.memory.id))


def _of(values: Mapping[Channel, Mapping[MemoryId, T]], id: MemoryId) -> dict[Channel, T]:
    return {channel: known[id] for channel, known in values.items() if id in known}
