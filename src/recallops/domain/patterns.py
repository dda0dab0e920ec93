"""What keeps happening: causes that recur, and fixes that were followed by a recurrence."""

from dataclasses import dataclass
from datetime import datetime

from recallops.domain.beliefs import Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """An incident of a pattern."""

    id: str
    title: str
    started_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A cause with the incidents that it had, oldest first; two or more."""

    cause: str
    incidents: tuple[Member, ...]
    services: tuple[str, ...]

    @property
    def first(self) -> datetime:
        return self.incidents[0].started_at

    @property
    def last(self) -> datetime:
        return self.incidents[-1].started_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """A fix, or an end without one, after which the same thing happened again.

    Attributes:
        fix: What had been done; None where nothing is on record.
        fix_id: Its id in the incident.
        days: From the end of the one to the start of the other.
    """

    incident_id: str
    recurred_as: str
    days: float
    fix: str | None = None
    fix_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Insights:
    """What keeps happening."""

    patterns: tuple[Pattern, ...] = ()
    recurrences: tuple[Recurrence, ...] = ()
    beliefs: tuple[Belief, ...] = ()
