"""Both parts of the calibrated ranking, fitted one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tacitus.evaluation.fitting.examples import Example
from tacitus.evaluation.fitting.listwise import Listwise, fit_listwise
from tacitus.evaluation.fitting.logistic import Logistic, Matrix, fit_logistic
from tacitus.recall.relevance import log_shares


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
    calibration: float = 1.0


@dataclass(frozen=True, slots=True)
class Model:
    """A fitted model; `tacitus.recall.relevance` has its formula.

    Attributes:
        calibration: Over the log share, then the columns of the calibration.
    """

    columns: Columns = field(repr=False)
    ranking: Listwise
    calibration: Logistic

    def predict(self, example: Example) -> Matrix:
        """Return P(relevant) of each candidate of a question."""
        return self.calibration.predict(_calibrating(self.columns, self.ranking, example))


def fit_model(examples: Sequence[Example], columns: Columns, pull: Pull) -> Model:
    """Fit the order on questions with evidence, then the probabilities on all."""
    ranking = columns.places(columns.ranking)
    model = fit_listwise(
        [(one.features[:, ranking], one.relevant) for one in examples], l2=pull.ranking
    )
    described = [_calibrating(columns, model, one) for one in examples]
    labels = np.concatenate([one.relevant for one in examples])
    return Model(
        columns, model, fit_logistic(np.concatenate(described), labels, l2=pull.calibration)
    )


def _calibrating(columns: Columns, ranking: Listwise, example: Example) -> Matrix:
    scores = ranking.score(example.features[:, columns.places(columns.ranking)])
    shares = log_shares(np.asarray(scores, np.float64)) if len(scores) else scores
    shared: Matrix = example.features[:, columns.places(columns.calibration)]
    return np.hstack([np.reshape(shares, (-1, 1)), shared])
