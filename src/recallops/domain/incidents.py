"""Incidents, and what people say and decide of them. Every change gives a new incident."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal

from recallops.domain.errors import Invalid, NotFound
from recallops.domain.statements import Kind

Decided = Literal["root_cause", "resolution", "outcome"]
"""Fields of an incident that a named person confirms."""


class Severity(StrEnum):
    """How bad it is, worst first."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Status(StrEnum):
    """Where the work on it stands."""

    OPEN = "open"
    INVESTIGATING = "investigating"
    RESOLVED = "resolved"


class FixOutcome(StrEnum):
    """Whether a fix did what it was to do."""

    WORKED = "worked"
    PARTLY = "partly"
    FAILED = "failed"
    UNKNOWN = "unknown"


class SourceKind(StrEnum):
    """How an incident came to be known here."""

    FORM = "form"
    IMPORT = "import"
    ALERT = "alert"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A value that is unknown (None), reported (by nobody in particular), or confirmed by somebody."""

    value: str | None = None
    confirmed_by: str | None = None
    confirmed_at: datetime | None = None

    @property
    def kind(self) -> Kind:
        return Kind.CONFIRMED if self.confirmed_by else Kind.REPORTED


UNKNOWN = Confirmed()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where an incident comes from.

    Attributes:
        name: Of the file, the alerting system or the person; with a file of several outages, the
            file and which of them (`file.md#2`).
        fingerprint: What tells the same alert again; None where it came by no alert.
    """

    kind: SourceKind
    name: str = ""
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """An entry of the timeline.

    Attributes:
        evidence_id: The memory it became, where that is known.
    """

    id: str
    at: datetime
    text: str
    kind: Kind
    by: str = ""
    evidence_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """Something that was done against an incident."""

    id: str
    text: str
    applied_at: datetime | None = None
    outcome: FixOutcome = FixOutcome.UNKNOWN
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One time that it happened, told apart by when and where; never merged into another.

    Attributes:
        key: Tells this report from any other, so that one delivered twice counts once.
        place: The host, instance or pod; empty where none is named.
        summary: What the alert said.
    """

    key: str
    at: datetime
    resolved_at: datetime | None = None
    place: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One incident.

    Attributes:
        symptoms: What was seen, one thing each.
        factors: What contributed, as a postmortem lists it.
        lessons: What was learnt.
        follow_ups: What was to be done after it; nothing of it is known to have been done.
        occurrences: How often it happened, oldest first; empty means once.
        related: Ids of incidents that somebody or an alert joined it to.
        revision: Counts its changes, for writers that did not see one another.
    """

    id: str
    title: str
    service: str
    severity: Severity
    status: Status
    started_at: datetime
    problem: str = ""
    symptoms: tuple[str, ...] = ()
    detected_at: datetime | None = None
    resolved_at: datetime | None = None
    root_cause: Confirmed = UNKNOWN
    resolution: Confirmed = UNKNOWN
    outcome: Confirmed = UNKNOWN
    source: Source = field(default_factory=lambda: Source(kind=SourceKind.FORM))
    timeline: tuple[Update, ...] = ()
    fixes: tuple[Fix, ...] = ()
    factors: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    follow_ups: tuple[str, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    related: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    revision: int = 0

    @property
    def document_id(self) -> str:
        """The id of its document in the memory; stays the same, so that it is replaced in place."""
        return f"incident:{self.id}"

    @property
    def times_seen(self) -> int:
        return max(1, len(self.occurrences))


def confirm(incident: Incident, decided: Decided, value: str, *, by: str, at: datetime) -> Incident:
    """Say what was the cause, the resolution or the outcome, as somebody who answers for it."""
    if not by.strip():
        raise Invalid("Say who confirms it")
    if not value.strip():
        raise Invalid("Say what is confirmed")
    word = Confirmed(value.strip(), by.strip(), at)
    if decided == "root_cause":
        return replace(incident, root_cause=word)
    if decided == "resolution":
        return replace(incident, resolution=word)
    return replace(incident, outcome=word)


def with_update(incident: Incident, update: Update) -> Incident:
    """Add to the timeline; it stays in the order of time."""
    entries = sorted((*incident.timeline, update), key=lambda one: (one.at, one.id))
    return replace(incident, timeline=tuple(entries))


def with_fix(incident: Incident, fix: Fix) -> Incident:
    """Add what was done against it."""
    return replace(incident, fixes=(*incident.fixes, fix))


def fix_of(incident: Incident, fix_id: str) -> Fix:
    """Return a fix of an incident.

    Raises:
        NotFound: It has none of this id.
    """
    for fix in incident.fixes:
        if fix.id == fix_id:
            return fix
    raise NotFound(f"{incident.id} has no fix {fix_id!r}")


def with_outcome(incident: Incident, fix_id: str, outcome: FixOutcome, *, by: str = "") -> Incident:
    """Say whether a fix worked, in the name of who says so.

    Raises:
        NotFound: The incident has no such fix.
    """
    fix = fix_of(incident, fix_id)
    concluded = replace(fix, outcome=outcome, by=by or fix.by)
    fixes = (concluded if one.id == fix_id else one for one in incident.fixes)
    return replace(incident, fixes=tuple(fixes))


def with_occurrence(incident: Incident, occurrence: Occurrence) -> Incident:
    """Count an occurrence; one that is there already (by its key) is brought up to date."""
    others = [one for one in incident.occurrences if one.key != occurrence.key]
    known = sorted((*others, occurrence), key=lambda one: (one.at, one.key))
    return replace(incident, occurrences=tuple(known))
