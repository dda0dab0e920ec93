"""Step 4 of recall: features to a calibrated ranking."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import Candidate, Channel
from tacitus.recall.features import FEATURES, Found, describe
from tacitus.recall.relevance import Relevance

T = TypeVar("T")


def weigh(found: Found, relevance: Relevance) -> list[Candidate]:
    """Rank all candidates by P(relevant)."""
    ids, features = describe(found)
    probabilities = relevance.of(features)
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
        candidates.append(
            Candidate(
                memory=found.memories[id],
                score=probability,
                relevance=probability,
                hits=_of(scores, id),
                ranks=_of(ranks, id),
                features=dict(zip(FEATURES, features[at].tolist(), strict=True)),
            )
        )
    return candidates


def _of(values: Mapping[Channel, Mapping[MemoryId, T]], id: MemoryId) -> dict[Channel, T]:
    return {channel: known[id] for channel, known in values.items() if id in known}
