"""Recurrences: the same cause, or the same alert, again after it was over."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from recallops.domain.families import Families
from recallops.domain.incidents import Fix, FixOutcome, Incident
from recallops.domain.patterns import Recurrence

WITHIN = timedelta(days=90)


def recurrences_in(
    incidents: Sequence[Incident], families: Families, *, within: timedelta = WITHIN
) -> list[Recurrence]:
    """Return the recurrences, latest first: of each incident that was over, the next of its kind.

    One for each fix that was not known to have failed anyhow; one without a fix where none is on
    record.
    """
    ordered = sorted(incidents, key=lambda one: (one.started_at, one.id))
    kin = _kin(ordered, families)
    found = [
        (recurrence, again)
        for one in ordered
        if (again := _next(one, kin, families)) is not None
        for recurrence in _of(one, again, within)
    ]
    latest = sorted(found, key=lambda pair: pair[1].started_at, reverse=True)
    return [recurrence for recurrence, _ in latest]


def _kin(ordered: Sequence[Incident], families: Families) -> Mapping[str, Sequence[Incident]]:
    """Return the incidents by cause and by alert, oldest first."""
    kin: defaultdict[str, list[Incident]] = defaultdict(list)
    for one in ordered:
        for key in _keys(one, families):
            kin[key].append(one)
    return kin


def _keys(one: Incident, families: Families) -> Iterator[str]:
    if one.source.fingerprint:
        yield f"alert {one.source.fingerprint}"
    if one.id in families.of:
        yield f"cause {families.of[one.id]}"


def _next(
    one: Incident, kin: Mapping[str, Sequence[Incident]], families: Families
) -> Incident | None:
    """Return the first that is the same again; None where there is none."""
    later = (
        other
        for key in _keys(one, families)
        for other in kin[key]
        if (other.started_at, other.id) > (one.started_at, one.id)
        and _is_again(one, other, families)
    )
    return min(later, key=lambda other: (other.started_at, other.id), default=None)


def _of(one: Incident, again: Incident, within: timedelta) -> Iterator[Recurrence]:
    end = _end(one)
    if end is None or again.started_at - end > within:
        return
    days = round((again.started_at - end) / timedelta(days=1), 2)
    lasting = [fix for fix in one.fixes if fix.outcome is not FixOutcome.FAILED]
    applied: Sequence[Fix | None] = lasting or [None]
    for fix in applied:
        yield Recurrence(
            incident_id=one.id,
            recurred_as=again.id,
            days=days,
            fix=fix.text if fix else None,
            fix_id=fix.id if fix else None,
        )


def _is_again(one: Incident, other: Incident, families: Families) -> bool:
    """Whether it is the same again, begun when the one was over."""
    end = _end(one)
    if end is None or other.started_at < end:
        return False
    alert = one.source.fingerprint
    if alert and other.source.fingerprint == alert:
        return True
    family = families.of.get(one.id)
    return family is not None and families.of.get(other.id) == family


def _end(incident: Incident) -> datetime | None:
    return incident.resolved_at
