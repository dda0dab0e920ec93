"""Ways out of memories, kept for whoever passes there again."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.picture.columns import Column
from tacitus.domain.picture.reading_order import Rows

_UNKNOWN = -1


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Ways from rows to rows; kinds are places in `LinkType`."""

    sources: Rows
    targets: Rows
    kinds: NDArray[np.integer]
    weights: NDArray[np.float64]

    def at(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> "Ways":
        return Ways(
            self.sources[places], self.targets[places], self.kinds[places], self.weights[places]
        )


class Crowd(NamedTuple):
    """The first rows by id that mention an entity, and what a way over it weighs."""

    rows: Rows
    weight: float


class Roads:
    """The ways out of some rows of a picture: whatever is asked, many pass the same memories.

    Attributes:
        crowds: Those of some entities.
    """

    __slots__ = ("_begins", "_kinds", "_many", "_targets", "_weights", "crowds")

    def __init__(self, rows: int) -> None:
        self._begins = np.zeros(rows, np.int64)
        self._many = np.full(rows, _UNKNOWN, np.int32)
        self._targets = Column.empty(np.int32)
        self._kinds = Column.empty(np.uint8)
        self._weights = Column.empty(np.float64)
        self.crowds: dict[int, Crowd] = {}

    def unknown(self, rows: Rows) -> Rows:
        """Return those of which nobody has told the ways."""
        return rows[self._many[rows] == _UNKNOWN]

    def learn(self, rows: Rows, ways: Ways) -> None:
        """Take in all ways out of some rows that were unknown, both sorted by row."""
        self._begins[rows] = len(self._targets.values) + np.searchsorted(ways.sources, rows)
        self._many[rows] = np.searchsorted(ways.sources, rows, "right") - np.searchsorted(
            ways.sources, rows
        )
        self._targets = self._targets.extended(ways.targets)
        self._kinds = self._kinds.extended(ways.kinds)
        self._weights = self._weights.extended(ways.weights)

    def out_of(self, rows: Rows) -> Ways:
        """Return the ways out of rows that are known, row by row."""
        many = self._many[rows]
        ends = np.cumsum(many)
        at = np.arange(ends[-1] if len(ends) else 0) + np.repeat(
            self._begins[rows] - (ends - many), many
        )
        return Ways(
            np.repeat(rows, many),
            self._targets.values[at],
            self._kinds.values[at],
            self._weights.values[at],
        )
