"""What a memory is worth of its tokens: where recall stops."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MANY = 3.0
"""Sum of relevances from which on a question is taken to have many answers, none of them dearer."""
Numbers = NDArray[np.float64]
AROUND = 10
"""Tokens that a memory costs besides its text: when it was said, and that it is one."""


def worth(
    relevances: Sequence[float] | Numbers,
    tokens: Sequence[int] | NDArray[np.int64],
    others: float = 0.0,
) -> Numbers:
    """Return what share of all that is relevant each memory is expected to hold, per token.

    The sum of the relevances is how many memories are expected to answer. A memory of which one in
    a hundred is right is worth reading where nothing better is there, and not beside a sure answer; a
    short one sooner than a long one.

    Args:
        others: Sum of the relevances of further memories.
    """
    likely = np.asarray(relevances, np.float64)
    whole = min(max(float(likely.sum()) + others, 1e-9), MANY)
    return likely / whole / (np.asarray(tokens, np.float64) + AROUND)
