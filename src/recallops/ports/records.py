"""The records: incidents, what was analysed, and what became of fixes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from recallops.domain.analyses import Analysis
from recallops.domain.beliefs import Belief, BeliefEvent
from recallops.domain.incidents import Incident, Severity, Status

SortKey = Literal[
    "started_at", "-started_at", "severity", "-severity", "title", "-title", "service", "-service",
    "status", "-status", "id", "-id",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentQuery:
    """Which incidents to list; empty text and None ask for all.

    Attributes:
        search: Words that the id, title, service, problem, symptoms or cause must all contain.
    """

    search: str = ""
    services: tuple[str, ...] = ()
    severities: tuple[Severity, ...] = ()
    statuses: tuple[Status, ...] = ()
    sort: SortKey = "-started_at"
    limit: int = 50
    offset: int = 0


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, and how many incidents have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentPage:
    """One stretch of a list; the facets are of all that was asked for but the facet itself."""

    items: tuple[Incident, ...]
    total: int
    services: tuple[FacetValue, ...]
    severities: tuple[FacetValue, ...]
    statuses: tuple[FacetValue, ...]


class Records(Protocol):
    """Keeps what people wrote and decided."""

    async def next_id(self) -> str:
        """Return an incident id, `INC-1` and so on, that was never given out before."""
        ...

    async def add(self, incident: Incident) -> Incident:
        """Store a new incident; return it with its revision.

        Raises:
            Conflict: There is one of this id.
        """
        ...

    async def save(self, incident: Incident) -> Incident:
        """Store a changed incident; return it with its next revision.

        Raises:
            NotFound: There is none of this id.
            Conflict: Somebody else changed it since it was read.
        """
        ...

    async def get(self, id: str) -> Incident:
        """Return an incident.

        Raises:
            NotFound: There is none of this id.
        """
        ...

    async def all(self, *, service: str | None = None) -> Sequence[Incident]:
        """Return every incident, oldest first."""
        ...

    async def find(self, query: IncidentQuery) -> IncidentPage: ...

    async def by_fingerprint(self, fingerprint: str) -> Sequence[Incident]:
        """Return the incidents that an alert of this fingerprint opened, latest first."""
        ...

    async def by_source(self, name: str) -> Incident | None:
        """Return the incident that was imported from this source; None where there is none."""
        ...

    async def remove(self, id: str) -> None:
        """Remove an incident with its analyses and all that it said of beliefs.

        Raises:
            NotFound: There is none of this id.
        """
        ...

    async def keep_analysis(self, analysis: Analysis) -> None:
        """Store an analysis; it takes the place of the one of the same incident and kind."""
        ...

    async def analysis(self, incident_id: str, *, with_memory: bool = True) -> Analysis | None: ...

    async def found_similar(self, ids: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return what the analyses with memory of incidents found alike; one without is absent."""
        ...

    async def analyses(self, *, holding: str = "") -> Sequence[Analysis]:
        """Return the latest analysis with memory of each incident that has one.

        Args:
            holding: Only those in which this text stands, as the id of a piece of evidence does.
        """
        ...

    async def beliefs(self) -> Sequence[Belief]: ...

    async def believe(self, belief: Belief, event: BeliefEvent) -> Belief:
        """Add an event to a belief, forming it where it is new; return it as it then stands."""
        ...
