"""What feedback on a bank's recalls teaches: a ranking of its own, starting from the shipped one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.feedback import Feedback
from tacitus.domain.recollection import Fusion, RecallOptions
from tacitus.engine import Engine
from tacitus.evaluation.fitting.coefficients import short
from tacitus.evaluation.fitting.listwise import Listwise, fit_listwise
from tacitus.evaluation.fitting.logistic import Matrix
from tacitus.evaluation.metrics import mean
from tacitus.recall.relevance import Coefficient, Relevance

Lesson = tuple[Matrix, NDArray[np.bool_]]
"""Features of a question's candidates, and which of them helped."""
FEWEST = 30
"""Questions from which on there is something to learn from."""
_FOLDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A ranking that was learned from feedback.

    Attributes:
        questions: How many taught it.
        before: Mean log-share of what helped, under the ranking that it starts from.
        after: The same under rankings learned from the other questions.
    """

    relevance: Relevance
    questions: int
    before: float
    after: float


async def lessons_of(engine: Engine, bank: str, names: Sequence[str]) -> list[Lesson]:
    """Ask the questions that there is feedback on again; one nothing of which is found is left out."""
    asked = [await _lesson(engine, bank, one, names) for one in await engine.feedback.all(bank)]
    return [lesson for lesson in asked if lesson[1].any()]


async def _lesson(engine: Engine, bank: str, given: Feedback, names: Sequence[str]) -> Lesson:
    options = RecallOptions(asked_at=given.asked_at, explain=True, fusion=Fusion.CALIBRATED)
    found = await engine.recall(bank, given.question, options)
    candidates = [one.candidate for one in found.explanations]
    values = [[one.features[name] for name in names] for one in candidates]
    helped = [one.memory.id in given.helped for one in candidates]
    features = np.array(values, np.float64).reshape(len(candidates), len(names))
    return features, np.array(helped, np.bool_)


def learned_from(lessons: Sequence[Lesson], start: Relevance, *, l2: float) -> Learned:
    """Fit the order anew, pulled towards where it starts; the probabilities keep their formula.

    What helped is only some of what would have, so that it says how candidates compare and not how
    likely they are.

    Raises:
        InvalidRequest: There is too little to learn from, or nothing that held for other questions.
    """
    if len(lessons) < FEWEST:
        raise InvalidRequest(
            f"Feedback on {len(lessons)} questions names memories that recall still finds;"
            f" {FEWEST} are needed to learn from"
        )
    prior = _listwise(start.ranking)
    before = mean(_log_share(prior, lesson) for lesson in lessons)
    after = mean(_held_out(lessons, prior, l2))
    if after <= before:
        raise InvalidRequest(
            f"What {len(lessons)} questions teach does not hold for others: what helped has a mean"
            f" log-share of {after:.3f} under it, and of {before:.3f} without"
        )
    fitted = fit_listwise(lessons, l2=l2, prior=prior)
    coefficients = {
        name: Coefficient(short(weight), one.mean, one.scale)
        for (name, one), weight in zip(start.ranking.items(), fitted.weights, strict=True)
    }
    return Learned(
        relevance=replace(start, ranking=coefficients),
        questions=len(lessons),
        before=before,
        after=after,
    )


def _held_out(lessons: Sequence[Lesson], prior: Listwise, l2: float) -> list[float]:
    """Return the log-share of what helped with each question, learned from the other folds."""
    found: list[float] = []
    for fold in range(_FOLDS):
        others = [one for place, one in enumerate(lessons) if place % _FOLDS != fold]
        fitted = fit_listwise(others, l2=l2, prior=prior)
        found += [_log_share(fitted, one) for one in lessons[fold::_FOLDS]]
    return found


def _log_share(ranking: Listwise, lesson: Lesson) -> float:
    features, helped = lesson
    scores = np.asarray(ranking.score(features), np.float64)
    shares = scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
    return float(shares[helped].mean())


def _listwise(coefficients: Mapping[str, Coefficient]) -> Listwise:
    return Listwise(
        np.array([one.weight for one in coefficients.values()]),
        np.array([one.mean for one in coefficients.values()]),
        np.array([one.scale for one in coefficients.values()]),
    )
