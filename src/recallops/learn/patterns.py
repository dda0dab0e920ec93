"""Patterns: causes that had more than one incident."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from recallops.domain.families import Families
from recallops.domain.incidents import Incident
from recallops.domain.patterns import Member, Pattern


def patterns_in(
    incidents: Iterable[Incident],
    families: Families,
    *,
    service: str | None = None,
    since: datetime | None = None,
) -> list[Pattern]:
    """Return the patterns, those with the most incidents first.

    Args:
        service: Only patterns with an incident of this service.
        since: Only patterns with an incident from then on; their older incidents are told too.
    """
    members: defaultdict[str, list[Incident]] = defaultdict(list)
    for one in sorted(incidents, key=lambda one: (one.started_at, one.id)):
        if one.id in families.of:
            members[families.of[one.id]].append(one)
    found = [
        _pattern(family)
        for family in members.values()
        if len(family) > 1
        and (service is None or any(one.service == service for one in family))
        and (since is None or family[-1].started_at >= since)
    ]
    return sorted(found, key=lambda one: (-len(one.incidents), -one.last.timestamp()))


def _pattern(family: list[Incident]) -> Pattern:
    return Pattern(
        cause=_cause(family),
        incidents=tuple(
            Member(id=one.id, title=one.title, started_at=one.started_at) for one in family
        ),
        services=tuple(sorted({one.service for one in family if one.service})),
    )


def _cause(family: list[Incident]) -> str:
    """Return the cause as it was confirmed last; else as it was told first."""
    confirmed = [one.root_cause for one in family if one.root_cause.confirmed_by]
    chosen = confirmed[-1] if confirmed else family[0].root_cause
    return chosen.value or ""
