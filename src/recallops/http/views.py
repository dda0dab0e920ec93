"""What comes back of incidents and of what is learnt, as bodies."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel

from recallops.casebook.insights import Analytics, Part
from recallops.domain.beliefs import Belief
from recallops.domain.incidents import Confirmed, Incident
from recallops.domain.patterns import Insights
from recallops.ports.records import FacetValue, IncidentPage

_NO_FIX = "No fix on record"


class ConfirmedView(BaseModel):
    """A value: unknown (null), reported, or confirmed by somebody."""

    value: str | None
    confirmed_by: str | None
    confirmed_at: datetime | None

    @classmethod
    def of(cls, one: Confirmed) -> "ConfirmedView":
        return cls(value=one.value, confirmed_by=one.confirmed_by, confirmed_at=one.confirmed_at)


class RowView(BaseModel):
    """An incident in a list."""

    id: str
    title: str
    service: str
    severity: str
    status: str
    started_at: datetime
    resolved_at: datetime | None
    root_cause: ConfirmedView
    occurrences: int
    similar_to: list[str]


class SourceView(BaseModel):
    """Where an incident comes from."""

    kind: str
    name: str
    fingerprint: str | None


class EntryView(BaseModel):
    """An entry of the timeline."""

    id: str
    at: datetime
    text: str
    kind: str
    by: str
    evidence_id: str | None


class FixView(BaseModel):
    """Something that was done against an incident."""

    id: str
    text: str
    applied_at: datetime | None
    outcome: str
    by: str


class IncidentView(RowView):
    """An incident."""

    problem: str
    symptoms: list[str]
    resolution: ConfirmedView
    outcome: ConfirmedView
    detected_at: datetime | None
    source: SourceView
    timeline: list[EntryView]
    fixes: list[FixView]
    tags: list[str]
    document_id: str


class FacetView(BaseModel):
    """A value, and how many incidents have it."""

    value: str
    count: int


class FacetsView(BaseModel):
    """What a list can be narrowed by."""

    service: list[FacetView]
    severity: list[FacetView]
    status: list[FacetView]


class PageView(BaseModel):
    """One stretch of a list."""

    items: list[RowView]
    total: int
    facets: FacetsView


class BeliefPointView(BaseModel):
    """The confidence after one event."""

    at: datetime
    confidence: float
    relation: str
    incident_id: str
    by: str
    reason: str


class BeliefView(BaseModel):
    """That a fix works for a cause, with what moved it."""

    id: str
    fix: str
    cause: str
    confidence: float
    trajectory: list[BeliefPointView]

    @classmethod
    def of(cls, one: Belief) -> "BeliefView":
        return cls(
            id=one.id,
            fix=one.fix,
            cause=one.cause,
            confidence=round(one.confidence, 4),
            trajectory=[
                BeliefPointView(
                    at=point.at,
                    confidence=round(point.confidence, 4),
                    relation=point.effect.value,
                    incident_id=point.incident_id,
                    by=point.by,
                    reason=point.reason,
                )
                for point in one.trajectory()
            ],
        )


class MemberView(BaseModel):
    """An incident of a pattern."""

    id: str
    title: str
    started_at: datetime


class PatternView(BaseModel):
    """A cause that had more than one incident."""

    cause: str
    incidents: list[MemberView]
    services: list[str]
    first: datetime
    last: datetime


class RecurrenceView(BaseModel):
    """A fix after which it happened again."""

    fix: str
    incident_id: str
    recurred_as: str
    days: float


class InsightsView(BaseModel):
    """What keeps happening."""

    patterns: list[PatternView]
    recurrences: list[RecurrenceView]
    beliefs: list[BeliefView]


class ServiceView(BaseModel):
    """The incidents of one service."""

    service: str
    incidents: int
    mttr_hours: float | None


class CauseView(BaseModel):
    """The incidents of one cause."""

    cause: str
    incidents: int


class MonthView(BaseModel):
    """The incidents of one month, as `2026-03`."""

    month: str
    incidents: int
    mttr_hours: float | None


class AnalyticsView(BaseModel):
    """Numbers."""

    mttr_hours: float | None
    incidents: int
    open: int
    recurrence_rate: float
    by_service: list[ServiceView]
    by_cause: list[CauseView]
    by_month: list[MonthView]


def row_of(incident: Incident, similar_to: Sequence[str]) -> RowView:
    """Return an incident as it stands in a list."""
    return RowView(
        id=incident.id,
        title=incident.title,
        service=incident.service,
        severity=incident.severity.value,
        status=incident.status.value,
        started_at=incident.started_at,
        resolved_at=incident.resolved_at,
        root_cause=ConfirmedView.of(incident.root_cause),
        occurrences=incident.times_seen,
        similar_to=list(similar_to),
    )


def incident_of(incident: Incident, similar_to: Sequence[str]) -> IncidentView:
    """Return an incident whole."""
    source = incident.source
    return IncidentView(
        **row_of(incident, similar_to).model_dump(),
        problem=incident.problem,
        symptoms=list(incident.symptoms),
        resolution=ConfirmedView.of(incident.resolution),
        outcome=ConfirmedView.of(incident.outcome),
        detected_at=incident.detected_at,
        source=SourceView(kind=source.kind.value, name=source.name, fingerprint=source.fingerprint),
        timeline=[
            EntryView(
                id=one.id,
                at=one.at,
                text=one.text,
                kind=one.kind.value,
                by=one.by,
                evidence_id=one.evidence_id,
            )
            for one in incident.timeline
        ],
        fixes=[
            FixView(
                id=one.id,
                text=one.text,
                applied_at=one.applied_at,
                outcome=one.outcome.value,
                by=one.by,
            )
            for one in incident.fixes
        ],
        tags=list(incident.tags),
        document_id=incident.document_id,
    )


def page_of(page: IncidentPage, rows: Sequence[RowView]) -> PageView:
    """Return one stretch of a list with its facets."""

    def facet(values: Sequence[FacetValue]) -> list[FacetView]:
        return [FacetView(value=one.value, count=one.count) for one in values]

    return PageView(
        items=list(rows),
        total=page.total,
        facets=FacetsView(
            service=facet(page.services),
            severity=facet(page.severities),
            status=facet(page.statuses),
        ),
    )


def insights_of(insights: Insights) -> InsightsView:
    """Return what keeps happening."""
    return InsightsView(
        patterns=[
            PatternView(
                cause=one.cause,
                incidents=[
                    MemberView(id=each.id, title=each.title, started_at=each.started_at)
                    for each in one.incidents
                ],
                services=list(one.services),
                first=one.first,
                last=one.last,
            )
            for one in insights.patterns
        ],
        recurrences=[
            RecurrenceView(
                fix=one.fix or _NO_FIX,
                incident_id=one.incident_id,
                recurred_as=one.recurred_as,
                days=one.days,
            )
            for one in insights.recurrences
        ],
        beliefs=[BeliefView.of(one) for one in insights.beliefs],
    )


def analytics_of(told: Analytics) -> AnalyticsView:
    """Return numbers."""

    def numbers(part: Part) -> dict[str, int | float | None]:
        return {"incidents": part.incidents, "mttr_hours": part.mttr_hours}

    return AnalyticsView(
        mttr_hours=told.mttr_hours,
        incidents=told.incidents,
        open=told.open,
        recurrence_rate=told.recurrence_rate,
        by_service=[
            ServiceView.model_validate({"service": one.name} | numbers(one))
            for one in told.by_service
        ],
        by_cause=[CauseView(cause=cause, incidents=count) for cause, count in told.by_cause],
        by_month=[
            MonthView.model_validate({"month": one.name} | numbers(one)) for one in told.by_month
        ],
    )
