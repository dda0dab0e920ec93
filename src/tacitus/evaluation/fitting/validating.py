"""What a fit is worth on conversations that it has not seen, and where to draw the lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp

import numpy as np

from tacitus.evaluation.fitting.examples import Example
from tacitus.evaluation.fitting.logistic import Matrix
from tacitus.evaluation.fitting.model import Columns, Pull, fit_model
from tacitus.evaluation.metrics import (
    all_at,
    any_at,
    auc,
    calibration_error,
    fitting,
    mean,
    share,
)
from tacitus.evaluation.rows import BUDGETS, MAX_TOKENS
from tacitus.recall.worth import worth

LIKELY = 0.02
"""Relevance from which on a candidate counts for the calibration error of a fit."""
ANSWERED = 0.94
"""Share of answerable questions that must still be answered.

The dialogues share few words with their questions on purpose; of plain questions (LoCoMo, unseen) 98 %
are answered at the same line."""


@dataclass(frozen=True, slots=True)
class Predicted:
    """A question whose candidates were scored by a model that was not fitted on its conversation."""

    example: Example
    relevance: Matrix = field(repr=False)

    @property
    def order(self) -> list[int]:
        """Places of the candidates, most relevant first."""
        return [int(place) for place in np.argsort(-self.relevance, kind="stable")]

    @property
    def best(self) -> float:
        return float(self.relevance.max()) if len(self.relevance) else 0.0

    @property
    def ranking(self) -> list[tuple[str, ...]]:
        return [self.example.turns[place] for place in self.order]


def cross_validated(
    examples: Sequence[Example], columns: Columns, pull: Pull
) -> dict[str, list[Predicted]]:
    """Score each conversation by a model fitted on all others; by conversation."""
    names = list(dict.fromkeys(one.conversation for one in examples))
    folds: dict[str, list[Predicted]] = {}
    for name in names:
        others = [one for one in examples if one.conversation != name]
        model = fit_model(others, columns, pull)
        held_out = [one for one in examples if one.conversation == name]
        folds[name] = [Predicted(one, model.predict(one)) for one in held_out]
    return folds


def figures(predicted: Sequence[Predicted]) -> Mapping[str, float]:
    """Return the figures of some questions, as `docs/evaluation.md` explains them."""
    own = _answerable(predicted)
    found: dict[str, float] = {
        "any@10": mean(any_at(10, one.ranking, one.example.gold) for one in own),
        "all@10": mean(all_at(10, one.ranking, one.example.gold) for one in own),
    }
    for budget in BUDGETS[:3]:
        found[f"@{budget}"] = mean(share(_within(one, budget), one.example.gold) for one in own)
    for kind in ("foreign", "renamed"):
        others = [one.best for one in predicted if one.example.kind == kind]
        found[f"auc {kind}"] = auc([one.best for one in own], others)
    found["ece"] = _calibration_error(predicted)
    return found


def _calibration_error(predicted: Sequence[Predicted]) -> float:
    """Return the calibration error over candidates that are at all likely: the rest is right."""
    pairs = [
        (float(relevance), bool(relevant))
        for one in predicted
        for relevance, relevant in zip(one.relevance, one.example.relevant, strict=True)
        if relevance >= LIKELY
    ]
    return calibration_error([relevance for relevance, _ in pairs], [true for _, true in pairs])


def _answerable(predicted: Sequence[Predicted]) -> list[Predicted]:
    return [one for one in predicted if one.example.gold]


def answerable_from(predicted: Sequence[Predicted]) -> float:
    """Return the highest best relevance at which `ANSWERED` of the answerable are answered."""
    best = sorted(one.best for one in _answerable(predicted))
    return best[int((1 - ANSWERED) * len(best))] if best else 0.0


def floor_spending(predicted: Sequence[Predicted], tokens: float) -> float:
    """Return the lowest worth at which answerable questions take `tokens` on average at most."""
    own = [(_costs(one), _worths(one)) for one in _answerable(predicted)]
    low, high = -20.0, 0.0  # its logarithm
    for _ in range(30):
        middle = (low + high) / 2
        spent = mean(_spent(costs, worths, exp(middle)) for costs, worths in own)
        low, high = (middle, high) if spent > tokens else (low, middle)
    return exp(high)


def _costs(one: Predicted) -> list[int]:
    return [one.example.tokens[at] for at in one.order]


def _worths(one: Predicted) -> list[float]:
    found = worth([float(one.relevance[at]) for at in one.order], _costs(one))
    return [float(value) for value in found]


def _spent(costs: Sequence[int], worths: Sequence[float], floor: float) -> int:
    """Return what is taken, the first whatever it costs; see `tacitus.recall.pack`."""
    taken = [
        cost
        for place, (cost, value) in enumerate(zip(costs, worths, strict=True))
        if place == 0 or value >= floor
    ]
    return sum(taken[at] for at in fitting(taken, MAX_TOKENS))


def _within(one: Predicted, budget: int) -> list[str]:
    order = one.order
    taken = fitting([one.example.tokens[place] for place in order], budget)
    return [turn for at in taken for turn in one.example.turns[order[at]]]
