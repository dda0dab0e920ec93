"""Spreading activation (paper, Eq. 12)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tacitus.domain.graph import CAUSAL, LinkType
from tacitus.domain.ids import MemoryId

DECAY = 0.5
"""Delta of Eq. 12: what is left of an activation after one step."""

MU = {
    LinkType.ENTITY: 1.2,
    **dict.fromkeys(CAUSAL, 1.5),
    LinkType.SEMANTIC: 0.6,
    LinkType.TEMPORAL: 0.3,
}
"""mu of Eq. 12. What resembles a seed, or was said beside it, other channels find better."""


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


@dataclass(frozen=True, slots=True)
class Reach:
    """How far to walk; by itself as far as recall does.

    Attributes:
        fanout: Edges taken from each memory and type, at most.
    """

    hops: int = 2
    fanout: int = 12


def spread(
    seeds: Mapping[MemoryId, float], edges: Iterable[Edge], *, hops: int
) -> dict[MemoryId, float]:
    """Walk from the seeds: `A(j, t+1) = max over edges [A(i, t) * w * delta * mu(type)]`.

    Entity and causal edges are preferred (mu > 1), the others are not.

    Returns:
        The highest activation that reached each memory over an edge. A seed is among them only
        where another memory leads to it: that it was a seed says nothing new.
    """
    ways: defaultdict[MemoryId, list[Edge]] = defaultdict(list)
    for edge in edges:
        ways[edge.source].append(edge)
    reached: dict[MemoryId, float] = {}
    front = dict(seeds)
    for _ in range(hops):
        ahead: dict[MemoryId, float] = {}
        for memory, activation in front.items():
            for edge in ways[memory]:
                carried = activation * edge.weight * DECAY * MU[edge.type]
                if carried > max(reached.get(edge.target, 0.0), ahead.get(edge.target, 0.0)):
                    ahead[edge.target] = carried
        reached.update(ahead)
        front = ahead
    return reached
