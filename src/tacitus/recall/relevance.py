"""The calibrated ranking: a small model over features, whose coefficients lie in a readable file.

It has three parts. The *ranking* orders the candidates of one question: each has a score, the sum of
`weight * (value - mean) / scale` over its features. How likely each is, is a product:
`P(relevant) = P(the question has an answer here) * P(this candidate holds it, if it has one)`.
Each of the two is `1 / (1 + exp(-(intercept + sum of weight * (x - mean) / scale)))`, *answered* over
what all candidates of a question share, *holding* over what tells them apart. Beside features they
have, with `s = log(e^score / sum of e^score)`: the `best_share`, which is the best s; how far a
candidate is `behind`, `s - best s`; and its `lead`, `e^(s - best s)`, which is 1 for the best of them and
fades quickly: a question has few answers.
"""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.bank_config import LEARNED
from tacitus.domain.banks import Bank
from tacitus.recall.features import FEATURES

Matrix = NDArray[np.float64]
Mask = NDArray[np.bool_]
_PLACES = {name: place for place, name in enumerate(FEATURES)}
CROWD = 60
"""Candidates that a question is taken to have at least, however small the bank."""
_LEAST = 1e-12
BEST_SHARE, BEHIND, LEAD = "best_share", "behind", "lead"
"""Terms that are no features: what the shares of the candidates say."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """What one feature is worth.

    Attributes:
        weight: For one `scale` above the `mean`.
        mean: Of the feature over the candidates it was fitted on.
        scale: Standard deviation there.
    """

    weight: float
    mean: float
    scale: float

    def of(self, values: Matrix) -> Matrix:
        """Return what values of the feature add."""
        return self.weight / self.scale * (values - self.mean)


_NOTHING = Coefficient(0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """What the score of a cross-encoder is worth beside all else.

    `P(relevant) = 1 / (1 + exp(-(intercept + odds * log-odds without it + what the score adds)))`.

    Attributes:
        reranker: Name of the one whose scores it was fitted on.
    """

    reranker: str
    intercept: float
    odds: float
    score: Coefficient

    def of(self, relevance: float, score: float) -> float:
        """Return P(relevant) of a candidate that was scored."""
        known = min(max(relevance, _LEAST), 1 - _LEAST)
        before = math.log(known / (1 - known))
        odds = self.intercept + self.odds * before + float(self.score.of(np.array(score)))
        return 1 / (1 + math.exp(-min(max(odds, -500.0), 500.0)))


@dataclass(frozen=True, slots=True)
class Odds:
    """The logarithm of the odds of something: `intercept + sum of the terms`.

    Attributes:
        terms: By name of the feature, or one of `BEST_SHARE`, `BEHIND` and `LEAD`.
    """

    intercept: float
    terms: Mapping[str, Coefficient]

    def term(self, name: str, values: Matrix | float) -> Matrix:
        """Return what values of one term add; 0 where there is no such term."""
        one = self.terms.get(name, _NOTHING)
        return one.of(np.asarray(values, np.float64))


@dataclass(frozen=True, kw_only=True)
class Relevance:
    """A fitted model.

    Attributes:
        embedder: Name of the one whose cosines it was fitted on.
        floor: Worth (`tacitus.recall.worth`) under which a memory is not returned.
        answerable: The least that the best relevance must be for anything to be returned.
        answered: That a question has an answer here.
        holding: That a candidate of such a question holds it.
        reranking: None where it was fitted without a cross-encoder, whose order then stands alone.
    """

    embedder: str
    floor: float
    answerable: float
    ranking: Mapping[str, Coefficient]
    answered: Odds
    holding: Odds
    reranking: Reranking | None = None

    def used_with(self, embedder: str) -> "Relevance":
        """Return the model for an embedder: the cosines of another one draw no lines here.

        Then candidates are ranked all the same, and nothing is cut.
        """
        if embedder == self.embedder:
            return self
        return replace(self, floor=0.0, answerable=0.0, reranking=None)

    def shares(self, features: Mapping[str, float]) -> dict[str, float]:
        """Return what each feature of a candidate adds to its score."""
        return {name: float(one.of(np.array(features[name]))) for name, one in self.ranking.items()}

    def of(self, features: Matrix, replaced: Mask | None = None) -> Matrix:
        """Return P(relevant) of the candidates of one question, shape `(candidates,)`.

        Args:
            features: Shape `(candidates, len(FEATURES))`.
            replaced: Which of them were replaced by a newer memory.
        """
        if not len(features):
            return np.zeros(0)
        scores, asked, held = (features @ self._weights - self._means).T
        shares = log_shares(scores, replaced)
        best = shares.max()
        behind = shares - best
        answered = asked[0] + self.answered.term(BEST_SHARE, best)
        held = held + self.holding.term(BEHIND, behind) + self.holding.term(LEAD, np.exp(behind))
        return _probability(answered) * _probability(held)

    @property
    def features(self) -> frozenset[str]:
        """Return the names of all features that it uses."""
        terms = {*self.ranking, *self.answered.terms, *self.holding.terms}
        return frozenset(terms - {BEST_SHARE, BEHIND, LEAD})

    @cached_property
    def _sums(self) -> Sequence[Mapping[str, Coefficient]]:
        return (self.ranking, self.answered.terms, self.holding.terms)

    @cached_property
    def _weights(self) -> Matrix:
        """Weights of all features, a column for each of the three sums."""
        weights = np.zeros((len(FEATURES), len(self._sums)))
        for column, coefficients in enumerate(self._sums):
            for name in self.features & coefficients.keys():
                one = coefficients[name]
                weights[_PLACES[name], column] = one.weight / one.scale
        return weights

    @cached_property
    def _means(self) -> Matrix:
        """What means take from each of the three sums, less what it begins with."""
        means = [
            sum(-float(one.of(np.zeros(()))) for name, one in part.items() if name in _PLACES)
            for part in self._sums
        ]
        return np.array(means) - [0.0, self.answered.intercept, self.holding.intercept]


def _probability(odds: Matrix) -> Matrix:
    return 1 / (1 + np.exp(-np.clip(odds, -500, 500)))


def log_shares(scores: Matrix, replaced: Mask | None = None) -> Matrix:
    """Return the logarithm of `e^score / sum of e^score`, at most 0.

    Where there are fewer than `CROWD` candidates, average ones (whose score is 0, as features are
    centred) make up the rest: being the best of three says less than being the best of many. What was
    replaced takes no share from the others: it resembles what replaced it, and answers nothing else.
    """
    best = max(float(scores.max()), 0.0)
    missing = max(CROWD - len(scores), 0)
    each = np.exp(scores - best)
    if replaced is None or not replaced.any():
        return scores - best - np.log(each.sum() + missing * np.exp(-best))
    whole = each[~replaced].sum() + missing * np.exp(-best)
    return scores - best - np.log(np.maximum(whole + replaced * each, _LEAST))


def read_relevance(text: str) -> Relevance:
    """Read a file of coefficients.

    Raises:
        KeyError: Something is missing in it.
        tomllib.TOMLDecodeError: It is no TOML.
    """
    values = tomllib.loads(text)
    return Relevance(
        embedder=str(values["embedder"]),
        floor=float(values["floor"]),
        answerable=float(values["answerable"]),
        ranking=_coefficients(values["ranking"]),
        answered=_odds(values["answered"]),
        holding=_odds(values["holding"]),
        reranking=_reranking(values["reranking"]) if "reranking" in values else None,
    )


def _reranking(values: Mapping[str, Any]) -> Reranking:
    return Reranking(
        reranker=str(values["reranker"]),
        intercept=float(values["intercept"]),
        odds=float(values["odds"]),
        score=_coefficients({"score": values["score"]})["score"],
    )


def _odds(values: Mapping[str, Any]) -> Odds:
    terms = {name: one for name, one in values.items() if name != "intercept"}
    return Odds(float(values["intercept"]), _coefficients(terms))


def _coefficients(values: Mapping[str, Any]) -> dict[str, Coefficient]:
    return {
        name: Coefficient(float(one["weight"]), float(one["mean"]), float(one["scale"]))
        for name, one in values.items()
    }


@cache
def shipped_relevance() -> Relevance:
    """Return the model that is shipped: fitted on the shipped dialogues by `tacitus eval fit`."""
    return read_relevance(shipped_file().read_text("utf-8"))


def relevance_for(bank: Bank, others: Relevance) -> Relevance:
    """Return the model that was learned from feedback on the bank's recalls, or that of all others.

    One that another version learned, over features that are no more, is passed over.
    """
    own = bank.config.get(LEARNED)
    learned = _learned(own) if isinstance(own, str) else None
    return learned.used_with(bank.embedder) if learned else others


@lru_cache(maxsize=256)
def _learned(text: str) -> Relevance | None:
    try:
        read = read_relevance(text)
    except (KeyError, ValueError):
        return None
    return read if read.features <= _PLACES.keys() else None


def shipped_file() -> Path:
    """Return where the shipped coefficients lie."""
    with resources.as_file(resources.files("tacitus.recall") / "relevance.toml") as path:
        return path
