"""What an alert means for the incidents: a new one, one more occurrence, or the end of one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from recallops.domain.incidents import (
    Incident,
    Occurrence,
    Severity,
    Source,
    SourceKind,
    Status,
    Update,
    with_occurrence,
    with_update,
)
from recallops.domain.statements import Kind
from recallops.intake.alerts import Alert
from recallops.intake.fingerprints import digest_of


class Effect(StrEnum):
    """What an alert does."""

    OPENED = "opened"
    OCCURRENCE = "occurrence"
    RESOLVED = "resolved"
    REOPENED = "reopened"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an alert does, and to which incident.

    Attributes:
        incident: As it then is. With OPENED there is none yet; with REOPENED it is the one that is
            over, and a new one is to be joined to it (`opened_by`). Where it is as it was, there is
            nothing to be stored.
    """

    effect: Effect
    incident: Incident | None


def judge(alert: Alert, known: Sequence[Incident]) -> Judgement:
    """Say what an alert does.

    Args:
        known: Incidents of its fingerprint, latest first.
    """
    heard = next((one for one in known if _of_firing(one, alert)), None)
    if not alert.firing:
        ending = heard or next((one for one in known if one.status is not Status.RESOLVED), None)
        return Judgement(Effect.RESOLVED, _ended(ending, alert)) if ending else _NOTHING
    if not known:
        return Judgement(Effect.OPENED, None)
    lasting = next((one for one in known if one.status is not Status.RESOLVED), None)
    if lasting:
        return Judgement(Effect.OCCURRENCE, _counted(lasting, alert))
    if heard and not _is_later(alert, heard):  # a report of what is over, delivered late
        return Judgement(Effect.OCCURRENCE, heard)
    return Judgement(Effect.REOPENED, known[0])


_NOTHING = Judgement(Effect.IGNORED, None)


def opened_by(alert: Alert, *, id: str, after: Incident | None = None) -> Incident:
    """Return the incident that an alert opens.

    Args:
        after: The incident that the same alert opened before, and that is over.
    """
    opened = Incident(
        id=id,
        title=alert.title,
        service=alert.service,
        severity=alert.severity,
        status=Status.OPEN,
        started_at=alert.at,
        detected_at=alert.at,
        problem=alert.summary if alert.summary != alert.title else "",
        source=Source(kind=SourceKind.ALERT, name=alert.source, fingerprint=alert.fingerprint),
        related=(after.id,) if after else (),
    )
    return _counted(opened, alert)


def _is_later(alert: Alert, over: Incident) -> bool:
    """Whether an alert fired after the end of an incident; its identity may be the same all the same.

    Who tells no time of an alert tells no firing of it from another, nor who opens the same again.
    """
    return over.resolved_at is not None and alert.at > over.resolved_at


def _of_firing(incident: Incident, alert: Alert) -> bool:
    return any(one.key.startswith(f"{alert.identity}:") for one in incident.occurrences)


def _counted(incident: Incident, alert: Alert) -> Incident:
    """Count an alert; what was delivered twice is counted once."""
    if any(one.key == alert.key for one in incident.occurrences):
        return incident
    occurrence = Occurrence(
        key=alert.key, at=alert.at, place=alert.place, summary=alert.summary or alert.title
    )
    where = f" on {alert.place}" if alert.place else ""
    said = f": {alert.summary}" if alert.summary and alert.summary != alert.title else ""
    entry = Update(
        id=f"a-{digest_of(alert.key)}",
        at=alert.at,
        text=f"Alert {alert.title}{where}{said}",
        kind=Kind.OBSERVED,
        by=alert.source,
    )
    worse = min(incident.severity, alert.severity, key=list(Severity).index)
    return with_update(with_occurrence(replace(incident, severity=worse), occurrence), entry)


def _ended(incident: Incident, alert: Alert) -> Incident:
    """End the occurrences of a firing; with the last of them, the incident is over."""
    end = alert.resolved_at or alert.at
    # What ends without a word on where it was, and was not heard of in these words, ends everywhere.
    everywhere = not alert.place and not _of_firing(incident, alert)
    occurrences = tuple(
        replace(one, resolved_at=_earlier(one.resolved_at, end))
        if everywhere or one.key.startswith(f"{alert.identity}:")
        else one
        for one in incident.occurrences
    )
    ended = replace(incident, occurrences=occurrences)
    if any(one.resolved_at is None for one in occurrences) or incident.status is Status.RESOLVED:
        return ended
    last = max((one.resolved_at for one in occurrences if one.resolved_at), default=end)
    return replace(ended, status=Status.RESOLVED, resolved_at=last)


def _earlier(known: datetime | None, told: datetime) -> datetime:
    return min(known, told) if known else told
