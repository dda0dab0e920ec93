"""Recurrences: the same cause, or the same alert, again after it was over."""

from collections.abc import Iterator, Sequence
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
    found = [
        recurrence
        for place, one in enumerate(ordered)
        for recurrence in _of(one, ordered[place + 1 :], families, within)
    ]
    return sorted(found, key=lambda one: _start(one.recurred_as, ordered), reverse=True)


def _of(
    one: Incident, later: Sequence[Incident], families: Families, within: timedelta
) -> Iterator[Recurrence]:
    end = _end(one)
    again = next((other for other in later if _is_again(one, other, families)), None)
    if end is None or again is None or again.started_at - end > within:
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


def _start(id: str, incidents: Sequence[Incident]) -> datetime:
    return next(one.started_at for one in incidents if one.id == id)
