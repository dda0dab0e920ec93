"""The calibrated ranking: a logistic model over features; its coefficients lie in a readable file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tacitus.recall.features import FEATURES


@dataclass(frozen=True, slots=True)
class Coefficient:
    """What one feature is worth.

    Attributes:
        weight: In log-odds for one `scale` above the `mean`.
        mean: Of the feature over the candidates it was fitted on.
        scale: Standard deviation there.
    """

    weight: float
    mean: float
    scale: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """A fitted model.

    Attributes:
        floor: Relevance under which a memory is not returned.
        answerable: The best relevance of a question that has an answer here; under it nothing is
            returned.
    """

    intercept: float
    floor: float
    answerable: float
    coefficients: Mapping[str, Coefficient]

    def share(self, name: str, value: float) -> float:
        """Return what a feature's value adds to the log-odds."""
        one = self.coefficients[name]
        return one.weight * (value - one.mean) / one.scale

    def of(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return P(relevant) of each candidate, shape `(candidates,)`, 0 to 1.

        Args:
            features: Shape `(candidates, len(FEATURES))`.
        """
        odds = np.full(len(features), self.intercept)
        for at, name in enumerate(FEATURES):
            if name in self.coefficients:
                one = self.coefficients[name]
                odds += one.weight / one.scale * (features[:, at] - one.mean)
        return 1 / (1 + np.exp(-np.clip(odds, -500, 500)))


def read_relevance(text: str) -> Relevance:
    """Read a file of coefficients.

    Raises:
        KeyError: Something is missing in it.
        tomllib.TOMLDecodeError: It is no TOML.
    """
    values = tomllib.loads(text)
    return Relevance(
        intercept=float(values["intercept"]),
        floor=float(values["floor"]),
        answerable=float(values["answerable"]),
        coefficients={
            name: Coefficient(float(one["weight"]), float(one["mean"]), float(one["scale"]))
            for name, one in values["features"].items()
        },
    )


@cache
def shipped_relevance() -> Relevance:
    """Return the model that is shipped: fitted on `data/dialogues` by `tacitus eval fit`."""
    return read_relevance(shipped_file().read_text("utf-8"))


def shipped_file() -> Path:
    """Return where the shipped coefficients lie."""
    with resources.as_file(resources.files("tacitus.recall") / "relevance.toml") as path:
        return path
