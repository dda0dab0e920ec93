"""Logistic regression: weights for which the probabilities fit the labels."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

_FEWEST = 1e-9
"""Scale under which a feature does not vary and says nothing."""
_STEPS = 50
_CLOSE = 1e-8


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted model: `P = 1 / (1 + exp(-(intercept + sum of weight * (x - mean) / scale)))`."""

    intercept: float
    weights: Matrix = field(repr=False)
    means: Matrix = field(repr=False)
    scales: Matrix = field(repr=False)

    def predict(self, features: Matrix) -> Matrix:
        """Return the probability of each row."""
        return _sigmoid(self.intercept + (features - self.means) / self.scales @ self.weights)


def fit_logistic(features: Matrix, labels: NDArray[np.bool_], *, l2: float) -> Logistic:
    """Minimise the log loss plus `l2 / 2` times the squared weights, by Newton's method.

    Features are standardised first, so that the penalty meets them alike; the intercept is free.
    A feature that does not vary gets no weight.

    Args:
        features: Shape (candidates, features).
        l2: Strength of the pull towards 0, in candidates.
    """
    means = features.mean(axis=0)
    spread = features.std(axis=0)
    scales = np.where(spread > _FEWEST, spread, 1.0)
    design = np.c_[np.ones(len(features)), (features - means) / scales]
    penalty = np.diag([1e-9, *np.full(features.shape[1], float(l2))])
    weights = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        predicted = _sigmoid(design @ weights)
        gradient = design.T @ (predicted - labels) + penalty @ weights
        curvature = (design * (predicted * (1 - predicted))[:, None]).T @ design + penalty
        step = np.linalg.solve(curvature, gradient)
        weights = weights - step
        if np.abs(step).max() < _CLOSE:
            break
    return Logistic(float(weights[0]), weights[1:], means, scales)


def _sigmoid(odds: Matrix) -> Matrix:
    return 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
