"""Hits of a search side by side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast, overload

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import MemoryId
from tacitus.domain.many_ids import NOBODY, Ids
from tacitus.domain.recollection import Hit


class Hits(Sequence[Hit]):
    """What a search found, best first; each hit is made when it is looked at."""

    __slots__ = ("ids", "scores")

    def __init__(self, ids: Ids, scores: NDArray[np.float64]) -> None:
        self.ids = ids
        self.scores = scores

    @classmethod
    def of(cls, hits: Sequence[Hit]) -> "Hits":
        """Return hits as columns; those that are already are given back."""
        if isinstance(hits, Hits):
            return hits
        scores = np.array([hit.score for hit in hits], np.float64)
        return cls(Ids.of(hit.memory for hit in hits), scores)

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, at: int) -> Hit: ...
    @overload
    def __getitem__(self, at: slice) -> "Hits": ...
    def __getitem__(self, at: int | slice) -> "Hit | Hits":
        if isinstance(at, slice):
            return Hits(self.ids[at], self.scores[at])
        return Hit(self.ids[at], float(self.scores[at]))

    def __iter__(self) -> Iterator[Hit]:
        return map(Hit, self.ids, self.scores.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return list(self) == list(cast(Sequence[object], other))

    __hash__ = None  # pyright: ignore[reportAssignmentType]


class Seeds(Mapping[MemoryId, float]):
    """Hits by their ids, for who wants to know how much each of some memories scored."""

    __slots__ = ("hits",)

    def __init__(self, hits: Hits) -> None:
        self.hits = hits

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[MemoryId]:
        return iter(self.hits.ids)

    def __getitem__(self, id: MemoryId) -> float:
        [place] = self.hits.ids.places_of(Ids.of([id])).tolist()
        if place == NOBODY:
            raise KeyError(id)
        return float(self.hits.scores[place])
