"""What of a draft holds: in code, whoever wrote it. What does not is struck, and shown as such."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from recallops.analyse.case import Case
from recallops.analyse.draft import Draft, Said, Supposed
from recallops.analyse.grounds import Grounds, cited_in, fault_in, grounds_of
from recallops.domain.analyses import (
    Action,
    Analysis,
    Claim,
    Hypothesis,
    Moment,
    RootCause,
    Unsupported,
    Verdict,
)
from recallops.domain.likeness import is_same, likeness
from recallops.domain.statements import Kind, Part

_SAME = 0.8
_HIGHEST = 0.95
_LONGEST = 2000
_MOST = 12


@dataclass(slots=True)
class Checked:
    """Collects what holds of a draft, and what was struck."""

    case: Case
    struck: list[Unsupported] = field(default_factory=list[Unsupported])

    def claims(self, said: Iterable[Said], *, about_history: bool = True) -> tuple[Claim, ...]:
        """Return the claims that hold.

        Args:
            about_history: Whether each must rest on something; what only asks something need not.
        """
        found = (self.claim(one, about_history=about_history) for one in [*said][:_MOST])
        return tuple(one for one in found if one)

    def claim(self, said: Said, *, about_history: bool = True) -> Claim | None:
        grounds = self._grounds(said)
        if grounds is None:
            return None
        reason = fault_in(grounds, self.case, about_history=about_history)
        if reason:
            self.strike(grounds.text, reason)
            return None
        return Claim(text=grounds.text, references=grounds.refs, documented=grounds.documented)

    def strike(self, text: str, reason: str) -> None:
        struck = Unsupported(text=text[:_LONGEST], reason=reason)
        if struck not in self.struck:
            self.struck.append(struck)

    def _grounds(self, said: Said) -> Grounds | None:
        text, cited = cited_in(said)
        if not text:
            return None
        grounds = grounds_of(text, cited, self.case)
        for ref in grounds.unknown:
            self.strike(f"{text} [{ref}]", f"{ref} does not exist")
        return None if grounds.unknown and not grounds.documented else grounds


def checked(draft: Draft, case: Case) -> Checked:
    """Start to check a draft: what claims to know the answer, inside the incident, is struck first."""
    check = Checked(case)
    for one in case.set_aside:
        check.strike(one, "It stands among what was seen and claims to know the answer; nobody confirmed it")  # fmt: skip
    return check


def apply(analysis: Analysis, draft: Draft, case: Case) -> Analysis:
    """Fill an analysis with what holds of a draft."""
    check = checked(draft, case)
    summary = check.claims(_unless_history(draft.summary, check))
    empty = tuple(
        Claim(text=one.text) for one in draft.summary if not one.references and _says_nothing(one)
    )
    return replace(
        analysis,
        summary=(*summary, *empty),
        known_facts=check.claims(draft.known_facts),
        root_cause=_root_cause(draft.root_cause, check),
        hypotheses=tuple(_hypotheses(draft.hypotheses, check)),
        next_checks=check.claims(draft.next_checks, about_history=False),
        actions=tuple(_actions(draft.actions, check)),
        missing=tuple(
            dict.fromkeys(one.strip()[:_LONGEST] for one in draft.missing if one.strip())
        ),
        timeline=timeline_of(case),
        unsupported=tuple(check.struck),
    )


def timeline_of(case: Case) -> tuple[Moment, ...]:
    """Return what happened when in this incident, hypotheses left out."""
    moments = [
        Moment(at=one.at, text=one.text)
        for one in case.own
        if one.part is Part.TIMELINE and one.kind is not Kind.HYPOTHESIS and one.at
    ]
    return tuple(sorted(moments, key=lambda one: one.at))


def identity(prefix: str, text: str) -> str:
    """Return an id that stays the same as long as the text does."""
    return f"{prefix}-{sha256(' '.join(text.casefold().split()).encode()).hexdigest()[:10]}"


_NOTHING = "Nothing like it is on record"


def _says_nothing(said: Said) -> bool:
    return said.text.startswith(_NOTHING)


def _unless_history(said: Sequence[Said], check: Checked) -> Iterator[Said]:
    """Yield what must be checked; that there is nothing rests on nothing, and must be true."""
    for one in said:
        if not _says_nothing(one):
            yield one
        elif check.case.investigation.similar:
            check.strike(one.text, "There are similar incidents on record")


def _root_cause(said: Said | None, check: Checked) -> RootCause:
    """Return the cause only where it is on record for this very incident."""
    on_record = check.case.incident.root_cause
    if said is not None and not _is_on_record(said.text, on_record.value):
        check.strike(said.text, "It is not on record as the cause of this incident")
    return RootCause(text=on_record.value)


def _is_on_record(text: str, known: str | None) -> bool:
    return known is not None and (is_same(text, known) or likeness(text, known) >= _SAME)


def _hypotheses(supposed: Sequence[Supposed], check: Checked) -> Iterator[Hypothesis]:
    known: set[str] = set()
    for one in supposed[:_MOST]:
        id = identity("hyp", one.text)
        supporting = check.claims(one.supporting)
        if id in known or not one.text.strip():
            continue
        if not supporting:
            check.strike(one.text, "Nothing on record supports it")
            continue
        known.add(id)
        yield Hypothesis(
            id=id,
            text=one.text.strip()[:_LONGEST],
            confidence=round(min(max(one.confidence, 0.0), _HIGHEST), 3),
            supporting=supporting,
            opposing=check.claims(one.opposing),
            verdict=_verdict(one.text, check.case),
        )


def _verdict(text: str, case: Case) -> Verdict:
    if any(likeness(text, one) >= _SAME for one in case.refuted):
        return Verdict.REFUTED
    cause = case.incident.root_cause
    confirmed = cause.confirmed_by and _is_on_record(text, cause.value)
    return Verdict.CONFIRMED if confirmed else Verdict.OPEN


def _actions(said: Sequence[Said], check: Checked) -> Iterator[Action]:
    for one in check.claims(said, about_history=False):
        yield Action(id=identity("act", one.text), text=one.text, references=one.references)
