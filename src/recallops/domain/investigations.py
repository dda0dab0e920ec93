"""An investigation: what was recalled, what was kept, what left and why, and what is similar."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from recallops.domain.beliefs import Belief
from recallops.domain.evidence import Evidence
from recallops.domain.incidents import Confirmed, FixOutcome


class Step(StrEnum):
    """Steps of an investigation, in order."""

    RECALL = "recall"
    COMPARE = "compare"
    CLASSIFY = "classify"
    RANK = "rank"
    GROUP = "group"


class Relation(StrEnum):
    """What an earlier incident is to the one under investigation."""

    SAME_CAUSE = "same_cause"
    OTHER_CAUSE = "same_symptom_other_cause"
    RECURRENCE = "recurrence"
    SIMILAR = "similar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A piece of evidence that left, and why."""

    evidence_id: str
    text: str
    incident_id: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FunnelStep:
    """One step: `entered` pieces came in, `left` of them went out to the next."""

    step: Step
    entered: int
    left: int
    departures: tuple[Departure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Evidence of one incident, by reference; of none where `incident_id` is None."""

    incident_id: str | None
    title: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedFix:
    """A fix of an earlier incident, with what is believed of it by now."""

    fix: str
    outcome: FixOutcome
    belief: Belief | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Similar:
    """An earlier incident that resembles this one.

    Attributes:
        likeness: 0 to 1.
        shared: Points that both have, in words.
        differing: Points in which they differ, in words.
        fixes: Best first: what failed never comes first.
    """

    incident_id: str
    title: str
    service: str
    started_at: datetime
    likeness: float
    relation: Relation
    shared: tuple[str, ...]
    differing: tuple[str, ...]
    cause: Confirmed
    fixes: tuple[TriedFix, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Investigation:
    """All of it; `evidence` is what was kept, best first, each with its `ref`."""

    question: str
    recalled: int
    funnel: tuple[FunnelStep, ...]
    evidence: tuple[Evidence, ...]
    groups: tuple[Group, ...]
    similar: tuple[Similar, ...]
    reason: str | None = None
    """Why there is nothing, where there is nothing."""
    set_aside: tuple[str, ...] = ()
    """What was written where symptoms belong and claims to know the cause; it was not asked with."""

    @property
    def kept(self) -> int:
        return len(self.evidence)


def find_reference(investigation: Investigation, ref: str) -> Evidence | None:
    """Return the evidence that a reference names; None where it names none."""
    return next((one for one in investigation.evidence if one.ref == ref), None)
