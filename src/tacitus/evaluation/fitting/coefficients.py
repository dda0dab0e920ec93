"""Coefficients as a file that people can read."""

from collections.abc import Sequence

from tacitus.evaluation.fitting.logistic import Logistic
from tacitus.recall.relevance import Coefficient, Relevance

_HEAD = """\
# What the calibrated ranking is made of. Written by `tacitus eval fit`; do not edit by hand.
# P(relevant) = 1 / (1 + exp(-(intercept + sum of weight * (value - mean) / scale)))
# A weight is what one `scale` above the `mean` adds to the log-odds; the heaviest come first.
"""
_DIGITS = 6


def relevance_of(
    model: Logistic, names: Sequence[str], *, floor: float, answerable: float
) -> Relevance:
    """Return the model as recall uses it; numbers are rounded as they will be written."""
    columns = zip(names, model.weights, model.means, model.scales, strict=True)
    found = {
        name: Coefficient(_short(weight), _short(mean), _short(scale))
        for name, weight, mean, scale in columns
    }
    heaviest_first = sorted(found, key=lambda name: -abs(found[name].weight))
    return Relevance(
        intercept=_short(model.intercept),
        floor=_short(floor),
        answerable=_short(answerable),
        coefficients={name: found[name] for name in heaviest_first if found[name].weight},
    )


def as_toml(relevance: Relevance) -> str:
    """Return the file; `read_relevance` reads it."""
    lines = [
        _HEAD + f"intercept = {relevance.intercept}",
        f"floor = {relevance.floor} # under it a memory is not returned",
        f"answerable = {relevance.answerable} # a best relevance under it returns nothing",
    ]
    for name, one in relevance.coefficients.items():
        lines += [
            "",
            f"[features.{name}]",
            f"weight = {one.weight}",
            f"mean = {one.mean}",
            f"scale = {one.scale}",
        ]
    return "\n".join(lines) + "\n"


def _short(number: float) -> float:
    return float(f"{float(number):.{_DIGITS}g}")
