"""The searches of `SearchIndex` over a picture; all of them see the bank as the picture shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tacitus.domain.activation import Edge
from tacitus.domain.graph import LinkType
from tacitus.domain.ids import MemoryId
from tacitus.domain.picture.appraising import appraise
from tacitus.domain.picture.keys import halves_of, ids_of
from tacitus.domain.picture.masks import admitted
from tacitus.domain.picture.picture import Picture
from tacitus.domain.picture.reading_order import NOBODY, Rows
from tacitus.domain.picture.searching import Terms, keyword, semantic, temporal
from tacitus.domain.picture.walking import Ways, walk
from tacitus.domain.recollection import Appraisal, Filters, Hit
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector

_KINDS = tuple(LinkType)


@dataclass(frozen=True, slots=True)
class PictureSearch:
    """Searches of one picture. Terms are numbers here: whoever made the picture knows them by word."""

    picture: Picture

    def semantic(self, vector: Vector, filters: Filters, limit: int) -> list[Hit]:
        return semantic(self.picture, vector, admitted(self.picture, filters), limit)

    def keyword(self, terms: Sequence[int], filters: Filters, limit: int) -> list[Hit]:
        mask = admitted(self.picture, filters)
        return keyword(self.picture, _distinct(terms), mask, limit)

    def temporal(self, asked: Interval, filters: Filters, limit: int) -> list[Hit]:
        return temporal(self.picture, asked, admitted(self.picture, filters), limit)

    def edges(
        self, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        mask = admitted(self.picture, filters)
        found = walk(self.picture, self._rows(seeds), mask, hops=hops, fanout=fanout)
        return [edge for ways in found for edge in self._edges(ways)]

    def appraise(
        self, ids: Sequence[MemoryId], vector: Vector, terms: Sequence[int], filters: Filters
    ) -> dict[MemoryId, Appraisal]:
        mask = admitted(self.picture, filters)
        return appraise(self.picture, self._rows(ids), vector, _distinct(terms), mask)

    def _edges(self, ways: Ways) -> Iterator[Edge]:
        sources = map(MemoryId, ids_of(self.picture.ids[ways.sources]))
        targets = map(MemoryId, ids_of(self.picture.ids[ways.targets]))
        kinds: list[int] = ways.kinds.tolist()
        weights: list[float] = ways.weights.tolist()
        return map(Edge, sources, targets, (_KINDS[kind] for kind in kinds), weights)

    def _rows(self, ids: Sequence[MemoryId]) -> Rows:
        """Return the rows of those that are there."""
        rows = self.picture.rows_of(halves_of(ids))
        return rows[rows != NOBODY]


def _distinct(terms: Sequence[int]) -> Terms:
    return np.unique(np.array(terms, np.int64))
