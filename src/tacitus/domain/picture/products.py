"""How vectors of neighbours lie to one another, worked out once: what a context's length needs."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.picture.reading_order import NOBODY, Rows

Products = NDArray[np.float32]
"""Shape `(rows, len(Product))`; 0 where there is no such neighbour."""
_AT_ONCE = 4096
"""Rows of which the vectors are gathered at a time."""


class Product(IntEnum):
    """Columns of `Products`."""

    OWN = 0
    """The vector with itself: 1, but for rounding."""
    WITH_BEFORE = 1
    WITH_AFTER = 2
    BOTH_SIDES = 3
    """That of what comes before with that of what comes after."""


def squares(vectors: NDArray[np.float32]) -> Products:
    """Return the products of rows without neighbours."""
    products = np.zeros((len(vectors), len(Product)), np.float32)
    products[:, Product.OWN] = np.einsum("ij,ij->i", vectors, vectors)
    return products


def multiplied(vectors: NDArray[np.float32], seen: tuple[Rows, Rows, Rows]) -> Products:
    """Return the products of rows with what was read before and after, without their own."""
    found = np.zeros((len(seen[0]), len(Product) - 1), np.float32)
    for begin in range(0, len(seen[0]), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        own, before, after = (_gathered(vectors, rows[part]) for rows in seen)
        found[part, 0] = np.einsum("ij,ij->i", own, before)
        found[part, 1] = np.einsum("ij,ij->i", own, after)
        found[part, 2] = np.einsum("ij,ij->i", before, after)
    return found


def _gathered(vectors: NDArray[np.float32], rows: Rows) -> NDArray[np.float32]:
    gathered = vectors[rows]
    gathered[rows == NOBODY] = 0
    return gathered
