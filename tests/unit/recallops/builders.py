"""Incidents, evidence and beliefs for tests; what a test is not about is filled in."""

from datetime import UTC, datetime, timedelta
from typing import Any

from recallops.domain.beliefs import Belief, BeliefEvent, Effect
from recallops.domain.evidence import Evidence, Recalled
from recallops.domain.incidents import Confirmed, Fix, FixOutcome, Incident, Severity, Status
from recallops.domain.statements import Kind
from recallops.domain.telling import statements_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def an_incident(id: str = "INC-1", **given: Any) -> Incident:
    """Return an incident; `cause` and `fix` are short for what is reported, and worked."""
    cause, fix = given.pop("cause", None), given.pop("fix", None)
    known: dict[str, Any] = {
        "title": "Checkout answers 504",
        "service": "payments",
        "severity": Severity.HIGH,
        "status": Status.RESOLVED,
        "started_at": NOON,
        "resolved_at": given.get("started_at", NOON) + timedelta(hours=1),
        "root_cause": Confirmed(cause),
        "fixes": (Fix(id="f1", text=fix, outcome=FixOutcome.WORKED),) if fix else (),
    }
    return Incident(id=id, **(known | given))


def evidence_of(*incidents: Incident, relevance: float = 0.5) -> Recalled:
    """Return all that incidents say, as a memory gives it back."""
    return Recalled(
        tuple(
            Evidence(
                id=f"{incident.id}/{place}",
                text=one.text,
                kind=one.kind,
                part=one.part,
                incident_id=incident.id,
                service=incident.service,
                at=one.at,
                relevance=relevance,
                sources=(incident.document_id,),
            )
            for incident in incidents
            for place, one in enumerate(statements_of(incident))
        )
    )


def unlinked(id: str, text: str, *, kind: Kind = Kind.REPORTED, source: str = "notes") -> Evidence:
    """Return evidence that belongs to no incident."""
    return Evidence(id=id, text=text, kind=kind, relevance=0.5, sources=(source,))


def an_event(
    effect: Effect, *, day: int = 0, source: str = "a", weight: float = 1.0
) -> BeliefEvent:
    return BeliefEvent(
        belief_id="b",
        at=NOON + day * DAY,
        effect=effect,
        incident_id=source,
        source=source,
        by="Ann",
        reason="",
        weight=weight,
    )


def a_belief(*events: BeliefEvent, fix: str = "Raise the pool", cause: str = "Pool") -> Belief:
    return Belief(id="b", fix=fix, cause=cause, events=events)
