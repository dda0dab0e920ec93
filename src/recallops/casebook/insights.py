"""What keeps happening, in words and in numbers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import fmean

from recallops.casebook.keeping import Tools
from recallops.domain.families import Families
from recallops.domain.incidents import Incident, Status
from recallops.domain.patterns import Insights
from recallops.investigate.stages import known_from
from recallops.learn.patterns import patterns_in
from recallops.learn.recurrence import recurrences_in

_HOUR = timedelta(hours=1)
_NO_SERVICE = "not named"


@dataclass(frozen=True, slots=True)
class Part:
    """The incidents of one service or month; `mttr_hours` is None where none of them is over."""

    name: str
    incidents: int
    mttr_hours: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Analytics:
    """Numbers.

    Attributes:
        mttr_hours: Mean time from start to end, of what is over.
        recurrence_rate: Share of the incidents that were the same cause or alert again, 0 to 1.
    """

    mttr_hours: float | None
    incidents: int
    open: int
    recurrence_rate: float
    by_service: tuple[Part, ...]
    by_cause: tuple[tuple[str, int], ...]
    by_month: tuple[Part, ...]


class InsightsInto:
    """Reads all incidents together."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    async def of(self, *, service: str | None = None, days: int = 90) -> Insights:
        """Return recurring causes, fixes that did not last, and what is believed of fixes.

        Args:
            days: Longest time from the end of an incident to one that recurs.
        """
        incidents = await self._tools.records.all()
        families = known_from(incidents).families
        services = {one.id: one.service for one in incidents}
        failed = {one.id: "; ".join(fix.text for fix in one.fixes) or None for one in incidents}
        recurrences = recurrences_in(incidents, families, within=timedelta(days=days))
        beliefs = await self._tools.records.beliefs()
        return Insights(
            patterns=tuple(patterns_in(incidents, families, service=service)),
            recurrences=tuple(
                one if one.fix else replace(one, fix=failed.get(one.incident_id))
                for one in recurrences
                if not service or services.get(one.incident_id) == service
            ),
            beliefs=tuple(
                one
                for one in sorted(beliefs, key=lambda one: -len(one.events))
                if not service
                or any(services.get(event.incident_id) == service for event in one.events)
            ),
        )

    async def analytics(self, *, days: int = 365) -> Analytics:
        """Return numbers over the incidents of the last days."""
        since = self._tools.clock.now() - timedelta(days=days)
        everything = await self._tools.records.all()
        families = known_from(everything).families
        chosen = [one for one in everything if one.started_at >= since]
        again = {one.recurred_as for one in recurrences_in(everything, families)}
        return Analytics(
            mttr_hours=_mttr(chosen),
            incidents=len(chosen),
            open=sum(one.status is not Status.RESOLVED for one in chosen),
            recurrence_rate=_rate(sum(one.id in again for one in chosen), len(chosen)),
            by_service=_parts(
                ((one.service or _NO_SERVICE, one) for one in chosen), most_first=True
            ),
            by_cause=_causes(chosen, everything, families),
            by_month=_parts(
                ((one.started_at.strftime("%Y-%m"), one) for one in chosen), most_first=False
            ),
        )


def _mttr(incidents: Iterable[Incident]) -> float | None:
    lasted = [(one.resolved_at - one.started_at) / _HOUR for one in incidents if one.resolved_at]
    return round(fmean(lasted), 2) if lasted else None


def _rate(some: int, total: int) -> float:
    return round(some / total, 3) if total else 0.0


def _parts(named: Iterable[tuple[str, Incident]], *, most_first: bool) -> tuple[Part, ...]:
    members: defaultdict[str, list[Incident]] = defaultdict(list)
    for name, one in named:
        members[name].append(one)
    parts = [Part(name, len(some), _mttr(some)) for name, some in members.items()]
    if most_first:
        return tuple(sorted(parts, key=lambda one: (-one.incidents, one.name)))
    return tuple(sorted(parts, key=lambda one: one.name))


def _causes(
    chosen: Sequence[Incident], everything: Sequence[Incident], families: Families
) -> tuple[tuple[str, int], ...]:
    counted = Counter(families.of[one.id] for one in chosen if one.id in families.of)
    named = {one.id: one.root_cause.value or one.title for one in everything}
    return tuple((named[id], count) for id, count in counted.most_common())
