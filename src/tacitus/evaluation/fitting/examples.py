"""Candidates with their features, and which of them hold the answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.recollection import Candidate
from tacitus.evaluation.fitting.logistic import Matrix
from tacitus.evaluation.rows import Kind
from tacitus.evaluation.running import Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question and its candidates.

    Attributes:
        features: Shape (candidates, features).
        relevant: Whether each candidate holds a gold turn, shape (candidates,).
        turns: What each candidate was read from.
        gold: Empty for a question that the conversation does not answer.
        scores: What a cross-encoder said, not a number where it said nothing; None without one.
        replaced: Which of the candidates something newer has replaced.
    """

    conversation: str
    features: Matrix = field(repr=False)
    relevant: NDArray[np.bool_] = field(repr=False)
    turns: tuple[tuple[str, ...], ...] = field(repr=False)
    tokens: tuple[int, ...] = field(repr=False)
    gold: tuple[str, ...]
    kind: Kind = "own"
    scores: Matrix | None = field(default=None, repr=False)
    replaced: NDArray[np.bool_] | None = field(default=None, repr=False)


def example_of(
    conversation: str,
    asked: Asked,
    candidates: Sequence[Candidate],
    turns: Sequence[tuple[str, ...]],
    names: Sequence[str],
) -> Example:
    """Make an example of what recall explained.

    Args:
        names: The features, in the order of the columns.
    """
    values = [[candidate.features[name] for name in names] for candidate in candidates]
    gold = frozenset(asked.question.gold)
    scores = [math.nan if one.rerank_score is None else one.rerank_score for one in candidates]
    return Example(
        conversation=conversation,
        features=np.array(values, np.float64).reshape(len(candidates), len(names)),
        relevant=np.array([not gold.isdisjoint(held) for held in turns], np.bool_),
        turns=tuple(turns),
        tokens=tuple(candidate.memory.tokens for candidate in candidates),
        gold=asked.question.gold,
        kind=asked.kind,
        replaced=np.array([one.memory.superseded_by is not None for one in candidates], np.bool_),
        scores=None if all(map(math.isnan, scores)) else np.array(scores, np.float64),
    )
