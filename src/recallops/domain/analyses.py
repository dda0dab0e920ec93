"""An analysis: what can be said of an incident, each claim with what it rests on."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal

from recallops.domain.beliefs import Belief
from recallops.domain.errors import Invalid, NotFound
from recallops.domain.incidents import FixOutcome
from recallops.domain.investigations import Investigation


class Verdict(StrEnum):
    """What a person says of a hypothesis."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    REFUTED = "refuted"


class Decision(StrEnum):
    """What a person says of a proposed action."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement of the analysis.

    Attributes:
        references: `HM-1` and so on, of the investigation's evidence.
        documented: Whether it rests on something; a claim about history without a reference is
            shown as not documented.
    """

    text: str
    references: tuple[str, ...] = ()
    documented: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """An entry of the analysed timeline."""

    at: datetime
    text: str
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RootCause:
    """The cause; `text` is None where it is not yet identified."""

    text: str | None = None
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """A possible cause with what speaks for and against it.

    Attributes:
        confidence: 0 to 1.
        initial: What it was before somebody refuted it; None where nobody did.
    """

    id: str
    text: str
    confidence: float
    supporting: tuple[Claim, ...] = ()
    opposing: tuple[Claim, ...] = ()
    verdict: Verdict = Verdict.OPEN
    decided_by: str | None = None
    initial: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A fix tried before, in which incident, and what became of it."""

    incident_id: str
    fix: str
    outcome: FixOutcome
    references: tuple[str, ...] = ()
    belief: Belief | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A proposal; nothing is ever done by itself."""

    id: str
    text: str
    references: tuple[str, ...] = ()
    decision: Decision = Decision.PROPOSED
    decided_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsupported:
    """What was struck, and why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A report on an incident.

    Attributes:
        digest: Of the incident it was made from; the same digest needs no new analysis.
        model: Who wrote it; None where it was put together without a model.
        missing: What is not known and would help.
    """

    incident_id: str
    made_at: datetime
    digest: str
    investigation: Investigation
    with_memory: bool = True
    model: str | None = None
    summary: tuple[Claim, ...] = ()
    known_facts: tuple[Claim, ...] = ()
    timeline: tuple[Moment, ...] = ()
    root_cause: RootCause = RootCause()
    hypotheses: tuple[Hypothesis, ...] = ()
    tried_before: tuple[Tried, ...] = ()
    next_checks: tuple[Claim, ...] = ()
    actions: tuple[Action, ...] = ()
    missing: tuple[str, ...] = ()
    unsupported: tuple[Unsupported, ...] = ()


VerdictWord = Literal["confirmed", "refuted"]
DecisionWord = Literal["accepted", "rejected"]


def hypothesis_of(analysis: Analysis, id: str) -> Hypothesis:
    """Return a hypothesis of an analysis.

    Raises:
        NotFound: It has none of this id.
    """
    for one in analysis.hypotheses:
        if one.id == id:
            return one
    raise NotFound(f"The analysis of {analysis.incident_id} has no hypothesis {id!r}")


def judge(analysis: Analysis, id: str, verdict: VerdictWord, *, by: str) -> Analysis:
    """Let a named person confirm or refute a hypothesis.

    Raises:
        NotFound: There is no such hypothesis.
        Invalid: Nobody is named.
    """
    if not by.strip():
        raise Invalid("Say who judges the hypothesis")
    judged = replace(hypothesis_of(analysis, id), verdict=Verdict(verdict), decided_by=by.strip())
    after = (judged if one.id == id else one for one in analysis.hypotheses)
    return replace(analysis, hypotheses=tuple(after))


def decide(analysis: Analysis, id: str, decision: DecisionWord, *, by: str) -> Analysis:
    """Let a named person accept or reject a proposed action.

    Raises:
        NotFound: There is no such action.
        Invalid: Nobody is named.
    """
    if not by.strip():
        raise Invalid("Say who decides on the action")
    if all(one.id != id for one in analysis.actions):
        raise NotFound(f"The analysis of {analysis.incident_id} has no action {id!r}")
    return replace(
        analysis,
        actions=tuple(
            replace(one, decision=Decision(decision), decided_by=by.strip())
            if one.id == id
            else one
            for one in analysis.actions
        ),
    )
