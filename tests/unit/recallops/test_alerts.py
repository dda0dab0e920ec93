"""Alerts: what they say, who may send them, and what they do to incidents."""

from datetime import timedelta
from typing import Any

import pytest

from recallops.domain.errors import Invalid
from recallops.domain.incidents import Incident, Severity, Status
from recallops.intake.alerts import Alert, read_alertmanager, read_generic, read_pagerduty
from recallops.intake.occurrences import Effect, judge, opened_by
from recallops.intake.signatures import is_signed, sign
from tests.tables import table
from tests.unit.recallops.builders import NOON


def fired(instance: str = "db-1", start: str = "2026-03-01T10:00:00Z", **given: Any) -> Alert:
    body = {
        "status": given.get("status", "firing"),
        "labels": {
            "alertname": "PoolExhausted", "service": "payments", "severity": "critical",
            "instance": instance, **given.get("labels", {}),
        },
        "annotations": {"summary": given.get("summary", "No free connections")},
        "startsAt": start,
        "endsAt": given.get("end", "0001-01-01T00:00:00Z"),
    }  # fmt: skip
    [alert] = read_alertmanager({"version": "4", "alerts": [body]}, now=NOON)
    return alert


def over(alert_start: str = "2026-03-01T10:00:00Z", instance: str = "db-1") -> Alert:
    return fired(instance, alert_start, status="resolved", end="2026-03-01T11:00:00Z")


def after(*alerts: Alert) -> list[Incident]:
    """Return the incidents after alerts, latest first."""
    incidents: list[Incident] = []
    for number, alert in enumerate(alerts, start=1):
        known = [one for one in incidents if one.source.fingerprint == alert.fingerprint]
        said = judge(alert, known)
        if said.effect in (Effect.OPENED, Effect.REOPENED):
            incidents.insert(0, opened_by(alert, id=f"INC-{number}", after=said.incident))
        elif said.incident:
            incidents = [said.incident if one.id == said.incident.id else one for one in incidents]
    return incidents


def test_an_alert_opens_an_incident_as_bad_and_as_old_as_it_says() -> None:
    [incident] = after(fired())

    assert (incident.title, incident.service) == ("PoolExhausted", "payments")
    assert (incident.severity, incident.status) == (Severity.CRITICAL, Status.OPEN)
    assert incident.started_at.isoformat() == "2026-03-01T10:00:00+00:00"


@table(
    "again",
    [
        fired(instance="db-2"),
        fired(summary="No free connections for 5 minutes"),
        fired(labels={"severity": "warning"}),
    ],
)
def test_the_same_alert_of_another_host_or_payload_is_another_occurrence_of_one_incident(
    again: Alert,
) -> None:
    [incident] = after(fired(), again)

    assert incident.times_seen == 2


@table("other", [fired(labels={"region": "eu-west-1"}), fired(labels={"service": "orders"})])
def test_another_service_or_region_is_another_incident(other: Alert) -> None:
    assert len(after(fired(), other)) == 2


def test_what_is_delivered_twice_counts_once() -> None:
    [incident] = after(fired(), fired(), over(), over(), fired())

    assert incident.times_seen == 1
    assert incident.status is Status.RESOLVED


def test_an_incident_is_over_with_the_last_of_its_occurrences() -> None:
    [lasting] = after(fired(), fired("db-2"), over())
    [ended] = after(fired(), fired("db-2"), over(), over(instance="db-2"))

    assert lasting.status is Status.OPEN
    assert ended.status is Status.RESOLVED
    assert ended.resolved_at is not None
    assert ended.resolved_at.isoformat() == "2026-03-01T11:00:00+00:00"


def test_an_alert_after_the_end_opens_a_new_incident_joined_to_the_old_one() -> None:
    new, old = after(fired(), over(), fired(start="2026-03-02T08:00:00Z"))

    assert (new.related, old.status, new.status) == ((old.id,), Status.RESOLVED, Status.OPEN)
    assert new.source.fingerprint == old.source.fingerprint


def test_what_fires_after_the_end_opens_a_new_incident_though_nothing_tells_the_firings_apart() -> (
    None
):
    disk = {"title": "Disk full", "fingerprint": "disk", "host": "db-1"}
    queue = {"id": "P1", "title": "Queue stuck", "created_at": "2026-03-01T10:00:00Z"}

    def paged(kind: str, at: str) -> Alert:
        event = {"event_type": f"incident.{kind}", "occurred_at": at, "data": queue}
        [alert] = read_pagerduty({"event": event}, now=NOON)
        return alert

    def told(hours: int, **more: str) -> Alert:
        [alert] = read_generic({**disk, **more}, now=NOON + timedelta(hours=hours))
        return alert

    firings = {
        "without a time": (
            told(0),
            told(1, status="resolved"),
            told(2),
            told(3, status="resolved"),
        ),
        "opened again": (
            paged("triggered", "2026-03-01T10:00:00Z"),
            paged("resolved", "2026-03-01T11:00:00Z"),
            paged("reopened", "2026-03-01T12:00:00Z"),
            paged("resolved", "2026-03-01T13:00:00Z"),
        ),
    }
    for name, (first, end, again, last_end) in firings.items():
        new, old = after(first, end, again)
        assert (new.related, old.status, new.status) == ((old.id,), Status.RESOLVED, Status.OPEN), (
            name
        )
        assert {one.status for one in after(first, end, again, last_end)} == {Status.RESOLVED}, name
        assert len(after(first, end, first)) == 1, f"{name}: delivered late"


def test_the_end_of_what_nobody_heard_of_is_ignored() -> None:
    assert judge(over(), []).effect is Effect.IGNORED


def test_both_versions_of_pagerduty_are_read_and_notes_are_no_alerts() -> None:
    incident = {
        "id": "P1", "title": "Pool exhausted", "urgency": "high",
        "service": {"summary": "payments", "name": "payments"}, "created_at": "2026-03-01T10:00:00Z",
        "incident_key": "0f" * 16,
    }  # fmt: skip
    three = {"event": {"event_type": "incident.triggered", "data": incident}}
    two = {"messages": [{"event": "incident.trigger", "incident": incident}]}
    note = {"event": {"event_type": "incident.annotated", "data": incident}}

    assert read_pagerduty(three, now=NOON) == read_pagerduty(two, now=NOON)
    assert read_pagerduty(note, now=NOON) == []
    [alert] = read_pagerduty(three, now=NOON)
    [tomorrow] = read_pagerduty(
        {"event": {"event_type": "incident.triggered", "data": {**incident, "id": "P2", "incident_key": "e1" * 16}}},
        now=NOON,
    )  # fmt: skip
    assert (alert.severity, alert.service) == (Severity.HIGH, "payments")
    assert tomorrow.fingerprint == alert.fingerprint
    assert tomorrow.identity != alert.identity


def test_a_generic_alert_needs_a_title_alone_and_keeps_its_own_fingerprint() -> None:
    [alert] = read_generic({"title": "Disk full", "fingerprint": "abc", "host": "a"}, now=NOON)
    [other] = read_generic({"title": "Disk full!", "fingerprint": "abc", "host": "b"}, now=NOON)

    assert (alert.at, alert.place) == (NOON, "a")
    assert alert.fingerprint == other.fingerprint
    assert alert.key != other.key


@table(
    "body",
    [None, [], "text", {}, {"alerts": {}}, {"alerts": ["x"]}, {"alerts": [{"labels": 3}]},
     {"alerts": [{"labels": {"alertname": "A"}, "startsAt": "yesterday"}]}],
)  # fmt: skip
def test_what_is_no_alert_is_refused(body: object) -> None:
    with pytest.raises(Invalid):
        read_alertmanager(body, now=NOON)


def test_only_who_knows_the_secret_is_heard() -> None:
    body = b'{"title": "Disk full"}'
    signed = sign(body, "secret")

    assert is_signed(body, signed, "secret")
    assert is_signed(body, f"v1=00,v1={signed.removeprefix('sha256=')}", "secret")
    for header, secret in ((signed, "other"), ("", "secret"), (None, "secret"), ("v1=é", "secret")):
        assert not is_signed(body, header, secret)
    assert not is_signed(body + b" ", signed, "secret")
    with pytest.raises(Invalid):
        is_signed(body, signed, "")
