"""The fit: weights, what they are worth on unseen conversations, and the file they go to."""

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from tacitus.evaluation.fitting.coefficients import as_toml, relevance_of
from tacitus.evaluation.fitting.examples import Example
from tacitus.evaluation.fitting.listwise import Listwise, fit_listwise
from tacitus.evaluation.fitting.logistic import Logistic, fit_logistic
from tacitus.evaluation.fitting.model import Columns, Model, Pull, fit_model
from tacitus.evaluation.fitting.validating import (
    Predicted,
    answerable_from,
    cross_validated,
    figures,
    floor_spending,
)
from tacitus.recall.features import FEATURES
from tacitus.recall.relevance import log_shares, read_relevance


def an_example(
    conversation: str, values: list[float], right: int | None, tokens: int = 10
) -> Example:
    """One feature; the candidate at `right` holds the gold turn."""
    return Example(
        conversation=conversation,
        features=np.array(values)[:, None],
        relevant=np.array([place == right for place in range(len(values))]),
        turns=tuple((str(place),) for place in range(len(values))),
        tokens=(tokens,) * len(values),
        gold=() if right is None else (str(right),),
        kind="own" if right is not None else "foreign",
    )


COLUMNS = Columns(ranking=("cosine",), answering=(), holding=(), all=("cosine",))


def test_without_features_that_vary_the_probability_is_the_share_of_the_relevant() -> None:
    labels = np.array([True, False, False, False])

    model = fit_logistic(np.ones((4, 1)), labels, l2=1.0)

    assert model.predict(np.ones((1, 1)))[0] == pytest.approx(1 / 4)
    assert model.intercept == pytest.approx(log((1 / 4) / (3 / 4)))
    assert model.weights[0] == 0


def test_at_the_optimum_the_penalty_balances_the_errors() -> None:
    generator = np.random.default_rng(7)
    features = generator.normal(3.0, 2.0, (200, 2))
    labels = features[:, 0] + generator.normal(0, 2, 200) > 3

    model = fit_logistic(features, labels, l2=5.0)

    errors = model.predict(features) - labels
    standardised = (features - features.mean(0)) / features.std(0)
    assert standardised.T @ errors == pytest.approx(-5.0 * model.weights, abs=1e-6)
    assert errors.sum() == pytest.approx(0, abs=1e-6)


def test_a_probability_is_the_sigmoid_of_the_weighted_standardised_features() -> None:
    model = Logistic(-1.0, np.array([2.0]), np.array([3.0]), np.array([4.0]))

    assert model.predict(np.array([[5.0]]))[0] == pytest.approx(1 / (1 + exp(1 - 2 * (5 - 3) / 4)))


def test_of_two_candidates_the_ranking_is_a_logistic_regression_on_their_difference() -> None:
    # Three of four questions prefer the higher value, 2 apart: e^s / (e^s + 1) = 3/4.
    higher = (np.array([[0.0], [2.0]]), np.array([False, True]))
    lower = (np.array([[0.0], [2.0]]), np.array([True, False]))

    model = fit_listwise([higher, higher, higher, lower], l2=1e-9)

    scores = model.score(np.array([[0.0], [2.0]]))
    assert scores[1] - scores[0] == pytest.approx(log(3), abs=1e-4)


def test_a_question_without_gold_says_nothing_about_the_order() -> None:
    telling = (np.array([[0.0], [2.0]]), np.array([False, True]))
    silent = (np.array([[9.0], [-7.0]]), np.array([False, False]))

    assert (
        fit_listwise([telling, silent], l2=1.0).weights == fit_listwise([telling], l2=1.0).weights
    )


def test_each_conversation_is_scored_by_a_fit_on_the_others() -> None:
    # In the third conversation the feature means the opposite: only a fit on it could know.
    examples = [
        an_example("a", [0.0, 1.0], 1),
        an_example("b", [0.0, 1.0], 1),
        an_example("c", [0.0, 1.0], 0),
    ]

    folds = cross_validated(examples, COLUMNS, Pull(ranking=0.1))

    assert [one.order for one in folds["c"]] == [[1, 0]]
    assert list(folds) == ["a", "b", "c"]


def test_figures_of_a_fold() -> None:
    right = Predicted(an_example("a", [0.0, 0.0], 1, tokens=400), np.array([0.2, 0.9]))
    foreign = Predicted(an_example("a", [0.0, 0.0], None), np.array([0.01, 0.3]))

    found = figures([right, foreign])

    assert found["any@10"] == found["all@10"] == 1
    assert found["@512"] == 1  # the second candidate of 400 tokens is ranked first, and fits
    assert found["auc foreign"] == 1  # 0.9 over 0.3
    # Of what is at all likely, 0.9 is right; 0.2 and 0.3 are wrong.
    assert found["ece"] == pytest.approx((abs(1 - 0.9) + abs(0 - 0.2) + abs(0 - 0.3)) / 3)


def test_a_question_is_answerable_from_where_nearly_all_that_have_an_answer_lie() -> None:
    predicted = [
        Predicted(an_example("a", [0.0], 0), np.array([number / 1000])) for number in range(1000)
    ]

    assert answerable_from(predicted) == pytest.approx(0.06, abs=0.0015)  # 6 % lie under it


def test_the_floor_spends_the_tokens_that_are_allowed() -> None:
    two = Predicted(an_example("a", [0.0, 0.0], 0, tokens=100), np.array([0.8, 0.4]))

    # The second is expected to hold a third of what is relevant, for 100 + 10 tokens.
    assert floor_spending([two], tokens=100) == pytest.approx(1 / 3 / 110, rel=1e-6)
    assert floor_spending([two], tokens=200) == pytest.approx(0.0, abs=1e-6)


def test_questions_are_told_apart_by_a_fit_on_questions_not_on_their_candidates() -> None:
    columns = Columns(ranking=("one",), answering=("shared",), holding=(), all=("one", "shared"))
    generator = np.random.default_rng(5)
    asked = [
        replace(
            an_example("a", [0.0] * count, 0 if answered else None),
            features=np.stack([generator.random(count), np.full(count, generator.random())], 1),
        )
        for count, answered in ((3, True), (9, False), (5, True), (2, False)) * 5
    ]

    model = fit_model(asked, columns, Pull())

    best = [
        float(log_shares(np.asarray(model.ranking.score(one.features[:, :1]), np.float64)).max())
        for one in asked
    ]
    table = np.array([[share, one.features[0, 1]] for share, one in zip(best, asked, strict=True)])
    answers = np.array([bool(one.gold) for one in asked])
    by_question = fit_logistic(table, answers, l2=Pull().answering).predict(table)
    of_the_best = model.holding.predict(np.array([[0.0, 1.0]]))[
        0
    ]  # nothing behind, all of the lead
    relevances = [float(model.predict(one).max()) for one in asked]
    assert relevances == pytest.approx(by_question * of_the_best)


def test_recall_finds_the_probabilities_that_were_fitted() -> None:
    columns = Columns(
        ranking=("cosine",),
        answering=("anyone_named",),
        holding=("coverage",),
        all=tuple(FEATURES),
    )
    generator = np.random.default_rng(3)
    examples = [
        replace(an_example("a", [0.0] * 4, at % 4), features=generator.random((4, len(FEATURES))))
        for at in range(8)
    ]

    model = fit_model(examples, columns, Pull())
    written = read_relevance(as_toml(relevance_of(model, embedder="x", floor=0.02, answerable=0.1)))

    expected = model.predict(examples[0])
    assert written.of(np.asarray(examples[0].features, np.float64)) == pytest.approx(
        expected, abs=1e-4
    )
    assert (written.floor, written.answerable) == (0.02, 0.1)


def test_the_heaviest_features_come_first_and_those_without_a_weight_not_at_all() -> None:
    ranking = Listwise(np.array([0.1, 0.0, -2.0]), np.zeros(3), np.ones(3))
    answered = Logistic(0.0, np.array([1.0]), np.zeros(1), np.ones(1))
    holding = Logistic(0.0, np.array([1.0, 0.0]), np.zeros(2), np.ones(2))
    columns = Columns(ranking=("small", "none", "great"), answering=(), holding=(), all=())

    relevance = relevance_of(
        Model(columns, ranking, answered, holding), embedder="x", floor=0.0, answerable=0.0
    )

    assert list(relevance.ranking) == ["great", "small"]
