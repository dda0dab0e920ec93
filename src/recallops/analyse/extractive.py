"""A draft from what is on record, without a model: every sentence is quoted or counted."""

from collections.abc import Iterator, Sequence

from recallops.analyse.case import Case, OwnFact
from recallops.analyse.draft import Draft, Said, Supposed
from recallops.analyse.health import nothing_wrong, says_well
from recallops.analyse.supposing import REFUTED, Suspect, suspects_in
from recallops.analyse.tried import promising, tried_before
from recallops.domain.incidents import FixOutcome, Status
from recallops.domain.investigations import Relation, Similar
from recallops.domain.likeness import likeness
from recallops.domain.statements import Kind, Part

_FACTS = 10
_ACTIONS = 3
_CHECKS = 4
_SEEN = (Part.PROBLEM, Part.SYMPTOM, Part.TIMELINE)
_HELPED = {
    FixOutcome.WORKED: "it worked there",
    FixOutcome.PARTLY: "it worked in part there",
}


def draft_of(case: Case) -> Draft:
    """Put together what is on record of an incident and of others like it."""
    well = is_well(case)
    suspects = [] if well else suspects_in(case)
    return Draft(
        summary=[*_summary(case, suspects, well=well)],
        known_facts=[*_known_facts(case)],
        root_cause=_root_cause(case),
        hypotheses=[*map(_supposed, suspects)],
        next_checks=[*_next_checks(case, suspects)][:_CHECKS],
        actions=[] if well else [*_actions(case)][:_ACTIONS],
        missing=[*_missing(case, suspects, well=well)],
    )


def is_well(case: Case) -> bool:
    """Whether what was observed of an incident says that nothing is wrong; no cause is then sought."""
    if case.incident.root_cause.value:
        return False
    observed = [one.text for one in case.incident.timeline if one.kind is Kind.OBSERVED]
    return nothing_wrong(observed)


def _summary(case: Case, suspects: Sequence[Suspect], *, well: bool) -> Iterator[Said]:
    incident = case.incident
    state = "over" if incident.status is Status.RESOLVED else "still going on"
    own = [one.ref for one in case.own if one.text == incident.title][:1] or [
        one.ref for one in case.own[:1]
    ]
    yield Said(f"{incident.title}: {incident.severity} on {incident.service or 'no service named'}, {state}.", own)  # fmt: skip
    if well:
        for one in [one for one in case.own if one.kind is Kind.OBSERVED and says_well(one.text)][
            :2
        ]:
            yield Said(f"All looks well: {one.text}", [one.ref])
        return
    similar = case.investigation.similar
    if not similar:
        yield Said(
            f"Nothing like it is on record. {case.investigation.reason or 'No reason is known'}."
        )
        return
    best = similar[0]
    refs = [one.ref for one in case.evidence_of(best.incident_id)][:3]
    again = "It is a recurrence of" if best.relation is Relation.RECURRENCE else "Most like it is"
    yield Said(f"{again} {best.incident_id}, {best.title}.", refs)
    for one in suspects[:1]:
        yield Said(f"What to look at first: {one.text}", one.references)


def _known_facts(case: Case) -> Iterator[Said]:
    told = [one for one in case.own if one.part in _SEEN and one.text != case.incident.title]
    order = {Kind.CONFIRMED: 0, Kind.OBSERVED: 1, Kind.REPORTED: 2}
    for one in sorted(told, key=lambda one: order.get(one.kind, 3))[:_FACTS]:
        yield Said(one.text, [one.ref])
    for one in case.own:
        if one.part in (Part.CAUSE, Part.RESOLUTION, Part.OUTCOME, Part.FIX):
            yield Said(one.text, [one.ref])


def _root_cause(case: Case) -> Said | None:
    """Return the cause where it is on record for this very incident."""
    told = [one for one in case.own if one.part is Part.CAUSE]
    return Said(told[0].text, [one.ref for one in told]) if told else None


def _supposed(one: Suspect) -> Supposed:
    return Supposed(
        text=one.text,
        confidence=one.confidence,
        supporting=list(one.supporting),
        opposing=list(one.opposing),
    )


def _next_checks(case: Case, suspects: Sequence[Suspect]) -> Iterator[Said]:
    for one in suspects[:_CHECKS]:
        refs = one.references or [ref for said in one.supporting for ref in said.references]
        yield Said(f"See whether it is this again, as in {one.incident_id}: {one.text}", refs)  # fmt: skip
    for one in case.investigation.similar[:2]:
        differing = [point for point in one.differing if not point.startswith("severity")]
        if differing:
            refs = [found.ref for found in case.evidence_of(one.incident_id)][:2]
            yield Said(f"See whether it matters that {one.incident_id} differs: {'; '.join(differing[:2])}", refs)  # fmt: skip


def _actions(case: Case) -> Iterator[Said]:
    """Propose what helped before, unless it has failed since."""
    likely = {one.incident_id for one in case.investigation.similar if _may_help(one, case)}
    for one in promising(tried_before(case)):
        if one.incident_id in likely and one.references:
            yield Said(
                f"Consider what was done in {one.incident_id} ({_HELPED[one.outcome]}): {one.fix}",
                list(one.references),
            )


def _may_help(similar: Similar, case: Case) -> bool:
    """Whether what was done there was done against what may be the cause here."""
    cause = similar.cause.value
    refuted = cause is not None and any(likeness(cause, one) >= REFUTED for one in case.refuted)
    return similar.relation is not Relation.OTHER_CAUSE and not refuted


def _missing(case: Case, suspects: Sequence[Suspect], *, well: bool) -> Iterator[str]:
    yield from _missing_of_itself(case, well=well)
    if not case.investigation.similar:
        yield f"Earlier incidents like it: {case.investigation.reason or 'none was found'}"
    for one in suspects:
        if not one.confirmed:
            yield f"Who confirmed the cause of {one.incident_id}: it is only reported"
    for fix in case.incident.fixes:
        if fix.outcome is FixOutcome.UNKNOWN:
            yield f"Whether this helped: {fix.text}"


def _missing_of_itself(case: Case, *, well: bool) -> Iterator[str]:
    cause = case.incident.root_cause
    if well:
        yield "Whether anything is wrong at all: what was observed is as it should be"
    elif not cause.value:
        yield "The root cause: nobody has confirmed one for this incident"
    elif not cause.confirmed_by:
        yield "Who confirms the root cause: it is only reported"
    if not any(_is_observed(one) for one in case.own):
        yield "Observations: nothing on the timeline says what was measured or seen"
    if not case.incident.service:
        yield "Which service it is"


def _is_observed(one: OwnFact) -> bool:
    return one.part is Part.TIMELINE and one.kind in (Kind.OBSERVED, Kind.CONFIRMED)
