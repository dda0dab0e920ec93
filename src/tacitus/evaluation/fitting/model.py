"""Both parts of the calibrated ranking, fitted one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from tacitus.evaluation.fitting.examples import Example
from tacitus.evaluation.fitting.listwise import Listwise, fit_listwise
from tacitus.evaluation.fitting.logistic import Logistic, Matrix, fit_logistic
from tacitus.recall.relevance import log_shares

UNANSWERED = 4.0
"""How often a question about what nobody told counts, asked of those who might have told it.

The dialogues have one of them in fifteen questions; who asks in earnest has more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which features take part.

    Attributes:
        ranking: Names of those that order the candidates of a question.
        calibration: Of those that all candidates of a question share.
        all: Of the columns of the examples.
    """

    ranking: tuple[str, ...]
    calibration: tuple[str, ...]
    all: tuple[str, ...]

    def places(self, names: Sequence[str]) -> list[int]:
        return [self.all.index(name) for name in names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """Strength of the pull of the weights towards 0: see `fit_listwise` and `fit_logistic`."""

    ranking: float = 30.0
    answering: float = 10.0
    calibration: float = 1.0


@dataclass(frozen=True, slots=True)
class Model:
    """A fitted model; `tacitus.recall.relevance` has its formula.

    Attributes:
        calibration: Over the log share, the best log share of the question, the share over the best,
            then the columns of the calibration.
        reranking: Over the log-odds so far and the score of a cross-encoder; None without one.
    """

    columns: Columns = field(repr=False)
    ranking: Listwise
    calibration: Logistic
    reranking: Logistic | None = None

    def predict(self, example: Example) -> Matrix:
        """Return P(relevant) of each candidate of a question."""
        table = _calibrating(self.columns, self.ranking, example)
        found = self.calibration.predict(table)
        if self.reranking is not None and example.scores is not None:
            scored = ~np.isnan(example.scores)
            known = np.stack([self.calibration.odds(table), example.scores], axis=1)
            found[scored] = self.reranking.predict(known[scored])
        return found


def fit_model(examples: Sequence[Example], columns: Columns, pull: Pull) -> Model:
    """Fit the order on questions with evidence, then the probabilities on all."""
    ranking = columns.places(columns.ranking)
    model = fit_listwise(
        [(one.features[:, ranking], one.relevant) for one in examples], l2=pull.ranking
    )
    asked = [one for one in examples if len(one.turns)]
    calibration = _calibrated(asked, columns, model, pull)
    unscored = Model(columns, model, calibration)
    return replace(unscored, reranking=_reranked(asked, unscored, pull))


def _reranked(examples: Sequence[Example], model: Model, pull: Pull) -> Logistic | None:
    """Fit what the scores of a cross-encoder add, on the candidates that it looked at."""
    tables: list[Matrix] = []
    labels: list[NDArray[np.bool_]] = []
    for one in examples:
        if one.scores is not None:
            scored = ~np.isnan(one.scores)
            odds = model.calibration.odds(_calibrating(model.columns, model.ranking, one))
            tables.append(np.stack([odds, one.scores], axis=1)[scored])
            labels.append(one.relevant[scored])
    if not tables:
        return None
    return fit_logistic(np.concatenate(tables), np.concatenate(labels), l2=pull.calibration)


def _calibrated(
    examples: Sequence[Example], columns: Columns, ranking: Listwise, pull: Pull
) -> Logistic:
    """Fit what tells questions apart on questions, and what tells candidates apart on candidates.

    Whether a question has an answer is one trial, however many candidates it has: fitted on
    candidates alone, the features that they share would say how many of them are right on average.
    """
    described = [_calibrating(columns, ranking, one) for one in examples]
    asked: Matrix = np.array([_of_question(rows)[0] for rows in described])
    has_answer = np.array([bool(one.gold) for one in examples])
    between = fit_logistic(asked, has_answer, l2=pull.answering)
    candidates: Matrix = np.concatenate(described)
    behind: Matrix = candidates[:, 0] - candidates[:, 1]
    odds = between.odds(_of_question(candidates))
    within = fit_logistic(
        np.stack([behind, candidates[:, 2], odds], axis=1),
        np.concatenate([one.relevant for one in examples]),
        l2=pull.calibration,
        counts=np.concatenate([np.full(len(one.turns), _count(one)) for one in examples]),
    )
    return _joined(between, within)


def _count(example: Example) -> float:
    """Return how often a question counts where the probabilities are fitted."""
    return UNANSWERED if example.kind == "own" and not example.gold else 1.0


def _of_question(rows: Matrix) -> Matrix:
    """Return the columns that all candidates of a question share."""
    return np.delete(rows, (0, 2), axis=1)


def _joined(between: Logistic, within: Logistic) -> Logistic:
    """Return `within` over (share - best, lead, odds of `between`) as one model of their columns."""
    share, lead, answer = within.weights / within.scales
    weights = np.insert(np.concatenate([[share], answer * between.weights]), 2, lead)
    weights[1] -= share * between.scales[0]
    return Logistic(
        within.intercept
        - float(within.means @ (within.weights / within.scales))
        + float(answer * between.intercept - share * between.means[0]),
        weights,
        np.insert(np.concatenate([[0.0], between.means]), 2, 0.0),
        np.insert(np.concatenate([[1.0], between.scales]), 2, 1.0),
    )


def _calibrating(columns: Columns, ranking: Listwise, example: Example) -> Matrix:
    scores = ranking.score(example.features[:, columns.places(columns.ranking)])
    known = np.asarray(scores, np.float64)
    shares = log_shares(known, example.replaced) if len(known) else known
    best = np.full(len(shares), shares.max() if len(shares) else 0.0)
    shared: Matrix = example.features[:, columns.places(columns.calibration)]
    lead = np.exp(shares - best)
    return np.hstack([np.stack([shares, best, lead], axis=1), shared])
