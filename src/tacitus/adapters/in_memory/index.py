"""The four searches, exact and over everything."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from tacitus.adapters.in_memory.appraising import appraise
from tacitus.adapters.in_memory.contents import Contents, Shelf, Way
from tacitus.domain import bm25
from tacitus.domain.activation import Edge
from tacitus.domain.filtering import admits
from tacitus.domain.graph import LinkType
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.recollection import Appraisal, Filters, Hit
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector


class Index:
    """Fills `SearchIndex`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> list[Hit]:
        contents = self._shelf.of(bank)
        if not contents.records:
            return []
        cosines = contents.matrix @ vector
        return _best(
            (
                Hit(id, float(cosine))
                for id, cosine in zip(contents.order, cosines, strict=True)
                if admits(filters, contents.memories[id])
            ),
            limit,
        )

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> list[Hit]:
        contents = self._shelf.of(bank)
        weights = {
            term: bm25.idf(len(contents.records), contents.document_frequencies[term])
            for term in terms
        }
        scored = (
            Hit(id, bm25.score(terms, frequencies, weights, contents.average_length))
            for id, frequencies in contents.frequencies.items()
            if admits(filters, contents.memories[id])
        )
        return _best((hit for hit in scored if hit.score > 0), limit)

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> list[Hit]:
        if end <= start:
            return []
        asked = Interval(start, end)
        return _best(
            (
                Hit(memory.id, _closeness(memory.occurred, asked))
                for memory in self._shelf.of(bank).memories.values()
                if memory.occurred and memory.occurred.overlaps(asked) and admits(filters, memory)
            ),
            limit,
        )

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        contents = self._shelf.of(bank)
        found: list[Edge] = []
        reached = set(seeds)
        frontier = [id for id in dict.fromkeys(seeds) if id in contents.records]
        for _ in range(hops):
            edges = [edge for id in frontier for edge in _strongest(contents, id, filters, fanout)]
            found += edges
            frontier = [
                id for id in dict.fromkeys(edge.target for edge in edges) if id not in reached
            ]
            reached.update(frontier)
        return found

    async def appraise(
        self,
        bank: BankId,
        ids: Sequence[MemoryId],
        vector: Vector,
        terms: Sequence[str],
        filters: Filters,
    ) -> dict[MemoryId, Appraisal]:
        return appraise(self._shelf.of(bank), ids, vector, terms, filters)


def _best(hits: Iterable[Hit], limit: int) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.memory))[:limit]


def _closeness(occurred: Interval, asked: Interval) -> float:
    """Eq. 14."""
    apart = abs((occurred.midpoint - asked.midpoint).total_seconds())
    return max(0.0, 1 - apart / (asked.duration.total_seconds() / 2))


def _strongest(contents: Contents, id: MemoryId, filters: Filters, fanout: int) -> list[Edge]:
    heaviest: dict[tuple[MemoryId, LinkType], float] = {}
    for target, kind, weight in (*contents.linked.get(id, ()), *_sharing(contents, id)):
        if admits(filters, contents.memories[target]):
            heaviest[target, kind] = max(weight, heaviest.get((target, kind), 0.0))
    edges = [Edge(id, target, kind, weight) for (target, kind), weight in heaviest.items()]
    taken: Counter[LinkType] = Counter()
    kept: list[Edge] = []
    for edge in sorted(edges, key=lambda edge: (-edge.weight, edge.target)):
        taken[edge.type] += 1
        if taken[edge.type] <= fanout:
            kept.append(edge)
    return kept


def _sharing(contents: Contents, id: MemoryId) -> Iterable[Way]:
    """Join over mentions; each entity is damped by how many memories mention it."""
    for entity in contents.entities_of.get(id, ()):
        mentioning = contents.memories_of[entity]
        weight = 1 / math.log2(1 + len(mentioning))
        for other in mentioning:
            if other != id:
                yield other, LinkType.ENTITY, weight
