"""Families of incidents: which had one cause, which are known to have had another, and why.

What a postmortem says in so many words ("a second occurrence", "another root cause than on June 30")
comes before how alike two causes are worded.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from itertools import islice

from recallops.domain.incidents import Incident, SourceKind
from recallops.domain.likeness import Rarity, alike_pairs, likeness, rarity_in
from recallops.domain.telling import sentences
from recallops.domain.times import days_in
from recallops.domain.wording import wording_of

SAME_CAUSE = 0.35
"""Likeness of two causes from which they are one; on postmortems of two companies what is one lies
above 0.5, and what is not below 0.21."""

OTHER_CAUSE = 0.2
"""Likeness of two causes up to which they are two."""

ALIKE_SYMPTOMS = 0.5
"""Likeness of titles and problems from which "the previous incident" may be meant."""


class Kinship(StrEnum):
    """What is known of the causes of two incidents."""

    ONE = "one"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Said:
    """That a text says of two incidents whether they had one cause."""

    one: str
    other: str
    kinship: Kinship
    sentence: str


@dataclass(frozen=True, slots=True)
class Families:
    """The incidents by cause.

    Attributes:
        of: The family of each incident whose cause is known, by the id of its oldest member.
        denied: Pairs of families of which it is said that they have not one cause.
        near: Pairs of families whose causes are too alike to be called two.
        said: What the texts say of it, in so many words.
    """

    of: Mapping[str, str] = field(default_factory=dict[str, str])
    denied: frozenset[frozenset[str]] = frozenset()
    near: frozenset[frozenset[str]] = frozenset()
    said: tuple[Said, ...] = ()

    def kinship(self, one: str, other: str) -> Kinship:
        """Return whether two incidents had one cause."""
        mine, theirs = self.of.get(one), self.of.get(other)
        if mine is None or theirs is None:
            return Kinship.UNKNOWN
        if mine == theirs:
            return Kinship.ONE
        pair = frozenset((mine, theirs))
        unsure = pair in self.near and pair not in self.denied
        return Kinship.UNKNOWN if unsure else Kinship.OTHER

    def why(self, one: str, other: str) -> str | None:
        """Return the sentence that says so of these two; None where none does."""
        pair = {one, other}
        return next((say.sentence for say in self.said if {say.one, say.other} == pair), None)


def families_of(incidents: Sequence[Incident], rarity: Rarity | None = None) -> Families:
    """Sort incidents by cause. Those of which no cause is known belong to no family."""
    known = sorted(
        (one for one in incidents if one.root_cause.value), key=lambda one: (one.started_at, one.id)
    )
    tells = rarity or rarity_in(symptoms_text(one) for one in incidents)
    said = tuple(_said(known, tells))
    denied = {frozenset((say.one, say.other)) for say in said if say.kinship is Kinship.OTHER}
    members = {one.id: [one.id] for one in known}
    likes = _alike_causes(known, tells)
    joins = [(say.one, say.other) for say in said if say.kinship is Kinship.ONE]
    # The id of the oldest names the family; the incidents came oldest first.
    order = {one.id: place for place, one in enumerate(known)}
    for one, other in (*joins, *(pair for pair, like in likes if like >= SAME_CAUSE)):
        if members[one] is not members[other]:
            _join(members, one, other, denied, order)
    of = {id: family[0] for id, family in members.items()}
    near = {frozenset(pair) for pair, _ in likes}
    return Families(of, _between(denied, of), _between(near, of), said)


def _between(pairs: set[frozenset[str]], of: Mapping[str, str]) -> frozenset[frozenset[str]]:
    """Return the pairs of families that pairs of incidents belong to."""
    found = (frozenset(of[id] for id in pair) for pair in pairs)
    return frozenset(pair for pair in found if len(pair) == 2)


def symptoms_text(incident: Incident) -> str:
    """Return what was seen of an incident, in one text."""
    return "\n".join((incident.title, incident.problem, *incident.symptoms))


def _join(
    members: dict[str, list[str]],
    one: str,
    other: str,
    denied: set[frozenset[str]],
    order: Mapping[str, int],
) -> None:
    """Make two families one, unless that would hold a pair that is said to be none."""
    mine, theirs = members[one], members[other]
    if denied and any(frozenset((a, b)) in denied for a in mine for b in theirs):
        return
    joined = sorted((*mine, *theirs), key=order.__getitem__)
    for id in joined:
        members[id] = joined


def _alike_causes(known: Sequence[Incident], rarity: Rarity) -> list[tuple[tuple[str, str], float]]:
    """Return the pairs whose causes are not plainly two, with their likeness, most alike first.

    A cause that denies what the other says is none of its kind.
    """
    causes = [one.root_cause.value or "" for one in known]
    return [
        ((known[one].id, known[other].id), like)
        for one, other, like in alike_pairs(causes, rarity, floor=OTHER_CAUSE)
        if not _contradict(causes[one], causes[other])
    ]


def _contradict(one: str, other: str) -> bool:
    """Whether one says of nearly the same words that it is not so."""
    mine, theirs = wording_of(one), wording_of(other)
    odd = mine.facts.negations % 2 != theirs.facts.negations % 2
    return odd and likeness(one, other) > 0.8


# ------------------------------------------------------------------------ what is said in words

_OTHER = re.compile(
    r"\b(?:another|different|other|distinct|separate) (?:root )?cause|\bnot (?:the same|caused by the same)\b|"
    r"\bunrelated to (?:the )?(?:previous|earlier|other|incident)",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:the )?same (?:root )?(?:cause|issue|problem|fault|incident|failure|bug)\b|"
    r"\b(?:second|third|fourth|another|repeat(?:ed)?) occurr?ence\b|\brecurrence\b|\brecurred\b|\bhappened again\b|"
    r"\bseen this (?:issue|problem|before)\b|\b(?:shared|sharing) (?:the|a) (?:same |common )?(?:root )?cause\b|"
    r"\broot cause of\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:previous|prior|earlier|before|last|again|second|third|fourth|past|recurrence|recurred|repeat(?:ed)?)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b[A-Z]{2,8}-?\d+(?:-\d+)?\b")


def _said(known: Sequence[Incident], rarity: Rarity) -> Iterator[Said]:
    """Yield what the incidents say of one another's causes."""
    index = _index_of(known)
    for place, incident in enumerate(known):
        for sentence in _told_by(incident):
            kinship = _kinship_in(sentence)
            if kinship is Kinship.UNKNOWN:
                continue
            for other in _meant(sentence, place, index, rarity):
                yield Said(incident.id, other.id, kinship, sentence)


@dataclass(frozen=True, slots=True)
class _Index:
    """Incidents, oldest first, with the places of each name and each day."""

    known: Sequence[Incident]
    named: Mapping[str, Sequence[int]]
    on: Mapping[date, Sequence[int]]


def _index_of(known: Sequence[Incident]) -> _Index:
    named: defaultdict[str, list[int]] = defaultdict(list)
    on: defaultdict[date, list[int]] = defaultdict(list)
    for place, one in enumerate(known):
        for name in {one.id.casefold(), *(tag.casefold() for tag in one.tags)}:
            named[name].append(place)
        for day in _days_of(one):
            on[day].append(place)
    return _Index(known, named, on)


def _told_by(incident: Incident) -> Iterator[str]:
    """Yield sentences of somebody who knew the end: a cause that is given, or a postmortem.

    What is put in while it lasts claims no kinship, whatever it says.
    """
    texts = [incident.root_cause.value or "", *incident.factors, *incident.lessons]
    if incident.source.kind is SourceKind.IMPORT:
        texts = [incident.problem, *texts]
    for text in texts:
        yield from sentences(text)


def _kinship_in(sentence: str) -> Kinship:
    if _OTHER.search(sentence):
        return Kinship.OTHER
    return Kinship.ONE if _SAME.search(sentence) else Kinship.UNKNOWN


def _meant(sentence: str, place: int, index: _Index, rarity: Rarity) -> list[Incident]:
    """Return the incidents that a sentence compares with: by name, by day, or the one before."""
    incident = index.known[place]
    names = {name.casefold() for name in _NAMED.findall(sentence)}
    called = _others(place, (found for name in names for found in index.named.get(name, ())), index)
    if called:
        return called
    days = {*days_in(sentence, incident.started_at.year)}
    if days:
        then = _others(place, (found for day in days for found in index.on.get(day, ())), index)
        return [one for one in then if _near(one, incident)]
    if not _EARLIER.search(sentence):
        return []
    earlier = (index.known[at] for at in range(place - 1, -1, -1))
    before = (one for one in earlier if _looks_alike(one, incident, rarity))
    return list(islice(before, 1))


def _others(place: int, places: Iterable[int], index: _Index) -> list[Incident]:
    return [index.known[at] for at in sorted({*places} - {place})]


def _near(one: Incident, other: Incident) -> bool:
    """Whether two may be meant by days without a year: by one team, within half a year."""
    return one.service == other.service and abs((one.started_at - other.started_at).days) < 183


def _looks_alike(one: Incident, other: Incident, rarity: Rarity) -> bool:
    return (
        likeness(one.title, other.title, rarity) >= ALIKE_SYMPTOMS
        or likeness(symptoms_text(one), symptoms_text(other), rarity) >= ALIKE_SYMPTOMS
    )


def _days_of(incident: Incident) -> set[date]:
    end = incident.resolved_at or incident.started_at
    return {incident.started_at.date(), end.date()}
