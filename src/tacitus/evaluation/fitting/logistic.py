"""Logistic regression: weights for which the probabilities fit the labels."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.floating[Any]]

_FEWEST = 1e-9
"""Scale under which a feature does not vary and says nothing."""
_FREE = 1e-9
"""Pull on the intercept: only so that the curvature can be inverted."""
_STEPS = 50
_CLOSE = 1e-8


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted model: `P = 1 / (1 + exp(-(intercept + sum of weight * (x - mean) / scale)))`."""

    intercept: float
    weights: Matrix = field(repr=False)
    means: Matrix = field(repr=False)
    scales: Matrix = field(repr=False)

    def odds(self, features: Matrix) -> Matrix:
        """Return the logarithm of the odds of each row."""
        return self.intercept + (features - self.means) / self.scales @ self.weights

    def predict(self, features: Matrix) -> Matrix:
        """Return the probability of each row."""
        return _sigmoid(self.odds(features))


def fit_logistic(
    features: Matrix, labels: NDArray[np.bool_], *, l2: float, counts: Matrix | None = None
) -> Logistic:
    """Minimise the log loss plus `l2 / 2` times the squared weights, by Newton's method.

    Features are standardised first, so that the penalty meets them alike; the intercept is free.
    A feature that does not vary gets no weight.

    Args:
        features: Shape (candidates, features).
        l2: Strength of the pull towards 0, in candidates.
        counts: How often each row counts; once where nothing is said.
    """
    count, width = int(features.shape[0]), int(features.shape[1])
    means: Matrix = features.mean(axis=0)
    scales = scales_of(features)
    design: Matrix = np.hstack([np.ones((count, 1)), (features - means) / scales])
    pull: Matrix = np.array([_FREE, *([float(max(l2, _FREE))] * width)])
    weights: Matrix = np.zeros(width + 1)
    often: Matrix = np.ones(count) if counts is None else counts
    for _ in range(_STEPS):
        step = _newton(design, labels, pull, weights, often)
        weights -= step
        if float(np.abs(step).max()) < _CLOSE:
            break
    return Logistic(float(weights[0]), weights[1:], means, scales)


def scales_of(features: Matrix) -> Matrix:
    """Return the standard deviation of each feature, 1 where it does not vary."""
    spread: Matrix = features.std(axis=0)
    return np.where(spread > _FEWEST, spread, 1.0)


def _newton(
    design: Matrix, labels: NDArray[np.bool_], pull: Matrix, weights: Matrix, often: Matrix
) -> Matrix:
    """Return the step to subtract: gradient over curvature of the loss."""
    predicted = _sigmoid(design @ weights)
    gradient: Matrix = design.T @ (often * (predicted - labels)) + pull * weights
    slopes: Matrix = often * predicted * (1 - predicted)
    curvature: Matrix = (design * slopes[:, None]).T @ design + np.diag(pull)
    return np.linalg.solve(curvature, gradient)


def _sigmoid(odds: Matrix) -> Matrix:
    return 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
