"""Ways out of memories, kept for whoever passes there again."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.picture.columns import Column
from tacitus.domain.picture.pairs import runs
from tacitus.domain.picture.reading_order import Rows

Entities = NDArray[np.int32]
"""Numbers of entities."""
_UNKNOWN = -1


class Crowded(NamedTuple):
    """Who mentions each of some entities: the place of the entity beside each row, in rising order."""

    which: NDArray[np.intp]
    rows: Rows


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


class Crowds:
    """The first rows by id that mention some entities, kept for whoever meets them again.

    Attributes:
        many: How many rows are kept of each entity.
        weights: What a way over an entity weighs.
    """

    __slots__ = ("_begins", "_rows", "many", "weights")

    def __init__(self, entities: int) -> None:
        self.many = np.full(entities, _UNKNOWN, np.int32)
        self.weights = np.zeros(entities)
        self._begins = np.zeros(entities, np.int64)
        self._rows = Column.empty(np.int32)

    def unknown(self, entities: Entities) -> Entities:
        """Return those of which nobody has told who mentions them, each once."""
        return np.unique(entities[self.many[entities] == _UNKNOWN])

    def learn(self, entities: Entities, weights: NDArray[np.float64], crowds: Crowded) -> None:
        """Take in who mentions some entities."""
        self.many[entities] = many = np.bincount(crowds.which, minlength=len(entities))
        self.weights[entities] = weights
        self._begins[entities] = len(self._rows.values) + np.cumsum(many) - many
        self._rows = self._rows.extended(crowds.rows)

    def of(self, entities: Entities) -> Rows:
        """Return who mentions each of some entities, entity by entity."""
        return self._rows.values[runs(self._begins[entities], self.many[entities])]


class Roads:
    """The ways out of some rows of a picture: whatever is asked, many pass the same memories.

    Attributes:
        crowds: Those of some entities.
    """

    __slots__ = ("_begins", "_kinds", "_many", "_targets", "_weights", "crowds")

    def __init__(self, rows: int, entities: int) -> None:
        self._begins = np.zeros(rows, np.int64)
        self._many = np.full(rows, _UNKNOWN, np.int32)
        self._targets = Column.empty(np.int32)
        self._kinds = Column.empty(np.uint8)
        self._weights = Column.empty(np.float64)
        self.crowds = Crowds(entities)

    @property
    def bytes(self) -> int:
        """What they take in memory."""
        columns = (self._targets, self._kinds, self._weights)
        return self._begins.nbytes + self._many.nbytes + sum(one.bytes for one in columns)

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
        at = runs(self._begins[rows], many)
        return Ways(
            np.repeat(rows, many),
            self._targets.values[at],
            self._kinds.values[at],
            self._weights.values[at],
        )
