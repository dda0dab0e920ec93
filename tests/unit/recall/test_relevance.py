"""The calibrated ranking: the order within a question, and how likely each memory is."""

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from tacitus.domain.bank_config import LEARNED
from tacitus.recall.features import FEATURES
from tacitus.recall.relevance import (
    BEHIND,
    BEST_SHARE,
    CROWD,
    LEAD,
    Coefficient,
    Odds,
    Relevance,
    log_shares,
    read_relevance,
    relevance_for,
    shipped_file,
    shipped_relevance,
)
from tests.builders import a_bank

NAMES = list(FEATURES)
MODEL = Relevance(
    embedder="minilm",
    floor=0.05,
    answerable=0.1,
    ranking={"cosine": Coefficient(weight=0.5, mean=0.2, scale=0.1)},
    answered=Odds(
        -1.0,
        {
            BEST_SHARE: Coefficient(weight=0.5, mean=-2.0, scale=1.5),
            "best_cosine": Coefficient(weight=0.3, mean=0.5, scale=0.5),
        },
    ),
    holding=Odds(
        0.4,
        {
            BEHIND: Coefficient(weight=2.0, mean=-3.0, scale=1.0),
            LEAD: Coefficient(weight=0.7, mean=0.1, scale=0.2),
            "coverage": Coefficient(weight=0.6, mean=0.3, scale=0.2),
        },
    ),
)


def candidates(*cosines: float) -> np.ndarray:
    table = np.zeros((len(cosines), len(NAMES)))
    table[:, NAMES.index("cosine")] = cosines
    table[:, NAMES.index("best_cosine")] = max(cosines)
    return table


def test_a_feature_adds_its_weight_for_one_scale_above_its_mean() -> None:
    assert MODEL.shares({"cosine": 0.4}) == {"cosine": pytest.approx(0.5 * (0.4 - 0.2) / 0.1)}


def test_log_shares_are_those_of_the_exponentials() -> None:
    shares = log_shares(np.array([1.0, *np.zeros(CROWD - 1)]))

    assert shares[0] == pytest.approx(log(exp(1) / (exp(1) + CROWD - 1)))
    assert np.exp(shares).sum() == pytest.approx(1)


def test_where_candidates_are_few_average_ones_make_up_the_rest() -> None:
    shares = log_shares(np.array([2.0, -1.0]))

    assert shares[0] == pytest.approx(log(exp(2) / (exp(2) + exp(-1) + (CROWD - 2) * exp(0))))


def logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def test_relevance_is_whether_there_is_an_answer_times_whether_it_is_this() -> None:
    asked = candidates(0.4, 0.2)
    asked[:, NAMES.index("coverage")] = 0.5, 0.1

    found = MODEL.of(asked)

    share = log(exp(1.0) / (exp(1.0) + exp(0.0) + (CROWD - 2)))  # the scores are 1 and 0
    answered = -1.0 + 0.5 * (share + 2.0) / 1.5 + 0.3 * (0.4 - 0.5) / 0.5
    first = 0.4 + 2.0 * (0 + 3.0) + 0.7 * (1 - 0.1) / 0.2 + 0.6 * (0.5 - 0.3) / 0.2
    second = 0.4 + 2.0 * (-1 + 3.0) + 0.7 * (exp(-1) - 0.1) / 0.2 + 0.6 * (0.1 - 0.3) / 0.2
    assert found[0] == pytest.approx(logistic(answered) * logistic(first))
    assert found[1] == pytest.approx(logistic(answered) * logistic(second))


def test_nothing_is_likelier_than_that_there_is_an_answer() -> None:
    asked = candidates(9.0, 0.0)
    unanswered = replace(MODEL, answered=Odds(-3.0, {}))

    assert unanswered.of(asked).max() <= logistic(-3.0)


def test_the_order_is_that_of_the_scores() -> None:
    found = MODEL.of(candidates(0.1, 0.9, 0.5))

    assert list(np.argsort(-found)) == [1, 2, 0]


def test_many_alike_make_it_less_likely_that_there_is_an_answer() -> None:
    alone = MODEL.of(candidates(2.0, 0.0))[0]
    among = MODEL.of(candidates(2.0, 2.0, 2.0, 2.0, 0.0))[0]

    assert among < alone


def test_the_cosines_of_another_embedder_draw_no_lines() -> None:
    assert MODEL.used_with("minilm") is MODEL
    assert (MODEL.used_with("ada").floor, MODEL.used_with("ada").answerable) == (0, 0)


def test_a_bank_recalls_by_what_was_learned_in_it_if_it_can_be_read() -> None:
    text = shipped_file().read_text("utf-8")
    learned = text.replace("floor = ", "floor = 0.1 # was ")
    embedder = shipped_relevance().embedder
    cases = [
        (None, MODEL),
        (learned, read_relevance(learned)),
        ("no coefficients", MODEL),
        (learned.replace("[ranking.length]", "[ranking.colour]"), MODEL),  # of another version
        (7, MODEL),
    ]

    wrong = [
        config
        for config, expected in cases
        if relevance_for(a_bank(embedder=embedder, config={LEARNED: config}), MODEL) != expected
    ]

    assert not wrong


def test_no_candidates_have_no_relevance() -> None:
    assert len(MODEL.of(np.zeros((0, len(NAMES))))) == 0


def test_the_shipped_model_uses_known_features_and_sensible_lines() -> None:
    shipped = shipped_relevance()

    assert shipped.features <= set(NAMES)
    assert 0 < shipped.floor < 0.01 < shipped.answerable < 0.5
    assert shipped.answered.terms[BEST_SHARE].weight > 0
    assert shipped.holding.terms[BEHIND].weight > 0


def test_a_file_without_a_part_is_refused() -> None:
    with pytest.raises(KeyError):
        read_relevance("embedder = 'x'\nanswerable = 0.1\nfloor = 0.1")
