"""The parts of the calibrated ranking, fitted one after the other."""

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
_LEAST = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which features take part.

    Attributes:
        ranking: Names of those that order the candidates of a question.
        answering: Of those that all candidates of a question share.
        holding: Of those that say how likely a candidate holds the answer, beside its rank.
        all: Of the columns of the examples.
    """

    ranking: tuple[str, ...]
    answering: tuple[str, ...]
    holding: tuple[str, ...]
    all: tuple[str, ...]

    def places(self, names: Sequence[str]) -> list[int]:
        return [self.all.index(name) for name in names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """Strength of the pull of the weights towards 0: see `fit_listwise` and `fit_logistic`."""

    ranking: float = 30.0
    answering: float = 10.0
    holding: float = 1.0


@dataclass(frozen=True, slots=True)
class Model:
    """A fitted model; `tacitus.recall.relevance` has its formula.

    Attributes:
        answered: Over the best log share of a question, then the columns for answering.
        holding: Over how far the log share is behind the best, the share over the best, then the
            columns for holding.
        reranking: Over the log-odds so far and the score of a cross-encoder; None without one.
    """

    columns: Columns = field(repr=False)
    ranking: Listwise
    answered: Logistic
    holding: Logistic
    reranking: Logistic | None = None

    def predict(self, example: Example) -> Matrix:
        """Return P(relevant) of each candidate of a question."""
        if not len(example.turns):
            return np.zeros(0)
        seen = _seen(self.columns, self.ranking, example)
        found = self.answered.predict(seen.question) * self.holding.predict(seen.candidates)
        if self.reranking is not None and example.scores is not None:
            scored = ~np.isnan(example.scores)
            known = np.stack([_log_odds(found), example.scores], axis=1)
            found[scored] = self.reranking.predict(known[scored])
        return found


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the probabilities of one question's candidates are worked out of."""

    question: Matrix
    candidates: Matrix


def fit_model(examples: Sequence[Example], columns: Columns, pull: Pull) -> Model:
    """Fit the order on questions with evidence, then whether there is any, then which holds it.

    Whether a question has an answer is one trial, however many candidates it has; which of them
    holds it is asked of the questions that have one.
    """
    places = columns.places(columns.ranking)
    ranking = fit_listwise(
        [(one.features[:, places], one.relevant) for one in examples], l2=pull.ranking
    )
    asked = [one for one in examples if len(one.turns)]
    seen = [_seen(columns, ranking, one) for one in asked]
    answered = fit_logistic(
        np.concatenate([one.question for one in seen]),
        np.array([bool(one.gold) for one in asked]),
        l2=pull.answering,
        counts=np.array([_count(one) for one in asked]),
    )
    telling = [(those, one) for those, one in zip(seen, asked, strict=True) if one.gold]
    holding = fit_logistic(
        np.concatenate([those.candidates for those, _ in telling]),
        np.concatenate([one.relevant for _, one in telling]),
        l2=pull.holding,
    )
    unscored = Model(columns, ranking, answered, holding)
    return replace(unscored, reranking=_reranked(asked, unscored, pull))


def _reranked(examples: Sequence[Example], model: Model, pull: Pull) -> Logistic | None:
    """Fit what the scores of a cross-encoder add, on the candidates that it looked at."""
    tables: list[Matrix] = []
    labels: list[NDArray[np.bool_]] = []
    for one in examples:
        if one.scores is not None:
            scored = ~np.isnan(one.scores)
            odds = _log_odds(model.predict(one))
            tables.append(np.stack([odds, one.scores], axis=1)[scored])
            labels.append(one.relevant[scored])
    if not tables:
        return None
    return fit_logistic(np.concatenate(tables), np.concatenate(labels), l2=pull.holding)


def _count(example: Example) -> float:
    """Return how often a question counts where it is fitted whether there is an answer."""
    return UNANSWERED if example.kind == "own" and not example.gold else 1.0


def _log_odds(probabilities: Matrix) -> Matrix:
    known: Matrix = np.clip(probabilities, _LEAST, 1 - _LEAST)
    return np.log(known / (1 - known))


def _seen(columns: Columns, ranking: Listwise, example: Example) -> _Seen:
    scores = ranking.score(example.features[:, columns.places(columns.ranking)])
    shares = log_shares(np.asarray(scores, np.float64), example.replaced)
    best = shares.max()
    behind = shares - best
    question = example.features[:1, columns.places(columns.answering)]
    candidates = example.features[:, columns.places(columns.holding)]
    return _Seen(
        question=np.concatenate([[[best]], question], axis=1),
        candidates=np.column_stack([behind, np.exp(behind), candidates]),
    )
