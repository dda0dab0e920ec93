"""Texts of like length run together."""

from tacitus.adapters.models.batching import batches_of_like_length


def test_batches_hold_positions_from_the_shortest_text_to_the_longest() -> None:
    assert batches_of_like_length([9, 3, 5], most_tokens=100) == [[1, 2, 0]]


def test_a_batch_is_measured_as_padded_to_its_longest_text() -> None:
    # 2 * 4 fits into 8 tokens, 3 * 4 does not.
    assert batches_of_like_length([1, 4, 4], most_tokens=8) == [[0, 1], [2]]


def test_a_longer_text_that_would_pad_much_begins_a_batch() -> None:
    # Beside 11 the texts of 5 and 6 are padded by 1 + 2 * 5 = 11 tokens in all, beside 12 by 13.
    assert batches_of_like_length([5, 6, 11], most_tokens=100, padding=11) == [[0, 1, 2]]
    assert batches_of_like_length([5, 6, 12], most_tokens=100, padding=11) == [[0, 1], [2]]


def test_what_was_padded_before_counts() -> None:
    # 3 beside 4 is padded by 1, both beside 6 by 2 * 2 more.
    assert batches_of_like_length([3, 4, 6], most_tokens=100, padding=4) == [[0, 1], [2]]


def test_a_text_beyond_the_limit_runs_alone() -> None:
    assert batches_of_like_length([50, 2], most_tokens=10) == [[1], [0]]


def test_no_texts_make_no_batches() -> None:
    assert batches_of_like_length([], most_tokens=10) == []
