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


def fit_listwise(
    questions: Sequence[tuple[Matrix, NDArray[np.bool_]]],
    *,
    l2: float,
    prior: Listwise | None = None,
) -> Listwise:
    """Minimise `- mean over the gold of log(e^score / sum of e^score)`, plus `l2 / 2` times `|w - w0|^2`.

    That is the likelihood of the gold memories among all candidates of their question (ListNet with
    one level), by Newton's method with bounded steps. A question none of whose candidates is gold
    says nothing about the order and is left out.

    Args:
        questions: Features, shape (candidates, features), and which candidates are gold.
        l2: Strength of the pull towards 0, or the prior, in questions.
        prior: Where the weights start and are pulled to; means and scales are its own.
    """
    telling = [(features, gold) for features, gold in questions if gold.any()]
    start = prior or _nothing_known([features for features, _ in telling])
    means, scales = start.means, start.scales
    standard = [((features - means) / scales, gold / gold.sum()) for features, gold in telling]
    weights: Matrix = start.weights.copy()
    for _ in range(_STEPS):
        step = _newton(standard, weights, l2, start.weights)
        length = float(np.linalg.norm(step))
        weights -= step * min(1.0, _LONGEST_STEP / max(length, _CLOSE))
        if length < _CLOSE:
            break
    return Listwise(weights, means, scales)


def _nothing_known(questions: Sequence[Matrix]) -> Listwise:
    everything: Matrix = np.concatenate(questions)
    weights: Matrix = np.zeros(int(everything.shape[1]))
    return Listwise(weights, everything.mean(axis=0), scales_of(everything))


def _newton(
    questions: Sequence[tuple[Matrix, Matrix]], weights: Matrix, l2: float, start: Matrix
) -> Matrix:
    """Return the step to subtract: gradient over curvature of the loss."""
    gradient: Matrix = l2 * (weights - start)
    curvature: Matrix = l2 * np.eye(len(weights))
    for features, target in questions:
        scores: Matrix = features @ weights
        shares: Matrix = np.exp(scores - scores.max())
        shares = shares / shares.sum()
        gradient = gradient - features.T @ (target - shares)
        centred: Matrix = features - shares @ features
        curvature = curvature + (centred * shares[:, None]).T @ centred
    return np.linalg.solve(curvature, gradient)
