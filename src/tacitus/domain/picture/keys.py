"""Texts and ids as numbers that follow one another."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

K = TypeVar("K", bound=Hashable)


def codes(values: Sequence[K | None], known: dict[K, int]) -> NDArray[np.int32]:
    """Return a number for each value, -1 for none; `known` learns those it did not know."""
    return np.fromiter(
        (-1 if value is None else known.setdefault(value, len(known)) for value in values),
        np.int32,
        len(values),
    )
