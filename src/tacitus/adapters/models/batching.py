"""Which texts to run together."""

from collections.abc import Sequence


def batches_of_like_length(lengths: Sequence[int], most_tokens: int) -> list[list[int]]:
    """Return positions in batches, shortest first, so that little is padded.

    A batch is padded to its longest text; so padded it has at most `most_tokens` tokens, or it is
    one text alone.
    """
    batches: list[list[int]] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batches and (len(batches[-1]) + 1) * lengths[position] <= most_tokens:
            batches[-1].append(position)
        else:
            batches.append([position])
    return batches
