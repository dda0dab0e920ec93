"""Spreading activation (paper, Eq. 12)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tacitus.domain.graph import CAUSAL, LinkType
from tacitus.domain.ids import MemoryId

DECAY = 0.5
"""Delta of Eq. 12: what is left of an activation after one step."""

_PREFERRED = {LinkType.ENTITY: 1.2, **dict.fromkeys(CAUSAL, 1.5)}


@dataclass(frozen=True, slots=True)
class Edge:
    """One way to walk from a memory to another.

    Attributes:
        weight: 0 (exclusive) to 1.
    """

    source: MemoryId
    target: MemoryId
    type: LinkType
    weight: float


def spread(
    seeds: Mapping[MemoryId, float], edges: Iterable[Edge], *, hops: int
) -> dict[MemoryId, float]:
    """Walk from the seeds: `A(j, t+1) = max over edges [A(i, t) * w * delta * mu(type)]`.

    Entity and causal edges are preferred (mu > 1). A memory keeps the highest activation that ever
    reached it.

    Returns:
        The activation of every memory that was reached, the seeds among them.
    """
    ways: defaultdict[MemoryId, list[Edge]] = defaultdict(list)
    for edge in edges:
        ways[edge.source].append(edge)
    active = dict(seeds)
    front = dict(seeds)
    for _ in range(hops):
        reached: dict[MemoryId, float] = {}
        for memory, activation in front.items():
            for edge in ways[memory]:
                carried = activation * edge.weight * DECAY * _PREFERRED.get(edge.type, 1.0)
                if carried > max(active.get(edge.target, 0.0), reached.get(edge.target, 0.0)):
                    reached[edge.target] = carried
        active.update(reached)
        front = reached
    return active
