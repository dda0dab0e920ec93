"""What is measured, each with its formula."""

import math

import pytest

from tacitus.evaluation.metrics import (
    all_at,
    any_at,
    auc,
    budget_of_mean,
    calibration_error,
    distinct,
    fitting,
    mean,
    percentile,
    reciprocal_rank,
    share,
)

RANKING = [("D1:1",), ("D1:2", "D1:3"), ("D1:4",)]


def test_any_at_k_asks_for_one_gold_turn_among_the_first_k() -> None:
    assert not any_at(1, RANKING, ("D1:3", "D9:9"))
    assert any_at(2, RANKING, ("D1:3", "D9:9"))


def test_all_at_k_asks_for_every_gold_turn_among_the_first_k() -> None:
    assert not all_at(2, RANKING, ("D1:3", "D1:4"))
    assert all_at(3, RANKING, ("D1:3", "D1:4"))


def test_the_reciprocal_rank_is_that_of_the_first_gold_turn() -> None:
    assert reciprocal_rank(RANKING, ("D1:4", "D1:3")) == 1 / 2
    assert reciprocal_rank(RANKING, ("D9:9",)) == 0


def test_a_second_part_of_a_turn_takes_up_no_rank() -> None:
    assert distinct([("a",), ("a",), ("b",)]) == [{"a"}, {"b"}]
    assert any_at(2, [("a",), ("a",), ("b",)], ("b",))


def test_a_memory_of_no_turn_takes_up_a_rank() -> None:
    assert not any_at(1, [(), ("a",)], ("a",))


def test_a_share_is_found_gold_over_all_gold() -> None:
    assert share(("a", "b", "x"), ("a", "b", "c")) == 2 / 3


def test_a_text_that_does_not_fit_is_skipped_and_is_not_the_end() -> None:
    assert fitting([4, 9, 5, 1], budget=10) == [0, 2, 3]


def test_the_mean_of_nothing_is_not_a_number() -> None:
    assert mean([1, 2, 6]) == 3
    assert math.isnan(mean([]))


def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed() -> None:
    assert percentile([3, 1, 2, 4], 50) == 2
    assert percentile([3, 1, 2, 4], 95) == 4


def test_auc_is_the_share_of_pairs_in_which_the_positive_is_higher() -> None:
    positive, negative = [0.9, 0.4], [0.4, 0.1, 0.5]

    won = (1 + 1 + 1) + (0.5 + 1 + 0)  # 0.9 beats three; 0.4 ties, beats, loses
    assert auc(positive, negative) == won / (2 * 3)


def test_auc_needs_both_sides() -> None:
    assert math.isnan(auc([], [1.0]))


def test_calibration_error_weighs_each_bin_by_what_falls_into_it() -> None:
    predicted = [0.91, 0.93, 0.95, 0.12]
    true = [True, True, False, False]

    upper = 3 / 4 * abs(2 / 3 - (0.91 + 0.93 + 0.95) / 3)
    lower = 1 / 4 * abs(0 - 0.12)
    assert calibration_error(predicted, true) == pytest.approx(upper + lower)


def test_certainty_falls_into_the_last_bin() -> None:
    assert calibration_error([1.0], [True]) == 0


def test_the_fixed_budget_of_a_mean_spends_at_most_that_on_average() -> None:
    # At 9 the first takes 5 and the second 3 + 4: (5 + 7) / 2 = 6. At 10 the first takes 5 + 5.
    assert budget_of_mean([[5, 5], [3, 4, 5]], tokens=6) == 9
