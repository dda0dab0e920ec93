"""The ways to fold evidence that are compared: ours, the paper's, and what they must beat."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import exp, fsum, log

from tacitus.domain.opinions import Evidence, Folding, Relation, fold, heard

Fold = Callable[[float, Sequence[Evidence]], float]
"""Initial confidence and evidence, in any order, to a confidence."""

_NUDGE = 0.4
"""Log-odds by which one source moves a belief: 0.1 from one half, as the paper's step does."""
_EDGE = 0.001


def log_odds(initial: float, evidence: Sequence[Evidence]) -> float:
    """Add up what each source says for and against, in log-odds."""
    start = min(max(initial, _EDGE), 1 - _EDGE)
    moved = fsum((log(start / (1 - start)), *(_NUDGE * _sign(event) for event in heard(evidence))))
    return 1 / (1 + exp(-moved))


def counted_with(prior: float, initial: float, evidence: Sequence[Evidence]) -> float:
    """Count sources as our own fold does, against another weight of the initial confidence."""
    signs = [_sign(event) for event in heard(evidence)]
    favour = fsum(sign for sign in signs if sign > 0)
    return (prior * initial + favour) / fsum((prior, *map(abs, signs)))


def beta_bernoulli(initial: float, evidence: Sequence[Evidence]) -> float:
    """Return the mean of a Beta distribution that began uniform: what was believed is forgotten."""
    signs = [_sign(event) for event in heard(evidence)]
    return (1 + sum(sign > 0 for sign in signs)) / (2 + len(signs))


def last_write(initial: float, evidence: Sequence[Evidence]) -> float:
    """Believe whoever spoke last."""
    signs = [_sign(event) for event in heard(evidence)]
    return initial if not signs else float(signs[-1] > 0)


FOLDS: Mapping[str, Fold] = {
    "counted": partial(fold, folding=Folding.COUNTED),
    "paper": partial(fold, folding=Folding.PAPER),
    "log-odds": log_odds,
    **{f"counted, prior {prior:g}": partial(counted_with, prior) for prior in (1.0, 2.0, 8.0)},
    "Beta-Bernoulli": beta_bernoulli,
    "last write": last_write,
}
"""By name; what ships first."""


def _sign(event: Evidence) -> float:
    size = 2.0 if event.relation is Relation.CONTRADICT else 1.0
    return event.weight * (1.0 if event.relation is Relation.REINFORCE else -size)
