"""Texts as numbers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def codes(values: Sequence[str | None], known: dict[str, int]) -> NDArray[np.int32]:
    """Return a number for each text, -1 for none; `known` learns those it did not know."""
    return np.fromiter(
        (-1 if value is None else known.setdefault(value, len(known)) for value in values),
        np.int32,
        len(values),
    )
