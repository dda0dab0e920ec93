"""Which of many small numbers are the same."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_SPARSE = 16
"""Up to so many times as high as there are numbers, counting is sooner done than sorting."""


class Groups(NamedTuple):
    """Numbers that stand several times among others.

    Attributes:
        distinct: Each once, in rising order.
        of: For each number, its place in `distinct`.
        many: How often each of `distinct` stands there.
    """

    distinct: NDArray[np.intp]
    of: NDArray[np.intp]
    many: NDArray[np.intp]


def grouped(numbers: NDArray[np.integer[Any]]) -> Groups:
    """Return which of some numbers, none below 0, are the same: `np.unique`, sooner where they are low."""
    highest = int(numbers.max(initial=-1))
    if highest >= _SPARSE * len(numbers):
        distinct, of, many = np.unique(numbers, return_inverse=True, return_counts=True)
        return Groups(distinct.astype(np.intp), of, many)
    many = np.bincount(numbers, minlength=highest + 1)
    distinct = np.flatnonzero(many)
    places = np.empty(len(many), np.intp)
    places[distinct] = np.arange(len(distinct))
    return Groups(distinct, places[numbers], many[distinct])
