"""BM25, number by number."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacitus.domain.bm25 import idf, saturation, score


def test_the_weight_of_a_term_is_the_log_of_the_odds_against_it() -> None:
    assert idf(10, 3) == pytest.approx(log(1 + (10 - 3 + 0.5) / (3 + 0.5)))


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_weight_is_above_zero_and_falls_with_every_text_that_holds_the_term(
    documents: int, others: int
) -> None:
    total = documents + others + 1

    assert idf(total, documents) > idf(total, documents + 1) > 0


def test_in_a_text_of_average_length_a_term_that_stands_there_once_counts_one() -> None:
    assert saturation(1, length=7, average_length=7) == pytest.approx(1)


def test_what_a_frequency_counts_depends_on_the_length_of_the_text() -> None:
    assert saturation(3, length=5, average_length=10) == pytest.approx(
        3 * (1.2 + 1) / (3 + 1.2 * (1 - 0.75 + 0.75 * 5 / 10))
    )


@given(st.integers(1, 10**4), st.integers(1, 10**4))
def test_repetition_counts_ever_less_and_never_beyond_a_bound(frequency: int, length: int) -> None:
    once, twice, thrice = (
        saturation(f, length, average_length=20) for f in (frequency, frequency + 1, frequency + 2)
    )

    assert once < twice < thrice < 1.2 + 1
    assert thrice - twice < twice - once


def test_a_score_is_the_sum_over_the_distinct_terms_of_the_question() -> None:
    frequencies, weights = {"rain": 2, "sun": 1}, {"rain": 0.5, "sun": 3.0, "hail": 9.0}

    assert score(["rain", "hail", "sun", "rain"], frequencies, weights, 3.0) == pytest.approx(
        0.5 * saturation(2, 3, 3.0) + 3.0 * saturation(1, 3, 3.0)
    )


def test_without_a_match_a_score_is_zero() -> None:
    assert score(["hail"], {"rain": 1}, {"hail": 1.0}, 1.0) == 0
    assert score([], {"rain": 1}, {}, 1.0) == 0
