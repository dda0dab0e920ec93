"""What is asked, as bodies."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from recallops.domain.incidents import FixOutcome, Severity, Status
from recallops.domain.statements import Kind

Name = Annotated[str, Field(max_length=200)]
Line = Annotated[str, Field(max_length=1000)]
Prose = Annotated[str, Field(max_length=100_000)]


class Body(BaseModel):
    """What all have in common: nothing unknown is taken in silence."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewIncident(Body):
    """An incident, opened by hand."""

    title: Line
    service: Name
    severity: Severity
    problem: Prose = ""
    symptoms: Annotated[list[Prose], Field(max_length=100)] = []
    started_at: AwareDatetime | None = None
    by: Name


class IncidentChange(Body):
    """What of an incident is changed."""

    title: Line | None = None
    service: Name | None = None
    severity: Severity | None = None
    status: Status | None = None
    problem: Prose | None = None
    symptoms: Annotated[list[Prose], Field(max_length=100)] | None = None
    resolved_at: AwareDatetime | None = None
    by: Name


class NewUpdate(Body):
    """An entry of the timeline."""

    text: Prose
    kind: Kind
    at: AwareDatetime | None = None
    by: Name


class Confirmation(Body):
    """What was the cause, the resolution or the outcome, by somebody who answers for it."""

    field: Literal["root_cause", "resolution", "outcome"]
    value: Prose
    by: Name


class NewFix(Body):
    """What was done against an incident."""

    text: Prose
    outcome: FixOutcome = FixOutcome.UNKNOWN
    applied_at: AwareDatetime | None = None
    by: Name


class FixConclusion(Body):
    """What became of a fix."""

    outcome: FixOutcome
    by: Name


class AnalysisRequest(Body):
    """How to analyse.

    Attributes:
        anew: Whether to analyse again what is unchanged, instead of giving back what is stored.
    """

    with_memory: bool = True
    anew: bool = False


class Judgement(Body):
    """What a person says of a hypothesis."""

    verdict: Literal["confirmed", "refuted"]
    by: Name


class ActionDecision(Body):
    """What a person says of a proposed action."""

    decision: Literal["accepted", "rejected"]
    by: Name


class QuestionBody(Body):
    """A question about what happened before."""

    question: Annotated[str, Field(min_length=1, max_length=4000)]
    service: Name | None = None
