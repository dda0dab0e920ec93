"""Ids as numbers."""

from collections.abc import Iterable, Sequence
from uuid import UUID, SafeUUID

import numpy as np
from numpy.typing import NDArray

Halves = NDArray[np.uint64]
"""Ids as pairs of numbers, the first half of each first; shape `(ids, 2)`. They sort as ids do."""
Keys = NDArray[np.int64]

_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_SHIFT = np.uint64(2)


def halves_of(ids: Iterable[UUID]) -> Halves:
    """Return ids as numbers."""
    return np.frombuffer(b"".join(id.bytes for id in ids), ">u8").reshape(-1, 2).astype(np.uint64)


def ids_of(halves: Halves) -> list[UUID]:
    """Return ids."""
    return [_id(high << 64 | low) for high, low in halves.tolist()]


def _id(number: int) -> UUID:
    """Return an id without the checks that `UUID` makes, which take most of its time."""
    made = object.__new__(UUID)
    object.__setattr__(made, "int", number)
    object.__setattr__(made, "is_safe", SafeUUID.unknown)
    return made


def mixed(halves: Halves) -> Keys:
    """Return one number for each id, of 62 bits: two of a million share one with a chance of 1e-7."""
    high, low = halves[:, 0] * _MIX[0], halves[:, 1] * _MIX[1]
    both = high ^ (low >> np.uint64(31)) ^ low
    return ((both * _MIX[0]) >> _SHIFT).astype(np.int64)


def order_by_id(halves: Halves, *first: NDArray[np.generic]) -> NDArray[np.intp]:
    """Return the order by some keys, the first one first, and then by id."""
    return np.lexsort((halves[:, 1], halves[:, 0], *reversed(first)))


def codes(values: Sequence[str | None], known: dict[str, int]) -> NDArray[np.int32]:
    """Return a number for each text, -1 for none; `known` learns those it did not know."""
    return np.fromiter(
        (-1 if value is None else known.setdefault(value, len(known)) for value in values),
        np.int32,
        len(values),
    )
