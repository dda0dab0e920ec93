"""The searches of `SearchIndex` over a picture; all of them see the bank as the picture shows it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from tacitus.domain.activation import Edge, Reach
from tacitus.domain.appraisals import Appraisals
from tacitus.domain.graph import LinkType
from tacitus.domain.hits import Hits, Seeds
from tacitus.domain.ids import MemoryId
from tacitus.domain.likeness import Likeness
from tacitus.domain.many_ids import Ids, ids_of
from tacitus.domain.picture.appraising import appraise
from tacitus.domain.picture.masks import admitted
from tacitus.domain.picture.picture import Picture, told_of
from tacitus.domain.picture.reading_order import NOBODY, Rows
from tacitus.domain.picture.remembered import kept
from tacitus.domain.picture.roads import Ways
from tacitus.domain.picture.searching import (
    Cosines,
    Weighed,
    keyword,
    semantic,
    temporal,
    weighed,
)
from tacitus.domain.picture.walking import activate, walk
from tacitus.domain.recollection import Filters
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector

_KINDS = tuple(LinkType)


class PictureSearch:
    """Searches of one picture, for one question: vector and words are compared with all memories once.

    Terms are numbers here: whoever made the picture knows them by word.

    Args:
        stored: Rounds a vector as those of the picture were rounded when they were stored.
    """

    def __init__(self, picture: Picture, stored: Callable[[Vector], Vector] | None = None) -> None:
        self.picture = picture
        self._stored = stored
        self._compared: dict[int, tuple[Vector, Cosines]] = {}
        self._looked_up: dict[tuple[int, ...], Weighed] = {}

    def cosines(self, vector: Vector) -> Cosines:
        """Return the cosines of all rows; the same vector is compared once."""
        # Kept with its vector: so nothing else can get that id.
        return kept(self._compared, id(vector), lambda: (vector, self._with_all(vector)))[1]

    def _with_all(self, vector: Vector) -> Cosines:
        if not self.picture.rows:
            return np.zeros(0, np.float32)
        # Row by row: a product of all at once wakes threads, which wait for one another.
        return np.vecdot(self.picture.vectors, self._stored(vector) if self._stored else vector)

    def semantic(self, vector: Vector, filters: Filters, limit: int) -> Hits:
        mask = admitted(self.picture, filters)
        return semantic(self.picture, self.cosines(vector), mask, limit)

    def keyword(self, terms: Sequence[int], filters: Filters, limit: int) -> Hits:
        mask = admitted(self.picture, filters)
        return keyword(self.picture, self._weighed(terms), mask, limit)

    def temporal(self, asked: Interval, filters: Filters, limit: int) -> Hits:
        return temporal(self.picture, asked, admitted(self.picture, filters), limit)

    def edges(self, seeds: Sequence[MemoryId], filters: Filters, reach: Reach) -> list[Edge]:
        found = walk(self.picture, _there(self._rows(seeds)), filters, reach)
        return [edge for ways in found for edge in self._edges(ways)]

    def graph(
        self, seeds: Mapping[MemoryId, float], filters: Filters, reach: Reach, limit: int
    ) -> Hits:
        told = seeds if isinstance(seeds, Seeds) else None
        ids = told.hits.ids if told else Ids.of(seeds)
        active = told.hits.scores if told else np.array([*seeds.values()], np.float64)
        rows = self._rows(ids)
        known = rows != NOBODY
        found = walk(self.picture, rows[known], filters, reach)
        return activate(self.picture, (rows[known], active[known]), found, reach.hops, limit)

    def appraise(
        self, ids: Sequence[MemoryId], vector: Vector, terms: Sequence[int], filters: Filters
    ) -> Appraisals:
        mask = admitted(self.picture, filters)
        rows = _there(self._rows(ids))
        return appraise(self.picture, rows, self.cosines(vector), self._weighed(terms), mask)

    def _weighed(self, terms: Sequence[int]) -> Weighed:
        """Look terms up; the same ones once."""
        distinct = np.unique(np.array(terms, np.int64))
        return kept(self._looked_up, tuple(terms), lambda: weighed(self.picture, distinct))

    def likeness(self, ids: Sequence[MemoryId]) -> Likeness:
        rows = self._rows(ids)
        there = rows != NOBODY
        known = (id for id, seen in zip(ids, there.tolist(), strict=True) if seen)
        return Likeness(dict(zip(known, self.picture.vectors[rows[there]], strict=True)))

    def told(self, ids: Sequence[MemoryId]) -> dict[MemoryId, bytes]:
        """Return what there is to read of memories, as it was sent; those that are not there are left out."""
        rows: list[int] = self._rows(ids).tolist()
        return {
            id: told_of(self.picture, row)
            for id, row in zip(ids, rows, strict=True)
            if row != NOBODY
        }

    def _edges(self, ways: Ways) -> Iterator[Edge]:
        sources = map(MemoryId, ids_of(self.picture.ids[ways.sources]))
        targets = map(MemoryId, ids_of(self.picture.ids[ways.targets]))
        kinds: list[int] = ways.kinds.tolist()
        weights: list[float] = ways.weights.tolist()
        return map(Edge, sources, targets, (_KINDS[kind] for kind in kinds), weights)

    def _rows(self, ids: Sequence[MemoryId]) -> Rows:
        return self.picture.where(ids)


def _there(rows: Rows) -> Rows:
    return rows[rows != NOBODY]
