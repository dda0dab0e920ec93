"""Many values under one key, looked up for many keys at once."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tacitus.domain.picture.columns import Column

Keys = NDArray[np.int64]
_TAIL = 2048
"""Pairs that may stay unsorted; at least, since merging looks at all there are."""
_SHARE = 64


class Paired(NamedTuple):
    """Pairs that were looked up, in no order but that of `add` for each key.

    Attributes:
        which: Place of the range that a pair was found in.
    """

    which: NDArray[np.intp]
    keys: Keys
    items: NDArray[Any]
    values: NDArray[Any]


def runs(begins: NDArray[np.integer], many: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return the places of stretches, one after the other: where each begins, and how long it is."""
    ends = np.cumsum(many)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(begins - (ends - many), many)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Triples of key, item and value: the most of them sorted by key, the latest as they came."""

    _sorted: tuple[Keys, NDArray[Any], NDArray[Any]]
    _latest: tuple[Column, Column, Column]

    @classmethod
    def empty(cls, items: DTypeLike, values: DTypeLike) -> "Pairs":
        kinds = (np.int64, items, values)
        first, second, third = (np.empty(0, kind) for kind in kinds)
        one, two, three = (Column.empty(kind) for kind in kinds)
        return cls((first, second, third), (one, two, three))

    def extended(self, keys: Keys, items: NDArray[Any], values: NDArray[Any]) -> "Pairs":
        """Return these and further pairs."""
        if not len(keys):
            return self
        given = (keys, items, values)
        one, two, three = (
            column.extended(more) for column, more in zip(self._latest, given, strict=True)
        )
        longer = replace(self, _latest=(one, two, three))
        if len(one.values) <= max(_TAIL, len(self._sorted[0]) // _SHARE):
            return longer
        return longer._merged()

    def settled(self) -> "Pairs":
        """Return the same with everything sorted, for who looks more often than he adds."""
        return self._merged() if len(self._latest[0].values) else self

    def within(self, lows: Keys, highs: Keys) -> Paired:
        """Return the pairs whose key lies in one of the ranges [low, high), which do not overlap."""
        starts, ends = (
            np.searchsorted(self._sorted[0], lows),
            np.searchsorted(self._sorted[0], highs),
        )
        return _joined(self._between(starts, ends), self._late(lows, highs))

    def first(self, keys: Keys, most: int) -> tuple[Paired, Paired, NDArray[np.bool_]]:
        """Return the earliest pairs under each key, at most so many, and the latest.

        Between the two nothing is left out of the keys that the last array names.
        """
        starts = np.searchsorted(self._sorted[0], keys)
        ends = np.searchsorted(self._sorted[0], keys + 1)
        some = np.minimum(ends, starts + most)
        return self._between(starts, some), self._late(keys, keys + 1), some == ends

    def counts(self, keys: Keys) -> NDArray[np.intp]:
        """Return how many pairs there are under each key."""
        ends = np.searchsorted(self._sorted[0], keys + 1)
        early = ends - np.searchsorted(self._sorted[0], keys)
        late = self._late(keys, keys + 1)
        return early + np.bincount(late.which, minlength=len(keys))

    def of(self, keys: Keys) -> Paired:
        """Return the pairs under some distinct keys."""
        return self.within(keys, keys + 1)

    @property
    def bytes(self) -> int:
        """What it takes in memory."""
        kept = sum(one.nbytes for one in self._sorted)
        return kept + sum(column.bytes for column in self._latest)

    def _between(self, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Paired:
        many = ends - starts
        which = np.repeat(np.arange(len(starts)), many)
        at = runs(starts, many)
        return Paired(which, *(column[at] for column in self._sorted))

    def _late(self, lows: Keys, highs: Keys) -> Paired:
        keys, items, values = (column.values for column in self._latest)
        if not len(keys) or not len(lows):
            nothing = np.zeros(0, np.intp)
            return Paired(nothing, keys[:0], items[:0], values[:0])
        order = np.argsort(lows)
        place = np.searchsorted(lows[order], keys, "right") - 1
        which = order[np.maximum(place, 0)]
        found = np.flatnonzero((place >= 0) & (keys < highs[which]))
        return Paired(which[found], keys[found], items[found], values[found])

    def _merged(self) -> "Pairs":
        """Return the same with everything sorted; equal keys stay in the order in which they came."""
        latest = [column.values for column in self._latest]
        order = np.argsort(latest[0], kind="stable")
        keys, items, values = (column[order] for column in latest)
        if not len(self._sorted[0]):
            merged = (keys, items, values)
        else:
            at = np.searchsorted(self._sorted[0], keys, "right")
            old = self._sorted
            merged = (
                np.insert(old[0], at, keys),
                np.insert(old[1], at, items),
                np.insert(old[2], at, values),
            )
        one, two, three = (Column.empty(column.dtype) for column in merged)
        return Pairs(merged, (one, two, three))


def _joined(early: Paired, late: Paired) -> Paired:
    if not len(late.which):
        return early
    which, keys, items, values = map(np.concatenate, zip(early, late, strict=True))
    return Paired(which, keys, items, values)
