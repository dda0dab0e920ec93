"""Beliefs: "this fix works for this cause", as a fold over what became of it.

Nobody writes a confidence: it is a function of the events and of nothing else, so that the
trajectory is free and an outcome that is corrected is as if it had never been another.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import fsum

from recallops.domain.incidents import FixOutcome
from recallops.domain.likeness import differing_facts, likeness
from recallops.domain.wording import wording_of

INITIAL = 0.5
"""Confidence in a fix of which nobody has said what became of it."""

PRIOR = 4.0
"""How many incidents the initial confidence weighs as much as; the memory's own, so that the opinion
that it holds and the belief in the records are one number."""


SAME, SAME_FIX = 0.5, 0.8
"""Likeness from which two causes, or two fixes, are one."""


class Effect(StrEnum):
    """What one incident does to a belief."""

    REINFORCE = "reinforce"
    WEAKEN = "weaken"
    CONTRADICT = "contradict"


_AGAINST = {Effect.WEAKEN: 1.0, Effect.CONTRADICT: 2.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefEvent:
    """What became of a fix in one incident, or after it.

    Attributes:
        source: The voice that it counts as: its latest word replaces what it said before.
        weight: 0 to 1, scales it.
    """

    belief_id: str
    at: datetime
    effect: Effect
    incident_id: str
    source: str
    by: str
    reason: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefPoint:
    """The confidence after one event."""

    at: datetime
    confidence: float
    effect: Effect
    incident_id: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """That a fix works for a cause; `events` oldest first."""

    id: str
    fix: str
    cause: str
    events: tuple[BeliefEvent, ...] = ()

    @property
    def confidence(self) -> float:
        return fold(self.events)

    @property
    def failed_last(self) -> bool:
        """Whether the latest word on it is that it failed, or that it happened again."""
        said = heard(self.events)
        return bool(said) and said[-1].effect is not Effect.REINFORCE

    def trajectory(self) -> tuple[BeliefPoint, ...]:
        """Return the confidence after each event, oldest first."""
        ordered = sorted(self.events, key=_order)
        return tuple(
            BeliefPoint(
                at=event.at,
                confidence=fold(ordered[: end + 1]),
                effect=event.effect,
                incident_id=event.incident_id,
                by=event.by,
                reason=event.reason,
            )
            for end, event in enumerate(ordered)
        )


def fold(events: Iterable[BeliefEvent]) -> float:
    """Return the confidence, 0 to 1: `(PRIOR * INITIAL + for) / (PRIOR + for + against)`.

    Each source counts once, by its latest word; a contradiction counts twice against.
    """
    said = heard(events)
    in_favour = fsum(one.weight for one in said if one.effect is Effect.REINFORCE)
    against = fsum(one.weight * _AGAINST.get(one.effect, 0.0) for one in said)
    return (PRIOR * INITIAL + in_favour) / (PRIOR + in_favour + against)


def heard(events: Iterable[BeliefEvent]) -> Sequence[BeliefEvent]:
    """Return the latest word of each source, oldest first."""
    latest = {event.source: event for event in sorted(events, key=_order)}
    return sorted(latest.values(), key=_order)


def belief_in(beliefs: Iterable[Belief], fix: str, cause: str) -> Belief | None:
    """Return the belief that a fix works for a cause; the most alike, None where there is none.

    "From 50 to 100" and "from 50 to 200" are two fixes, however alike they read.
    """
    about = [
        (likeness(one.cause, cause), one)
        for one in beliefs
        if is_same_fix(one.fix, fix) and likeness(one.cause, cause) >= SAME
    ]
    return max(about, key=lambda pair: pair[0])[1] if about else None


def is_same_fix(one: str, other: str) -> bool:
    """Whether two texts tell of one fix."""
    differing = any(differing_facts(wording_of(one).facts, wording_of(other).facts))
    return not differing and likeness(one, other) >= SAME_FIX


def effect_of(outcome: FixOutcome) -> tuple[Effect, float] | None:
    """Return what an outcome does to the belief, with its weight; None where it says nothing."""
    return {
        FixOutcome.WORKED: (Effect.REINFORCE, 1.0),
        FixOutcome.PARTLY: (Effect.WEAKEN, 0.5),
        FixOutcome.FAILED: (Effect.CONTRADICT, 1.0),
        FixOutcome.UNKNOWN: None,
    }[outcome]


def _order(event: BeliefEvent) -> tuple[datetime, str]:
    return event.at, event.source
