"""Step 3, classify: which earlier incidents resemble this one, and what they are to it."""

from collections.abc import Iterable
from datetime import timedelta

from recallops.domain.evidence import Evidence
from recallops.domain.families import Kinship, symptoms_text
from recallops.domain.incidents import Incident
from recallops.domain.investigations import Relation, Step
from recallops.domain.likeness import coverage, likeness
from recallops.investigate.question import Question
from recallops.investigate.stages import Classified, Compared, Known, Leaving, Standing, whole_text

ALIKE = 0.3
"""Likeness under which an incident is not similar."""

KIN = 0.7
"""Likeness of an incident of the same cause, at least, however it showed."""

RECURS_WITHIN = timedelta(days=90)
"""Within this time after the end of an incident the same cause is a recurrence."""


def classify(compared: Compared, question: Question, known: Known) -> Classified:
    """Keep what belongs to incidents that resemble the one asked for, and what resembles it itself."""
    leaving = Leaving(Step.CLASSIFY, len(compared.evidence))
    standings = _standings(compared.evidence, question, known)
    kept: list[Evidence] = []
    for one in compared.evidence:
        standing = standings.get(one.incident_id or "")
        if standing is None:
            like = _like_text(question, one.text, known)
            if like >= ALIKE:
                kept.append(one)
            else:
                leaving.send(one, f"unlinked, and not about this (likeness {like:.2f})")
        elif standing.likeness >= ALIKE:
            kept.append(one)
        else:
            leaving.send(
                one, f"{one.incident_id} is not similar (likeness {standing.likeness:.2f})"
            )
    alike = {id: one for id, one in standings.items() if one.likeness >= ALIKE}
    return Classified(tuple(kept), alike, (*compared.funnel, leaving.told()))


def likeness_to(question: Question, incident: Incident, known: Known) -> float:
    """Return how much an incident resembles what is asked, 0 to 1.

    Half of it is how much of the question the incident speaks of, half how alike what was seen is,
    or the titles alone, whichever is more.
    """
    rarity = known.rarity
    spoken = coverage(question.seen, whole_text(incident), rarity)
    seen = likeness(question.seen, symptoms_text(incident), rarity)
    title = likeness(question.title, incident.title, rarity)
    return 0.5 * spoken + 0.5 * max(seen, title)


def _standings(
    evidence: Iterable[Evidence], question: Question, known: Known
) -> dict[str, Standing]:
    """Return what each incident of the evidence is to the question."""
    ids = dict.fromkeys(one.incident_id for one in evidence if one.incident_id)
    there = [known.incidents[id] for id in ids if id in known.incidents]
    if question.incident is None:
        # Of a few words there is no likeness to speak of: what they find counts.
        found = known.lexicon.scores(question.seen)
        return {one.id: _found(question, one, found.get(one.id, 0.0), known) for one in there}
    return {one.id: _standing(question, question.incident, one, known) for one in there}


def _found(question: Question, other: Incident, score: float, known: Known) -> Standing:
    like = min(likeness_to(question, other, known), 1.0)
    return Standing(other, like, Relation.SIMILAR, score)


def _standing(question: Question, asked: Incident, other: Incident, known: Known) -> Standing:
    like = likeness_to(question, other, known)
    relation = _relation(asked, other, known)
    if relation in (Relation.SAME_CAUSE, Relation.RECURRENCE):
        like = max(like, KIN)
    like = min(like, 1.0)
    return Standing(other, like, relation, like)


def _relation(asked: Incident, other: Incident, known: Known) -> Relation:
    """Identity first: the same alert, then the cause; what only looks alike is similar."""
    if asked.source.fingerprint and asked.source.fingerprint == other.source.fingerprint:
        return Relation.RECURRENCE
    kinship = known.families.kinship(asked.id, other.id)
    if kinship is Kinship.OTHER:
        return Relation.OTHER_CAUSE
    if kinship is Kinship.UNKNOWN:
        return Relation.SIMILAR
    since = asked.started_at - (other.resolved_at or other.started_at)
    recurred = timedelta(0) <= since <= RECURS_WITHIN
    return Relation.RECURRENCE if recurred else Relation.SAME_CAUSE


def _like_text(question: Question, text: str, known: Known) -> float:
    return max(
        likeness(question.seen, text, known.rarity), likeness(question.title, text, known.rarity)
    )
