"""Step 3 of recall: four rankings to one."""

from collections.abc import Mapping

from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Candidate, Channel, Rankings


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
