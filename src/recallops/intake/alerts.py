"""Alerts of Alertmanager, PagerDuty and anything that sends JSON."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from recallops.domain.errors import Invalid
from recallops.domain.incidents import Severity
from recallops.domain.telling import severity_of
from recallops.intake.fingerprints import digest_of, fingerprint_of, place_in
from recallops.intake.payloads import Body, body_of, inner, listed, moment, text, texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One alert.

    Attributes:
        fingerprint: Tells the same alert again, from whichever host.
        identity: Tells this firing of it: the same from when it fires until it is resolved.
        payload: Tells this report of the firing; another one is another occurrence.
        place: The host or instance; empty where none is named.
        firing: Whether it fires; else it is over.
    """

    source: str
    fingerprint: str
    identity: str
    payload: str
    title: str
    service: str
    severity: Severity
    at: datetime
    firing: bool
    resolved_at: datetime | None = None
    place: str = ""
    summary: str = ""

    @property
    def key(self) -> str:
        return f"{self.identity}:{self.payload}"


def read_alertmanager(payload: object, *, now: datetime) -> list[Alert]:
    """Read a webhook of Alertmanager (version 4): one alert for each that it groups.

    Raises:
        Invalid: It is none.
    """
    body = body_of(payload, "The alert")
    return [_of_alertmanager(one, now) for one in listed(body, "alerts")]


def _of_alertmanager(body: Body, now: datetime) -> Alert:
    labels, notes = texts(body, "labels"), texts(body, "annotations")
    title = text(notes, "title") or text(labels, "alertname") or text(notes, "summary")
    if not title:
        raise Invalid("An alert has neither an alertname nor a summary")
    at = moment(body, "startsAt") or now
    firing = text(body, "status") != "resolved"
    return Alert(
        source="alertmanager",
        fingerprint=fingerprint_of("alertmanager", labels, title),
        identity=digest_of([labels, text(body, "startsAt")]),
        payload=digest_of(notes),
        title=title,
        service=text(labels, "service", "app", "application", "component", "job"),
        severity=severity_of(text(labels, "severity", "priority")),
        at=at,
        firing=firing,
        resolved_at=None if firing else moment(body, "endsAt") or now,
        place=place_in(labels),
        summary=_joined(notes, "summary", "description", "message"),
    )


def read_pagerduty(payload: object, *, now: datetime) -> list[Alert]:
    """Read a webhook of PagerDuty, version 3 (one event) or 2 (messages).

    What neither triggers nor resolves an incident, such as a note or an escalation, is no alert.

    Raises:
        Invalid: It is none.
    """
    body = body_of(payload, "The webhook")
    if "messages" in body:
        events = [
            (text(one, "event"), inner(one, "incident"), moment(one, "created_on"))
            for one in listed(body, "messages")
        ]
    elif "event" in body:
        event = inner(body, "event")
        events = [(text(event, "event_type"), inner(event, "data"), moment(event, "occurred_at"))]
    else:
        raise Invalid("A webhook of PagerDuty has an 'event' or 'messages'")
    alerts = (
        (kind, _of_pagerduty(incident, at or now, firing=_PAGERDUTY[kind]), at or now)
        for kind, incident, at in events
        if kind in _PAGERDUTY
    )
    return [replace(one, at=at) if kind == _REOPENED else one for kind, one, at in alerts]


_MADE_UP = re.compile(r"|[0-9a-fA-F]{16,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
"""A key that PagerDuty made, another one for every incident; or none."""

_REOPENED = "incident.reopened"
"""Fires now, though the incident was created long before."""

_PAGERDUTY = {
    "incident.triggered": True,
    "incident.trigger": True,
    _REOPENED: True,
    "incident.unacknowledged": True,
    "incident.resolved": False,
    "incident.resolve": False,
}


def _of_pagerduty(body: Body, at: datetime, *, firing: bool) -> Alert:
    title = text(body, "title", "summary", "description")
    if not title:
        raise Invalid("An incident of PagerDuty has no title")
    service = text(inner(body, "service"), "summary", "name")
    key = text(body, "incident_key")
    labels = {"service": service, "alertname": title if _MADE_UP.fullmatch(key) else key}
    trigger = inner(body, "trigger_summary_data")
    started = moment(body, "created_at", "triggered_at") or at
    return Alert(
        source="pagerduty",
        fingerprint=fingerprint_of("pagerduty", labels, title),
        identity=digest_of([text(body, "id") or title, started.isoformat()]),
        payload=digest_of([title, text(body, "description"), dict(trigger)]),
        title=title,
        service=service,
        severity=_urgency(body),
        at=started,
        firing=firing,
        resolved_at=None if firing else moment(body, "resolved_at") or at,
        place=text(trigger, "HOSTNAME", "host", "source"),
        summary=text(body, "description") or title,
    )


def _urgency(body: Body) -> Severity:
    priority = text(inner(body, "priority"), "summary", "name")
    urgent = Severity.HIGH if text(body, "urgency") == "high" else Severity.MEDIUM
    return severity_of(priority, urgent) if priority else urgent


def read_generic(payload: object, *, now: datetime) -> list[Alert]:
    """Read any other alert: one object, or `alerts` with several.

    Needed is a `title` (or `summary`, `message`, `name`). Known besides: `service`, `severity`,
    `status` ("resolved" ends it), `fingerprint` (or `dedup_key`, `key`), `host` (or `instance`,
    `source`), `started_at`, `resolved_at`, `description`, `labels`.

    Raises:
        Invalid: It is none.
    """
    body = body_of(payload, "The alert")
    bodies = listed(body, "alerts") if "alerts" in body else [body]
    return [_of_anything(one, now) for one in bodies]


def _of_anything(body: Body, now: datetime) -> Alert:
    title = text(body, "title", "summary", "message", "name", "alertname")
    if not title:
        raise Invalid("An alert needs a title")
    service = text(body, "service", "component", "app")
    labels = {**texts(body, "labels"), **({"service": service} if service else {})}
    given = text(body, "fingerprint", "dedup_key", "key")
    fingerprint = f"generic:{given}" if given else fingerprint_of("generic", labels, title)
    firing = text(body, "status", "state").lower() not in _OVER
    place = text(body, "host", "instance", "source", "place") or place_in(labels)
    started = moment(body, "started_at", "startsAt", "timestamp", "at")
    return Alert(
        source="generic",
        fingerprint=fingerprint,
        identity=digest_of([fingerprint, place, started.isoformat() if started else ""]),
        payload=digest_of({key: one for key, one in body.items() if key not in _MOVES}),
        title=title,
        service=service,
        severity=severity_of(text(body, "severity", "priority", "level")),
        at=started or now,
        firing=firing,
        resolved_at=None if firing else moment(body, "resolved_at", "ended_at", "endsAt") or now,
        place=place,
        summary=_joined(body, "description", "message", "summary"),
    )


_OVER = {"resolved", "ok", "closed", "recovered", "normal", "resolve"}
_MOVES = {"status", "state", "resolved_at", "ended_at", "endsAt"}


def _joined(body: Mapping[str, object], *names: str) -> str:
    """Return some fields in one text, none of them twice."""
    return " ".join(dict.fromkeys(said for name in names if (said := text(body, name))))
