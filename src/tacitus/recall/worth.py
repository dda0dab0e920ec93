"""What a memory is worth of its tokens: where recall stops."""

from collections.abc import Sequence

MANY = 3.0
"""Sum of relevances from which on a question is taken to have many answers, none of them dearer."""


def worth(relevances: Sequence[float], tokens: Sequence[int], others: float = 0.0) -> list[float]:
    """Return what share of all that is relevant each memory is expected to hold, per token.

    The sum of the relevances is how many memories are expected to answer. A memory of which one in
    a hundred is right is worth reading where nothing better is there, and not beside a sure answer; a
    short one sooner than a long one.

    Args:
        others: Sum of the relevances of further memories.
    """
    whole = min(max(sum(relevances) + others, 1e-9), MANY)
    return [one / whole / max(cost, 1) for one, cost in zip(relevances, tokens, strict=True)]
