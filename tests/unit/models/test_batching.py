"""Texts of like length run together."""

from tacitus.adapters.models.batching import batches_of_like_length


def test_batches_hold_positions_from_the_shortest_text_to_the_longest() -> None:
    assert batches_of_like_length([9, 3, 5], most_tokens=100) == [[1, 2, 0]]


def test_a_batch_is_measured_as_padded_to_its_longest_text() -> None:
    # 2 * 4 fits into 8 tokens, 3 * 4 does not.
    assert batches_of_like_length([1, 4, 4], most_tokens=8) == [[0, 1], [2]]


def test_a_text_beyond_the_limit_runs_alone() -> None:
    assert batches_of_like_length([50, 2], most_tokens=10) == [[1], [0]]


def test_no_texts_make_no_batches() -> None:
    assert batches_of_like_length([], most_tokens=10) == []
