"""A report of one outage, as it was read; and the incident that it becomes."""

from dataclasses import dataclass, replace
from datetime import datetime

from recallops.domain.incidents import (
    Confirmed,
    Fix,
    FixOutcome,
    Incident,
    Severity,
    Source,
    SourceKind,
    Status,
    Update,
)
from recallops.domain.statements import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of a timeline."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a document says of one outage; None and empty where it says nothing.

    Attributes:
        name: Tells it from any other report: the file's name, and which of its outages.
        root_cause: As the document gives it; nobody confirmed it here.
        fix: What was done and said to have ended it.
        done: What else is said to have been done; whether it helped is not said.
    """

    name: str
    title: str
    service: str = ""
    severity: Severity | None = None
    problem: str = ""
    symptoms: tuple[str, ...] = ()
    started_at: datetime | None = None
    detected_at: datetime | None = None
    resolved_at: datetime | None = None
    root_cause: str | None = None
    fix: str | None = None
    done: tuple[str, ...] = ()
    timeline: tuple[Entry, ...] = ()
    factors: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    follow_ups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def incident_from(report: Report, *, id: str, now: datetime) -> Incident:
    """Return the incident that a report tells of.

    Args:
        now: Stands for the time of an incident of which none is told.
    """
    started = report.started_at or report.resolved_at or now
    return Incident(
        id=id,
        title=report.title,
        service=report.service,
        severity=report.severity or Severity.MEDIUM,
        status=Status.RESOLVED,
        started_at=started,
        problem=report.problem,
        symptoms=report.symptoms,
        detected_at=report.detected_at,
        resolved_at=report.resolved_at,
        root_cause=Confirmed(report.root_cause),
        resolution=Confirmed(report.fix),
        source=Source(kind=SourceKind.IMPORT, name=report.name),
        timeline=tuple(
            Update(id=f"u{place}", at=entry.at, text=entry.text, kind=Kind.OBSERVED)
            for place, entry in enumerate(report.timeline, start=1)
        ),
        fixes=_fixes(report),
        factors=report.factors,
        lessons=report.lessons,
        follow_ups=report.follow_ups,
        tags=report.tags,
    )


def brought_up_to_date(incident: Incident, report: Report, *, now: datetime) -> Incident:
    """Return an incident as its report now tells it, with what people decided left as it is."""
    told = incident_from(report, id=incident.id, now=now)
    known = {fix.text: fix for fix in incident.fixes}
    fixes = [_kept(fix, known) for fix in told.fixes]
    added = [fix for fix in incident.fixes if fix.text not in {one.text for one in told.fixes}]
    own = {f"u{place}" for place in range(1, len(incident.timeline) + 1)}
    return replace(
        told,
        severity=report.severity or incident.severity,
        service=report.service or incident.service,
        started_at=report.started_at or incident.started_at,
        root_cause=incident.root_cause if incident.root_cause.confirmed_by else told.root_cause,
        resolution=incident.resolution if incident.resolution.confirmed_by else told.resolution,
        outcome=incident.outcome,
        fixes=(*fixes, *(fix for fix in added if not fix.id.startswith("f-report"))),
        timeline=(*told.timeline, *(one for one in incident.timeline if one.id not in own)),
        occurrences=incident.occurrences,
        related=incident.related,
        revision=incident.revision,
    )


def _kept(fix: Fix, known: dict[str, Fix]) -> Fix:
    """Return a fix with what somebody said of it since."""
    said = known.get(fix.text)
    return replace(fix, outcome=said.outcome, by=said.by) if said else fix


def _fixes(report: Report) -> tuple[Fix, ...]:
    ended = [report.fix] if report.fix else []
    fixes = [
        Fix(
            id=f"f-report-{place}",
            text=text,
            applied_at=report.resolved_at if text in ended else None,
            outcome=FixOutcome.WORKED if text in ended else FixOutcome.UNKNOWN,
        )
        for place, text in enumerate([*ended, *report.done], start=1)
    ]
    return tuple(fixes)
