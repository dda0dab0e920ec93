"""The ranking: weights under which the gold memories take the largest share of each question."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tacitus.evaluation.fitting.logistic import Matrix, scales_of

_STEPS = 80
_CLOSE = 1e-6
_LONGEST_STEP = 0.5


@dataclass(frozen=True, slots=True)
class Listwise:
    """A fitted ranking: the score is the sum of `weight * (x - mean) / scale`."""

    weights: Matrix = field(repr=False)
    means: Matrix = field(repr=False)
    scales: Matrix = field(repr=False)

    def score(self, features: Matrix) -> Matrix:
        """Return the score of each row."""
        return (features - self.means) / self.scales @ self.weights


def fit_listwise(questions: Sequence[tuple[Matrix, NDArray[np.bool_]]], *, l2: float) -> Listwise:
    """Minimise `- mean over the gold of log(e^score / sum of e^score)`, plus `l2 / 2` times w^2.

    That is the likelihood of the gold memories among all candidates of their question (ListNet with
    one level), by Newton's method with bounded steps. A question none of whose candidates is gold
    says nothing about the order and is left out.

    Args:
        questions: Features, shape (candidates, features), and which candidates are gold.
        l2: Strength of the pull towards 0, in questions.
    """
    telling = [(features, gold) for features, gold in questions if gold.any()]
    everything: Matrix = np.concatenate([features for features, _ in telling])
    means: Matrix = everything.mean(axis=0)
    scales = scales_of(everything)
    standard = [((features - means) / scales, gold / gold.sum()) for features, gold in telling]
    weights: Matrix = np.zeros(int(everything.shape[1]))
    for _ in range(_STEPS):
        step = _newton(standard, weights, l2)
        length = float(np.linalg.norm(step))
        weights -= step * min(1.0, _LONGEST_STEP / max(length, _CLOSE))
        if length < _CLOSE:
            break
    return Listwise(weights, means, scales)


def _newton(questions: Sequence[tuple[Matrix, Matrix]], weights: Matrix, l2: float) -> Matrix:
    """Return the step to subtract: gradient over curvature of the loss."""
    gradient: Matrix = l2 * weights
    curvature: Matrix = l2 * np.eye(len(weights))
    for features, target in questions:
        scores: Matrix = features @ weights
        shares: Matrix = np.exp(scores - scores.max())
        shares = shares / shares.sum()
        gradient = gradient - features.T @ (target - shares)
        centred: Matrix = features - shares @ features
        curvature = curvature + (centred * shares[:, None]).T @ centred
    return np.linalg.solve(curvature, gradient)
