"""Ids by the hundred, as numbers: made into objects one by one, when somebody looks at one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload
from uuid import UUID, SafeUUID

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import MemoryId

Halves = NDArray[np.uint64]
"""Ids as pairs of numbers, the first half of each first; shape `(ids, 2)`. They sort as ids do."""
Keys = NDArray[np.int64]
NOBODY = -1
"""The place of what is not there."""
_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_SHIFT, _FOLD = np.uint64(2), np.uint64(31)


class Rows(NamedTuple):
    """Where some ids stand, so that whoever kept them there need not look for them.

    Attributes:
        of: Who keeps them.
        numbers: One for each id.
    """

    of: object
    numbers: NDArray[np.integer]


class Ids(Sequence[MemoryId]):
    """A sequence of ids over their numbers."""

    __slots__ = ("_order", "_row_order", "halves", "rows")

    def __init__(self, halves: Halves, rows: Rows | None = None) -> None:
        self.halves = halves
        self.rows = rows
        self._order: tuple[NDArray[np.integer], NDArray[np.intp]] | None = None
        self._row_order: tuple[NDArray[np.integer], NDArray[np.intp]] | None = None

    @classmethod
    def of(cls, ids: Iterable[UUID]) -> "Ids":
        """Return ids as numbers; those that are already are given back."""
        return ids if isinstance(ids, Ids) else cls(halves_of(ids))

    @classmethod
    def joined(cls, parts: Sequence["Ids"]) -> "Ids":
        """Return ids one after the other; of one keeper, it is known where they stand."""
        halves = np.concatenate([np.zeros((0, 2), np.uint64), *(part.halves for part in parts)])
        some = [part for part in parts if len(part)]
        rows = [part.rows for part in some if part.rows]
        if not rows or len(rows) < len(some) or any(one.of is not rows[0].of for one in rows):
            return cls(halves)
        return cls(halves, Rows(rows[0].of, np.concatenate([one.numbers for one in rows])))

    def __len__(self) -> int:
        return len(self.halves)

    @overload
    def __getitem__(self, at: int) -> MemoryId: ...
    @overload
    def __getitem__(self, at: slice) -> "Ids": ...
    def __getitem__(self, at: int | slice) -> "MemoryId | Ids":
        if isinstance(at, slice):
            rows = self.rows and Rows(self.rows.of, self.rows.numbers[at])
            return Ids(self.halves[at], rows)
        return MemoryId(ids_of(self.halves[at : at + 1 or None])[0])

    def __iter__(self) -> Iterator[MemoryId]:
        return map(MemoryId, ids_of(self.halves))

    def only(self, places: NDArray[np.integer]) -> "Ids":
        """Return the ids at some places."""
        rows = self.rows and Rows(self.rows.of, self.rows.numbers[places])
        return Ids(self.halves[places], rows)

    def places_of(self, ids: "Ids") -> NDArray[np.intp]:
        """Return the places of other ids among these, NOBODY for those that are not here."""
        if not len(self) or not len(ids):
            return np.full(len(ids), NOBODY, np.intp)
        if self.rows and ids.rows and self.rows.of is ids.rows.of:
            keys, order = self._by_row()
            asked = ids.rows.numbers
        else:
            keys, order = self._by_key()
            asked = mixed(ids.halves)
        at = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
        return np.where(keys[at] == asked, order[at], NOBODY)

    def _by_row(self) -> tuple[NDArray[np.integer], NDArray[np.intp]]:
        if self._row_order is None:
            numbers = self.rows.numbers if self.rows else np.zeros(0, np.intp)
            order = np.argsort(numbers)
            self._row_order = numbers[order], order
        return self._row_order

    def _by_key(self) -> tuple[NDArray[np.integer], NDArray[np.intp]]:
        if self._order is None:
            keys = mixed(self.halves)
            order = np.argsort(keys)
            self._order = keys[order], order
        return self._order


def halves_of(ids: Iterable[UUID]) -> Halves:
    """Return ids as numbers."""
    if isinstance(ids, Ids):
        return ids.halves
    return np.frombuffer(b"".join(id.bytes for id in ids), ">u8").reshape(-1, 2).astype(np.uint64)


def ids_of(halves: Halves) -> list[UUID]:
    """Return ids."""
    return [_id(high << 64 | low) for high, low in halves.tolist()]


def _id(number: int) -> UUID:
    """Return an id without the checks that `UUID` makes, which take most of its time."""
    made = object.__new__(UUID)
    object.__setattr__(made, "int", number)
    object.__setattr__(made, "is_safe", _SAFE)
    return made


_SAFE = SafeUUID.unknown


def mixed(halves: Halves) -> Keys:
    """Return one number for each id, of 62 bits: two of a million share one with a chance of 1e-7."""
    high, low = halves[:, 0] * _MIX[0], halves[:, 1] * _MIX[1]
    both = high ^ (low >> _FOLD) ^ low
    return ((both * _MIX[0]) >> _SHIFT).astype(np.int64)


def order_by_id(halves: Halves, *first: NDArray[np.generic]) -> NDArray[np.intp]:
    """Return the order by some keys, the first one first, and then by id."""
    return np.lexsort((halves[:, 1], halves[:, 0], *reversed(first)))
