"""What became of fixes: evidence on the belief that a fix works for a cause."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from recallops.domain.beliefs import Belief, BeliefEvent, Effect, belief_in, effect_of, heard
from recallops.domain.incidents import Fix, FixOutcome, Incident
from recallops.domain.patterns import Recurrence
from recallops.domain.wording import wording_of

_WITHDRAWN = (Effect.WEAKEN, 0.0)
"""What an outcome does that is not known any more: it says nothing, and replaces what it said."""

_TOLD = {
    FixOutcome.WORKED: "it worked",
    FixOutcome.PARTLY: "it worked in part",
    FixOutcome.FAILED: "it failed",
    FixOutcome.UNKNOWN: "whether it worked is not known any more",
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """An event, and the belief that it moves; the belief may be new."""

    belief: Belief
    event: BeliefEvent


def concluded(
    incident: Incident, fix: Fix, beliefs: Sequence[Belief], *, by: str, at: datetime
) -> Lesson | None:
    """Return what the outcome of a fix teaches; None where it says nothing, or nothing new."""
    belief = belief_about(incident, fix.text, beliefs)
    source = f"fix:{incident.id}:{fix.id}"
    said = next((one for one in heard(belief.events) if one.source == source), None)
    effect = effect_of(fix.outcome) or (_WITHDRAWN if said else None)
    if effect is None or (said and (said.effect, said.weight) == effect):
        return None
    event = BeliefEvent(
        belief_id=belief.id,
        at=at,
        effect=effect[0],
        incident_id=incident.id,
        source=source,
        by=by,
        reason=f"{incident.id}: {_TOLD[fix.outcome]}",
        weight=effect[1],
    )
    return Lesson(belief, event)


def recurred(
    recurrences: Iterable[Recurrence],
    incidents: Iterable[Incident],
    beliefs: Sequence[Belief],
    *,
    at: datetime,
) -> Iterator[Lesson]:
    """Yield what recurrences teach that is not on record yet: a fix that did not last is weaker."""
    by_id = {one.id: one for one in incidents}
    heard = {event.source for belief in beliefs for event in belief.events}
    for one in recurrences:
        incident = by_id.get(one.incident_id)
        source = f"recurrence:{one.incident_id}:{one.fix_id}:{one.recurred_as}"
        if incident is None or one.fix is None or source in heard:
            continue
        belief = belief_about(incident, one.fix, beliefs)
        event = BeliefEvent(
            belief_id=belief.id,
            at=at,
            effect=Effect.WEAKEN,
            incident_id=one.recurred_as,
            source=source,
            by="recurrence",
            reason=f"{one.incident_id} happened again as {one.recurred_as} {_later(one.days)}",
        )
        yield Lesson(belief, event)


def _later(days: float) -> str:
    whole = round(days)
    return {0: "within a day", 1: "after a day"}.get(whole, f"after {whole} days")


def belief_about(incident: Incident, fix: str, beliefs: Sequence[Belief]) -> Belief:
    """Return the belief that a fix works for the cause of an incident; a new one where there is none.

    Where no cause is known, it is a belief about what the incident looked like.
    """
    cause = incident.root_cause.value or incident.title
    known = belief_in(beliefs, fix, cause)
    return known or Belief(id=_id(fix, cause), fix=fix, cause=cause)


def _id(fix: str, cause: str) -> str:
    told = repr(
        [
            (one.words, sorted(one.facts.numbers | one.facts.versions), one.facts.negations)
            for one in (wording_of(fix), wording_of(cause))
        ]
    )
    return f"belief-{sha256(told.encode()).hexdigest()[:12]}"
