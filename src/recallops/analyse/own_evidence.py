"""What was observed of the incident itself, for a possible cause and against it."""

import re
from collections.abc import Iterator

from recallops.analyse.case import Case, OwnFact
from recallops.analyse.draft import Said
from recallops.domain.likeness import coverage, likeness
from recallops.domain.statements import Kind, Part

_ALIKE = 0.25
"""Likeness from which an observation shows what a cause speaks of."""
_NAMED = 0.6
"""Share of the words of what is ruled out that must stand in a cause."""
_MOST = 2
_LEADS = re.compile(
    r"[.;:]\s|\b(?:is|was|are|were)? ?(?:caus(?:ing|ed)|because|due to|led to|triggered|drove|consumed)\b"
)
_RULED_OUT = re.compile(
    r"\brul(?:ed|es|ing) out (?:an? |the |any )?(?P<after>[\w -]{4,40})"
    r"|(?P<before>\b[\w -]{4,40}?) (?:is|was|are|were|has been|can be) ruled out\b"
    r"|\bnot (?:an? |the )?(?:independent |real |actual )?(?P<not>[\w-]+(?: [\w-]+){0,2}? (?:event|problem|issue|leak|exhaustion|saturation|bottleneck|outage|failure|fault))\b"
    r"|\b(?:there is |there was )?no (?:sign of |evidence of )(?:an? |the |any )?(?P<none>[\w -]{4,40})",
    re.IGNORECASE,
)


def observed_for(cause: str, case: Case) -> list[Said]:
    """Return what was observed here and shows what a cause speaks of, the most telling first."""
    shown = [
        (likeness(one.text, cause), one)
        for one in _observed(case)
        if not any(ruled_out_in(one.text))
    ]
    best = sorted(shown, key=lambda pair: -pair[0])
    return [Said(f"Observed here: {one.text}", [one.ref]) for like, one in best if like >= _ALIKE][
        :_MOST
    ]


def observed_against(cause: str, case: Case) -> list[Said]:
    """Return what was observed here and rules a cause out.

    Counted is what it names first: what it only led to, or mentions on the way, may well be ruled out.
    """
    head = _LEADS.split(cause, maxsplit=1)[0]
    return [
        Said(f"Observed here: {one.text}", [one.ref])
        for one in _observed(case)
        if any(coverage(what, head) >= _NAMED for what in ruled_out_in(one.text))
    ][:_MOST]


def ruled_out_in(text: str) -> Iterator[str]:
    """Yield what a text says it was not."""
    for found in _RULED_OUT.finditer(text):
        yield from (one.strip() for one in found.groups() if one)


def _observed(case: Case) -> list[OwnFact]:
    return [
        one
        for one in case.own
        if one.part in (Part.TIMELINE, Part.SYMPTOM) and one.kind is not Kind.HYPOTHESIS
    ]
