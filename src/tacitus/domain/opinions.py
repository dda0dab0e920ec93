"""Beliefs as folded evidence (paper, Eq. 26)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tacitus.domain.ids import EvidenceId, MemoryId

STEP = 0.1
"""Alpha of Eq. 26: how far one piece of evidence moves a confidence."""

THEME = 0.5
"""Lowest cosine at which a memory and an opinion are about the same thing."""


class Relation(StrEnum):
    """What one memory does to one opinion."""

    REINFORCE = "reinforce"
    WEAKEN = "weaken"
    CONTRADICT = "contradict"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One memory's effect on one opinion; never changed, only added or retracted with its memory.

    Attributes:
        memory: What was seen; None where a person gave a judgment without one.
        source: What counts as one voice: the same source is counted once per opinion.
        weight: 0 to 1, scales the step.
        assessor: Who judged: a model's name, a person, an application.
    """

    id: EvidenceId
    opinion: MemoryId
    memory: MemoryId | None
    relation: Relation
    source: str
    at: datetime
    assessor: str
    reason: str = ""
    weight: float = 1.0


def confidence_after(confidence: float, relation: Relation, step: float = STEP) -> float:
    """Move a confidence by one piece of evidence (Eq. 26).

    Reinforce `min(c + a, 1)`, weaken `max(c - a, 0)`, contradict `max(c - 2a, 0)`, neutral `c`.
    """
    match relation:
        case Relation.REINFORCE:
            return min(confidence + step, 1.0)
        case Relation.WEAKEN:
            return max(confidence - step, 0.0)
        case Relation.CONTRADICT:
            return max(confidence - 2 * step, 0.0)
        case Relation.NEUTRAL:
            return confidence


def fold(initial: float, evidence: Iterable[Evidence], step: float = STEP) -> float:
    """Return the confidence that an opinion has after its evidence, oldest first.

    One source counts once: its latest word replaces what it said before, at its own place in time.
    """
    latest = {event.source: event for event in sorted(evidence, key=_order)}
    confidence = initial
    for event in sorted(latest.values(), key=_order):
        confidence = confidence_after(confidence, event.relation, step * event.weight)
    return confidence


def _order(event: Evidence) -> tuple[datetime, EvidenceId]:
    return event.at, event.id
