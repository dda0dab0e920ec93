"""Between rows and what they stand for."""

from recallops.adapters.records_sql.tables import (
    BeliefEventRow,
    BeliefRow,
    FixRow,
    IncidentRow,
    OccurrenceRow,
    UpdateRow,
)
from recallops.domain.beliefs import Belief, BeliefEvent, Effect
from recallops.domain.incidents import (
    Confirmed,
    Fix,
    FixOutcome,
    Incident,
    Occurrence,
    Severity,
    Source,
    SourceKind,
    Status,
    Update,
)
from recallops.domain.statements import Kind


def fill(row: IncidentRow, incident: Incident) -> None:
    """Write an incident into its row; the revision is not touched."""
    row.title, row.problem, row.service = incident.title, incident.problem, incident.service
    row.severity, row.status = incident.severity.value, incident.status.value
    row.started_at, row.detected_at = incident.started_at, incident.detected_at
    row.resolved_at = incident.resolved_at
    _fill_decided(row, incident)
    row.source_kind, row.source_name = incident.source.kind.value, incident.source.name
    row.fingerprint = incident.source.fingerprint
    row.symptoms, row.factors = [*incident.symptoms], [*incident.factors]
    row.lessons, row.follow_ups = [*incident.lessons], [*incident.follow_ups]
    row.related, row.tags = [*incident.related], [*incident.tags]
    row.search_text = _search_text(incident)
    _fill_lists(row, incident)


def _fill_decided(row: IncidentRow, incident: Incident) -> None:
    cause, resolution, outcome = incident.root_cause, incident.resolution, incident.outcome
    row.root_cause, row.root_cause_by = cause.value, cause.confirmed_by
    row.root_cause_at = cause.confirmed_at
    row.resolution, row.resolution_by = resolution.value, resolution.confirmed_by
    row.resolution_at = resolution.confirmed_at
    row.outcome, row.outcome_by = outcome.value, outcome.confirmed_by
    row.outcome_at = outcome.confirmed_at


def _fill_lists(row: IncidentRow, incident: Incident) -> None:
    entries = {one.id: one for one in row.timeline}
    row.timeline = [
        _entry(entries.get(one.id) or UpdateRow(id=one.id), one, place)
        for place, one in enumerate(incident.timeline)
    ]
    fixes = {one.id: one for one in row.fixes}
    row.fixes = [
        _fix(fixes.get(one.id) or FixRow(id=one.id), one, place)
        for place, one in enumerate(incident.fixes)
    ]
    seen = {one.key: one for one in row.occurrences}
    row.occurrences = [
        _occurrence(seen.get(one.key) or OccurrenceRow(key=one.key), one, place)
        for place, one in enumerate(incident.occurrences)
    ]


def _entry(row: UpdateRow, update: Update, place: int) -> UpdateRow:
    row.place, row.at, row.text = place, update.at, update.text
    row.kind, row.by, row.evidence_id = update.kind.value, update.by, update.evidence_id
    return row


def _fix(row: FixRow, fix: Fix, place: int) -> FixRow:
    row.place, row.text, row.applied_at = place, fix.text, fix.applied_at
    row.outcome, row.by = fix.outcome.value, fix.by
    return row


def _occurrence(row: OccurrenceRow, occurrence: Occurrence, place: int) -> OccurrenceRow:
    row.place, row.at, row.resolved_at = place, occurrence.at, occurrence.resolved_at
    row.host, row.summary = occurrence.place, occurrence.summary
    return row


def _search_text(incident: Incident) -> str:
    parts = (
        incident.id,
        incident.title,
        incident.service,
        incident.problem,
        *incident.symptoms,
        incident.root_cause.value or "",
        incident.source.name,
        *incident.tags,
    )
    return "\n".join(parts).casefold()


def incident_of(row: IncidentRow) -> Incident:
    """Read an incident."""
    return Incident(
        id=row.id,
        title=row.title,
        service=row.service,
        severity=Severity(row.severity),
        status=Status(row.status),
        started_at=row.started_at,
        problem=row.problem,
        symptoms=tuple(row.symptoms),
        detected_at=row.detected_at,
        resolved_at=row.resolved_at,
        root_cause=Confirmed(row.root_cause, row.root_cause_by, row.root_cause_at),
        resolution=Confirmed(row.resolution, row.resolution_by, row.resolution_at),
        outcome=Confirmed(row.outcome, row.outcome_by, row.outcome_at),
        source=Source(
            kind=SourceKind(row.source_kind), name=row.source_name, fingerprint=row.fingerprint
        ),
        timeline=tuple(_update_of(one) for one in row.timeline),
        fixes=tuple(_fix_of(one) for one in row.fixes),
        factors=tuple(row.factors),
        lessons=tuple(row.lessons),
        follow_ups=tuple(row.follow_ups),
        occurrences=tuple(_occurrence_of(one) for one in row.occurrences),
        related=tuple(row.related),
        tags=tuple(row.tags),
        revision=row.revision,
    )


def _update_of(row: UpdateRow) -> Update:
    return Update(
        id=row.id,
        at=row.at,
        text=row.text,
        kind=Kind(row.kind),
        by=row.by,
        evidence_id=row.evidence_id,
    )


def _fix_of(row: FixRow) -> Fix:
    return Fix(
        id=row.id,
        text=row.text,
        applied_at=row.applied_at,
        outcome=FixOutcome(row.outcome),
        by=row.by,
    )


def _occurrence_of(row: OccurrenceRow) -> Occurrence:
    return Occurrence(
        key=row.key,
        at=row.at,
        resolved_at=row.resolved_at,
        place=row.host,
        summary=row.summary,
    )


def belief_of(row: BeliefRow) -> Belief:
    """Read a belief with its events."""
    return Belief(
        id=row.id, fix=row.fix, cause=row.cause, events=tuple(_event_of(one) for one in row.events)
    )


def _event_of(row: BeliefEventRow) -> BeliefEvent:
    return BeliefEvent(
        belief_id=row.belief_id,
        at=row.at,
        effect=Effect(row.effect),
        incident_id=row.incident_id,
        source=row.source,
        by=row.by,
        reason=row.reason,
        weight=row.weight,
    )


def event_row(event: BeliefEvent) -> BeliefEventRow:
    """Return the row of an event."""
    return BeliefEventRow(
        belief_id=event.belief_id,
        at=event.at,
        effect=event.effect.value,
        incident_id=event.incident_id,
        source=event.source,
        by=event.by,
        reason=event.reason,
        weight=event.weight,
    )
