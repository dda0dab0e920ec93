"""Which texts to run together."""

from collections.abc import Sequence

PADDING = 16
"""Tokens. To run another batch costs as much as some eight."""


def batches_of_like_length(
    lengths: Sequence[int], most_tokens: int, padding: int = PADDING
) -> list[list[int]]:
    """Return positions in batches, shortest first, so that little is padded.

    A batch is padded to its longest text; so padded it has at most `most_tokens` tokens, or it is
    one text alone.

    Args:
        padding: Most tokens that a batch is padded by.
    """
    batches: list[list[int]] = []
    padded = 0
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        length = lengths[position]
        if batches and (len(batches[-1]) + 1) * length <= most_tokens:
            padded += len(batches[-1]) * (length - lengths[batches[-1][-1]])
            if padded <= padding:
                batches[-1].append(position)
                continue
        batches.append([position])
        padded = 0
    return batches
