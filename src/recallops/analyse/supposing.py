"""Possible causes, from the causes of similar incidents, with what speaks for and against each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from recallops.analyse.case import Case
from recallops.analyse.draft import Said
from recallops.analyse.own_evidence import observed_against, observed_for
from recallops.domain.causes import says_nothing_failed
from recallops.domain.evidence import Evidence
from recallops.domain.investigations import Relation, Similar
from recallops.domain.likeness import likeness
from recallops.domain.statements import Part
from recallops.domain.telling import sentences

ONE_CAUSE = 0.35
"""Likeness from which two causes are one."""

REFUTED = 0.8
"""Likeness from which a cause is the one that was refuted."""

_CONFIRMED, _REPORTED = 0.9, 0.7
_AGAIN = 0.5
"""How much each further incident of a cause adds, of what is left to be sure."""
_DIFFERS = 0.9
"""What each point in which they differ leaves of the confidence."""
_BEATEN = 0.9
"""What an older cause has at most, of the confidence in a newer one that contradicts it."""
_WHEN_REFUTED = 0.1
_WHEN_RULED_OUT = 0.5
"""What is left of the confidence in a cause that was observed not to be it."""
_MOST = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A possible cause.

    Attributes:
        incident_id: Whose cause it was, of those most like this one.
        confirmed: Whether somebody confirmed it there.
        references: The evidence that tells it.
        ruled_out: Whether what was observed here says that it is not so.
    """

    text: str
    incident_id: str
    confirmed: bool
    confidence: float
    references: list[str]
    supporting: tuple[Said, ...] = ()
    opposing: tuple[Said, ...] = ()
    ruled_out: bool = False


def suspects_in(case: Case) -> list[Suspect]:
    """Return the causes that similar incidents had, the likeliest first."""
    families = _families(case.investigation.similar)
    suspects = [_suspect(case, family, families) for family in families]
    told = [_weighed(one, case) for one in suspects if one.supporting]
    return _capped(sorted(told, key=lambda one: one.ruled_out), case.refuted)


def _weighed(suspect: Suspect, case: Case) -> Suspect:
    """Add what was observed of the incident itself, for the cause and against it."""
    against = observed_against(suspect.text, case)
    return replace(
        suspect,
        confidence=suspect.confidence * (_WHEN_RULED_OUT if against else 1.0),
        supporting=(*suspect.supporting, *observed_for(suspect.text, case)),
        opposing=(*against, *suspect.opposing),
        ruled_out=bool(against),
    )


def _families(similar: Sequence[Similar]) -> list[list[Similar]]:
    """Sort similar incidents of known cause by that cause, in the order of the first of each."""
    families: list[list[Similar]] = []
    for one in similar:
        if not one.cause.value or says_nothing_failed(sentences(one.cause.value)[:1]):
            continue  # that nothing failed there explains nothing here
        for family in families:
            if likeness(family[0].cause.value or "", one.cause.value) >= ONE_CAUSE:
                family.append(one)
                break
        else:
            families.append([one])
    return families


def _suspect(
    case: Case, family: Sequence[Similar], families: Sequence[Sequence[Similar]]
) -> Suspect:
    chosen = max(family, key=lambda one: (bool(one.cause.confirmed_by), one.likeness))
    cause = chosen.cause.value or ""
    supporting = [said for one in family if (said := _for(case, one, cause))]
    opposing = [*_against(case, family, families)]
    differing = len([one for one in chosen.differing if not one.startswith("severity")])
    doubt = _DIFFERS ** min(3, differing)
    refs = [ref for one in family for ref in _cause_refs(case, one)]
    return Suspect(
        text=cause,
        incident_id=chosen.incident_id,
        confirmed=bool(chosen.cause.confirmed_by),
        confidence=_confidence(family) * doubt,
        references=refs[:4],
        supporting=tuple(supporting),
        opposing=tuple(opposing),
    )


def _confidence(family: Sequence[Similar]) -> float:
    """Return how sure the causes of some incidents make one of this incident, 0 to 0.95."""
    alone = sorted((_alone(one) for one in family), reverse=True)
    sure = alone[0]
    for one in alone[1:]:
        sure += (1 - sure) * one * _AGAIN
    return min(sure, _MOST)


def _alone(one: Similar) -> float:
    weight = _CONFIRMED if one.cause.confirmed_by else _REPORTED
    return one.likeness * weight * (0.5 if one.relation is Relation.OTHER_CAUSE else 1.0)


def _capped(suspects: Sequence[Suspect], refuted: Sequence[str]) -> list[Suspect]:
    """Let no cause be surer than one before it, which is newer or more alike; the refuted come last."""
    placed: list[Suspect] = []
    gone: list[Suspect] = []
    for one in suspects:
        if any(likeness(one.text, other) >= REFUTED for other in refuted):
            gone.append(replace(one, confidence=round(one.confidence * _WHEN_REFUTED, 3)))
            continue
        most = placed[-1].confidence * _BEATEN if placed else _MOST
        placed.append(replace(one, confidence=round(min(one.confidence, most), 3)))
    return [*placed, *gone]


def _for(case: Case, one: Similar, cause: str) -> Said | None:
    """Say that an incident was alike and had a cause, in words of its own where it put that otherwise."""
    refs = _cause_refs(case, one) or [found.ref for found in case.evidence_of(one.incident_id)][:2]
    if not refs:
        return None
    shared = ", ".join(one.shared[:4])
    how = "confirmed" if one.cause.confirmed_by else "reported"
    like = f" (shared: {shared})" if shared else ""
    same = one.cause.value == cause
    its = (
        f"this was its cause, {how} there" if same else f"its cause was {how} as: {one.cause.value}"
    )
    return Said(f"{one.incident_id} was alike{like}; {its}", refs)


def _against(
    case: Case, family: Sequence[Similar], families: Sequence[Sequence[Similar]]
) -> Iterator[Said]:
    for one in family:
        differing = [point for point in one.differing if not point.startswith("severity")]
        refs = [found.ref for found in case.evidence_of(one.incident_id)][:2]
        if differing and refs:
            yield Said(f"{one.incident_id} differs: {'; '.join(differing[:3])}", refs)
    newest = max(one.started_at for one in family)
    for other in families:
        if other is family:
            continue
        rival = other[0]
        newer = "is newer, looked" if rival.started_at > newest else "looked"
        refs = _cause_refs(case, rival)
        if refs:
            yield Said(f"{rival.incident_id} {newer} alike and had another cause: {rival.cause.value}", refs)  # fmt: skip


def _cause_refs(case: Case, one: Similar) -> list[str]:
    """Return the references of the evidence that tells the cause of an incident."""
    return [found.ref for found in case.evidence_of(one.incident_id) if _tells(found, one)][:2]


def _tells(found: Evidence, one: Similar) -> bool:
    return found.part is Part.CAUSE or likeness(found.text, one.cause.value or "") >= REFUTED
