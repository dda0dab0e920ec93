"""What comes back of investigations and analyses, as bodies."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from recallops.casebook.analyses import Made
from recallops.domain.analyses import Action, Claim, Hypothesis, Moment, Tried
from recallops.domain.beliefs import Belief
from recallops.domain.evidence import Evidence
from recallops.domain.investigations import FunnelStep, Investigation, Similar
from recallops.http.views import BeliefView, ConfirmedView

_NOT_IDENTIFIED = "Not yet identified"


class ClaimView(BaseModel):
    """A statement, with what it rests on."""

    text: str
    references: list[str]
    documented: bool


class EvidenceView(BaseModel):
    """A recalled statement under its reference."""

    ref: str
    evidence_id: str
    text: str
    kind: str
    incident_id: str | None
    service: str
    at: datetime | None
    relevance: float
    occurrences: int
    sources: list[str]


class DepartureView(BaseModel):
    """A piece of evidence that left, and why."""

    evidence_id: str
    text: str
    incident_id: str | None
    reason: str


class FunnelView(BaseModel):
    """One step of an investigation."""

    step: str
    entered: int
    left: int
    departures: list[DepartureView]


class GroupView(BaseModel):
    """Evidence of one incident, by reference; of none where its id is null."""

    incident_id: str | None
    title: str
    evidence: list[str]


class TriedFixView(BaseModel):
    """A fix of an earlier incident."""

    fix: str
    outcome: str
    belief: BeliefView | None


class SimilarView(BaseModel):
    """An earlier incident that resembles this one."""

    incident_id: str
    title: str
    service: str
    started_at: datetime
    likeness: float
    relation: str
    shared: list[str]
    differing: list[str]
    cause: ConfirmedView
    fixes: list[TriedFixView]


class InvestigationView(BaseModel):
    """What was recalled, what was kept, who left and why."""

    question: str
    recalled: int
    kept: int
    funnel: list[FunnelView]
    evidence: list[EvidenceView]
    groups: list[GroupView]
    similar: list[SimilarView]
    reason: str | None


class MomentView(BaseModel):
    """An entry of the analysed timeline."""

    at: datetime
    text: str
    references: list[str]


class RootCauseView(BaseModel):
    """The cause; null is "Not yet identified"."""

    text: str | None = Field(description=f"null: {_NOT_IDENTIFIED}")
    references: list[str]


class HypothesisView(BaseModel):
    """A possible cause with what speaks for and against it."""

    model_config = ConfigDict(populate_by_name=True)

    id: str
    text: str
    confidence: float
    supporting: list[ClaimView] = Field(serialization_alias="for", validation_alias="for")
    against: list[ClaimView]
    verdict: str
    decided_by: str | None


class TriedView(BaseModel):
    """A fix tried before."""

    incident_id: str
    fix: str
    outcome: str
    references: list[str]
    belief: BeliefView | None


class ActionView(BaseModel):
    """A proposal, and what a named person decided on it."""

    id: str
    text: str
    references: list[str]
    decision: str
    decided_by: str | None


class UnsupportedView(BaseModel):
    """What was struck, and why."""

    text: str
    reason: str


class AnalysisView(BaseModel):
    """A report on an incident."""

    incident_id: str
    made_at: datetime
    fresh: bool
    with_memory: bool
    model: str | None
    investigation: InvestigationView
    summary: list[ClaimView]
    known_facts: list[ClaimView]
    timeline: list[MomentView]
    root_cause: RootCauseView
    hypotheses: list[HypothesisView]
    tried_before: list[TriedView]
    next_checks: list[ClaimView]
    actions: list[ActionView]
    missing: list[str]
    unsupported: list[UnsupportedView]


class ComparisonView(BaseModel):
    """The same analysis with and without the memory."""

    with_memory: AnalysisView
    without_memory: AnalysisView


def claims_of(claims: Iterable[Claim]) -> list[ClaimView]:
    """Return claims as bodies."""
    return [
        ClaimView(text=one.text, references=list(one.references), documented=one.documented)
        for one in claims
    ]


def evidence_of(evidence: Sequence[Evidence]) -> list[EvidenceView]:
    """Return evidence as bodies."""
    return [
        EvidenceView(
            ref=one.ref,
            evidence_id=one.id,
            text=one.text,
            kind=one.kind.value,
            incident_id=one.incident_id,
            service=one.service,
            at=one.at,
            relevance=round(one.relevance, 3),
            occurrences=one.occurrences,
            sources=list(one.sources),
        )
        for one in evidence
    ]


def analysis_of(made: Made) -> AnalysisView:
    """Return an analysis as a body."""
    one = made.analysis
    return AnalysisView(
        incident_id=one.incident_id,
        made_at=one.made_at,
        fresh=made.fresh,
        with_memory=one.with_memory,
        model=one.model,
        investigation=_investigation(one.investigation),
        summary=claims_of(one.summary),
        known_facts=claims_of(one.known_facts),
        timeline=[_moment(each) for each in one.timeline],
        root_cause=RootCauseView(
            text=one.root_cause.text, references=list(one.root_cause.references)
        ),
        hypotheses=[_hypothesis(each) for each in one.hypotheses],
        tried_before=[_tried(each) for each in one.tried_before],
        next_checks=claims_of(one.next_checks),
        actions=[_action(each) for each in one.actions],
        missing=list(one.missing),
        unsupported=[
            UnsupportedView(text=each.text, reason=each.reason) for each in one.unsupported
        ],
    )


def _moment(one: Moment) -> MomentView:
    return MomentView(at=one.at, text=one.text, references=list(one.references))


def _tried(one: Tried) -> TriedView:
    return TriedView(
        incident_id=one.incident_id,
        fix=one.fix,
        outcome=one.outcome.value,
        references=list(one.references),
        belief=_belief(one.belief),
    )


def _action(one: Action) -> ActionView:
    return ActionView(
        id=one.id,
        text=one.text,
        references=list(one.references),
        decision=one.decision.value,
        decided_by=one.decided_by,
    )


def _hypothesis(one: Hypothesis) -> HypothesisView:
    return HypothesisView(
        id=one.id,
        text=one.text,
        confidence=one.confidence,
        supporting=claims_of(one.supporting),
        against=claims_of(one.opposing),
        verdict=one.verdict.value,
        decided_by=one.decided_by,
    )


def _investigation(found: Investigation) -> InvestigationView:
    return InvestigationView(
        question=found.question,
        recalled=found.recalled,
        kept=found.kept,
        funnel=[_step(one) for one in found.funnel],
        evidence=evidence_of(found.evidence),
        groups=[
            GroupView(incident_id=one.incident_id, title=one.title, evidence=list(one.evidence))
            for one in found.groups
        ],
        similar=[_similar(one) for one in found.similar],
        reason=found.reason,
    )


def _step(one: FunnelStep) -> FunnelView:
    return FunnelView(
        step=one.step.value,
        entered=one.entered,
        left=one.left,
        departures=[
            DepartureView(
                evidence_id=each.evidence_id,
                text=each.text,
                incident_id=each.incident_id,
                reason=each.reason,
            )
            for each in one.departures
        ],
    )


def _similar(one: Similar) -> SimilarView:
    return SimilarView(
        incident_id=one.incident_id,
        title=one.title,
        service=one.service,
        started_at=one.started_at,
        likeness=one.likeness,
        relation=one.relation.value,
        shared=list(one.shared),
        differing=list(one.differing),
        cause=ConfirmedView.of(one.cause),
        fixes=[
            TriedFixView(fix=each.fix, outcome=each.outcome.value, belief=_belief(each.belief))
            for each in one.fixes
        ],
    )


def _belief(one: Belief | None) -> BeliefView | None:
    return BeliefView.of(one) if one else None
