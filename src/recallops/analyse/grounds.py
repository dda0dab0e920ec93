"""What a claim rests on, and whether that bears it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recallops.analyse.case import Case
from recallops.analyse.draft import Said
from recallops.domain.evidence import Evidence
from recallops.domain.likeness import coverage, likeness
from recallops.domain.statements import Part
from recallops.domain.telling import sentences
from recallops.domain.wording import wording_of

BORNE = 0.3
"""Which share of a claim's words must stand in what it cites."""

_ALIKE = 0.8
"""Likeness from which two sentences say, or deny, one thing."""
_CITED = re.compile(r"\s*[\[(]((?:HM|R)-\d+(?:\s*[,;]\s*(?:HM|R)-\d+)*)[\])]")
_REF = re.compile(r"\b(?:HM|R)-\d+\b")
_INCIDENT = re.compile(r"\b(?:INC|PM|SEV|TICKET|CASE)-?\d[\w-]*\b", re.IGNORECASE)
_RESOLVED = re.compile(
    r"\b(?:resolved|fixed|solved|cured|mitigated|restored|remediated|repaired|ended (?:it|the)|did the trick|worked|helped)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|never|no|failed|without|nothing|whether|if)\b", re.IGNORECASE)
_BY_ITSELF = re.compile(
    r"\b(?:automatic(?:ally)?|auto-?(?:remediat|heal|rollback|restart|scal)\w*|without (?:approval|asking|confirmation|review)"
    r"|unattended|execut(?:e|ing) (?:now|immediately)|immediately run|i (?:have|will|am going to)|has been (?:executed|applied|rolled back|restarted))\b"
    r"|(?:^|\s)(?:kubectl|sudo|rm -rf|terraform apply|drop table)\b",
    re.IGNORECASE,
)
_APPLIED = (Part.FIX, Part.RESOLUTION, Part.OUTCOME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """A claim with what it cites.

    Attributes:
        refs: References to evidence of other incidents that exist.
        unknown: References that do not.
        evidence: What the references name.
        own: Texts of the incident itself that it cites.
    """

    text: str
    refs: tuple[str, ...]
    unknown: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    own: tuple[str, ...]

    @property
    def documented(self) -> bool:
        return bool(self.evidence or self.own)


def cited_in(said: Said) -> tuple[str, list[str]]:
    """Return a text without the references inside it, and all the references."""
    inside = [ref for group in _CITED.findall(said.text) for ref in _REF.findall(group)]
    given = [ref for one in said.references for ref in (_REF.findall(one) or [one.strip("[] ")])]
    text = " ".join(_CITED.sub("", said.text).split())
    return text, list(dict.fromkeys(ref for ref in (*given, *inside) if ref))


def grounds_of(text: str, cited: Sequence[str], case: Case) -> Grounds:
    """Look up what a claim cites."""
    evidence = [found for ref in cited if (found := case.evidence(ref))]
    own = [found for ref in cited if (found := case.own_fact(ref))]
    known = {*(one.ref for one in evidence), *(one.ref for one in own)}
    return Grounds(
        text=text,
        refs=tuple(one.ref for one in evidence),
        unknown=tuple(ref for ref in cited if ref not in known),
        evidence=tuple(evidence),
        own=tuple(one.text for one in own),
    )


def fault_in(grounds: Grounds, case: Case, *, about_history: bool) -> str | None:
    """Say why a claim does not hold; None where it does.

    Args:
        about_history: Whether it states something, which must rest on something.
    """
    if not about_history and _BY_ITSELF.search(grounds.text):
        return "Nothing is done by itself: an action is a proposal that a person decides on"
    invented = _invented(grounds.text, case)
    if invented:
        return f"{invented} is on record nowhere"
    if not grounds.documented:
        return "It cites nothing" if about_history else None
    return _unborne(grounds, case)


def _unborne(grounds: Grounds, case: Case) -> str | None:
    """Say what a claim adds to what it cites."""
    told = _told_by(grounds, case)
    strange = _strange_facts(grounds.text, told)
    if strange:
        return f"Nothing that it cites says {strange}"
    unapplied = _unapplied(grounds)
    if unapplied:
        return unapplied
    if coverage(grounds.text, told) < BORNE:
        return "What it cites says something else"
    if _is_denied(grounds):
        return "What it cites says that it is not so"
    return None


def _texts(grounds: Grounds) -> tuple[str, ...]:
    return (*(one.text for one in grounds.evidence), *grounds.own)


def _told_by(grounds: Grounds, case: Case) -> str:
    """Return all that a claim may say: what it cites, and how the incidents of it compare."""
    about = {one.incident_id for one in grounds.evidence}
    similar = [one for one in case.investigation.similar if one.incident_id in about]
    asked = case.incident
    return "\n".join(
        (
            *_texts(grounds),
            *(one.text for one in case.own if grounds.own),
            *(
                "; ".join((one.incident_id, one.title, one.service, *one.shared, *one.differing))
                for one in similar
            ),
            *(one.cause.value or "" for one in similar),
            *(fix.fix for one in similar for fix in one.fixes),
            *(f"{one.incident_id} {one.service}" for one in grounds.evidence if one.incident_id),
            f"{asked.id} {asked.title} {asked.service} {asked.severity}",
        )
    )


def _strange_facts(text: str, told: str) -> str | None:
    mine, theirs = wording_of(text).facts, wording_of(told).facts
    known = {fact for _, facts in theirs.named() for fact in facts}
    for _, facts in mine.named():
        strange = sorted(facts - known)
        if strange:
            return strange[0]
    return None


def _invented(text: str, case: Case) -> str | None:
    """Return an incident that a text names and that is not on record here."""
    found = case.investigation
    there = "\n".join(
        (
            case.incident.id,
            *(one.incident_id for one in found.similar),
            *(f"{one.incident_id or ''} {one.text}" for one in found.evidence),
            *(one.text for one in case.own),
        )
    ).casefold()
    return next((id for id in _INCIDENT.findall(text) if id.casefold() not in there), None)


def _unapplied(grounds: Grounds) -> str | None:
    """Say why a text may not call something a resolution; None where it may, or does not."""
    if not _RESOLVED.search(grounds.text) or _DENIED.search(grounds.text) or grounds.own:
        return None
    applied = [one for one in grounds.evidence if one.part in _APPLIED]
    if not applied and not any(_RESOLVED.search(one.text) for one in grounds.evidence):
        return "Nothing that it cites says that this was done and helped"
    if applied and all("(it failed)" in one.text or "not known" in one.text for one in applied):
        return "What it cites does not say that it helped"
    return None


def _is_denied(grounds: Grounds) -> bool:
    """Whether what is cited says of a sentence that it is not so, and nowhere that it is."""
    told = [one for text in _texts(grounds) for one in sentences(text)]
    return any(_denied(one, told) for one in sentences(grounds.text))


def _denied(sentence: str, told: Sequence[str]) -> bool:
    alike = [one for one in told if likeness(one, sentence) > _ALIKE]
    odd = [_is_odd(one) != _is_odd(sentence) for one in alike]
    return bool(odd) and all(odd)


def _is_odd(text: str) -> bool:
    return wording_of(text).facts.negations % 2 == 1
