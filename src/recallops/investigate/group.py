"""Step 5, group: evidence by incident; each similar incident with what is shared and what differs."""

import re
from collections.abc import Iterator
from dataclasses import replace

from recallops.domain.beliefs import belief_in
from recallops.domain.families import symptoms_text
from recallops.domain.incidents import FixOutcome, Incident
from recallops.domain.investigations import (
    FunnelStep,
    Group,
    Investigation,
    Relation,
    Similar,
    Step,
    TriedFix,
)
from recallops.domain.likeness import differing_facts, shared_facts, shared_words
from recallops.domain.wording import Facts, wording_of
from recallops.investigate.question import Question
from recallops.investigate.stages import Known, Ranked, Standing, whole_text

UNLINKED = "Unlinked evidence"
_NOTHING = "–"
_WORDS = re.compile(r"[^\W_]+")


def group(ranked: Ranked, question: Question, known: Known, *, reason: str | None) -> Investigation:
    """Put the investigation together; nobody leaves here.

    Args:
        reason: Why the memory gave back nothing, where it gave back nothing.
    """
    count = len(ranked.evidence)
    return Investigation(
        question=question.seen,
        recalled=ranked.funnel[0].entered,
        funnel=(*ranked.funnel, FunnelStep(step=Step.GROUP, entered=count, left=count)),
        evidence=ranked.evidence,
        groups=tuple(_groups(ranked, known)),
        similar=tuple(_similar(one, question, known) for one in ranked.standings),
        reason=_reason(ranked, reason),
        set_aside=question.set_aside,
    )


def _reason(ranked: Ranked, reason: str | None) -> str | None:
    if ranked.evidence:
        return None
    return reason or "Nothing that was recalled is about an incident like this one"


def _groups(ranked: Ranked, known: Known) -> Iterator[Group]:
    for id in dict.fromkeys(_incident_id(one.incident_id, known) for one in ranked.evidence):
        refs = [one.ref for one in ranked.evidence if _incident_id(one.incident_id, known) == id]
        title = known.incidents[id].title if id else UNLINKED
        yield Group(incident_id=id, title=title, evidence=tuple(refs))


def _incident_id(id: str | None, known: Known) -> str | None:
    """Return the incident that evidence is of; None where the records know none."""
    return id if id in known.incidents else None


def _similar(standing: Standing, question: Question, known: Known) -> Similar:
    other = standing.incident
    return Similar(
        incident_id=other.id,
        title=other.title,
        service=other.service,
        started_at=other.started_at,
        likeness=round(standing.likeness, 3),
        relation=standing.relation,
        shared=tuple(_shared(standing, question, known)),
        differing=tuple(_differing(standing, question, known)),
        cause=other.root_cause,
        fixes=tried(other, known),
    )


def tried(incident: Incident, known: Known) -> tuple[TriedFix, ...]:
    """Return what was done against an incident, with what is believed of it; what failed comes last."""
    cause = incident.root_cause.value or incident.title
    fixes = [
        TriedFix(
            fix=one.text, outcome=one.outcome, belief=belief_in(known.beliefs, one.text, cause)
        )
        for one in incident.fixes
    ]
    return tuple(sorted(fixes, key=_least_promising))


def _least_promising(fix: TriedFix) -> tuple[bool, float]:
    """Sort what failed behind all else, and the rest by how sure it is that it works."""
    failed = fix.outcome is FixOutcome.FAILED or (fix.belief is not None and fix.belief.failed_last)
    sure = {FixOutcome.WORKED: 0.6, FixOutcome.PARTLY: 0.45}.get(fix.outcome, 0.5)
    return failed, -(fix.belief.confidence if fix.belief else sure)


def _shared(standing: Standing, question: Question, known: Known) -> Iterator[str]:
    asked, other = question.incident, standing.incident
    if asked and asked.service and asked.service == other.service:
        yield f"service {other.service}"
    if asked and asked.source.fingerprint and asked.source.fingerprint == other.source.fingerprint:
        yield "the same alert"
    if asked and standing.relation in (Relation.SAME_CAUSE, Relation.RECURRENCE):
        said = known.families.why(asked.id, other.id)
        if said:
            yield f"said to have one cause: {said}"
        elif asked.root_cause.value and other.root_cause.value:
            yield f"cause: {other.root_cause.value}"
    yield from _shared_points(question, other, known)


def _shared_points(question: Question, other: Incident, known: Known) -> Iterator[str]:
    """Yield the facts and words that both tell, none twice: a number as it is, no word of the service."""
    mine, theirs = wording_of(question.seen).facts, wording_of(symptoms_text(other)).facts
    facts = [one.removeprefix("number ") for one in shared_facts(mine, theirs)]
    said = {*_WORDS.findall(" ".join((other.service, *facts)).casefold())}
    words = shared_words(question.seen, whole_text(other), known.rarity)
    yield from facts
    yield from (one for one in words if one.casefold() not in said)


def _comparable(facts: Facts, others: Facts) -> Facts:
    """Return what of a whole account can differ from another.

    Numbers are of one thing only where they have one unit; how often each says "not" tells nothing.
    """
    units = {_unit(one) for one in others.numbers} - {""}
    numbers = frozenset(one for one in facts.numbers if _unit(one) in units)
    return replace(facts, numbers=numbers, negations=0)


def _unit(number: str) -> str:
    return number.lstrip("0123456789.,:")


def _differing(standing: Standing, question: Question, known: Known) -> Iterator[str]:
    asked, other = question.incident, standing.incident
    if asked:
        if asked.service and other.service and asked.service != other.service:
            yield f"service: {asked.service} / {other.service}"
        if asked.severity is not other.severity:
            yield f"severity: {asked.severity} / {other.severity}"
        if standing.relation is Relation.OTHER_CAUSE:
            said = known.families.why(asked.id, other.id)
            yield (
                f"said to have another cause: {said}"
                if said
                else (f"cause: {asked.root_cause.value} / {other.root_cause.value}")
            )
    mine, theirs = wording_of(question.seen).facts, wording_of(symptoms_text(other)).facts
    for point in differing_facts(_comparable(mine, theirs), _comparable(theirs, mine)):
        if _NOTHING not in point:  # what only one of them tells of is no difference
            yield point
