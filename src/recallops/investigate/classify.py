"""Step 3, classify: which earlier incidents resemble this one, and what they are to it."""

from collections.abc import Iterable
from datetime import timedelta

from recallops.domain.evidence import Evidence
from recallops.domain.families import Kinship, symptoms_text
from recallops.domain.incidents import Incident
from recallops.domain.investigations import Relation, Step
from recallops.domain.likeness import coverage, likeness
from recallops.investigate.question import Question
from recallops.investigate.stages import (
    Classified,
    Compared,
    Known,
    Leaving,
    Standing,
    noted_text,
    whole_text,
)

ALIKE = 0.3
"""Likeness under which an incident is not similar."""

FAINT = 0.2
"""Likeness that is enough where what was observed since points there as much as anywhere."""

POINTS = 0.75
"""How well it must answer then, compared with the one that answers best."""

KIN = 0.7
"""Likeness of an incident of the same cause, at least, however it showed."""

RECURS_WITHIN = timedelta(days=90)
"""Within this time after the end of an incident the same cause is a recurrence."""


def classify(compared: Compared, question: Question, known: Known) -> Classified:
    """Keep what belongs to incidents that resemble the one asked for, and what resembles it itself."""
    leaving = Leaving(Step.CLASSIFY, len(compared.evidence))
    standings = _standings(compared.evidence, question, known)
    alike = {
        id: one for id, one in standings.items() if is_alike(one, standings.values(), question)
    }
    kept: list[Evidence] = []
    for one in compared.evidence:
        standing = standings.get(one.incident_id or "")
        if standing is None:
            like = _like_text(question, one.text, known)
            if like >= ALIKE:
                kept.append(one)
            else:
                leaving.send(one, f"unlinked, and not about this (likeness {like:.2f})")
        elif standing.incident.id in alike:
            kept.append(one)
        else:
            leaving.send(
                one, f"{one.incident_id} is not similar (likeness {standing.likeness:.2f})"
            )
    return Classified(tuple(kept), alike, (*compared.funnel, leaving.told()))


def is_alike(one: Standing, all: Iterable[Standing], question: Question) -> bool:
    """Whether an incident is similar: by how it looks, or by what was observed since."""
    if one.likeness >= ALIKE:
        return True
    most = max(other.weight for other in all)
    return bool(question.observed) and one.likeness >= FAINT and one.weight >= POINTS * most


def likeness_to(question: Question, incident: Incident, known: Known) -> float:
    """Return how much an incident resembles what is asked, 0 to 1.

    Half of it is how much of the question the incident speaks of, half how alike what was seen is,
    or the titles alone, whichever is more. What was observed since is compared in the same way with
    what was noted there; it may show what the alert did not say.
    """
    rarity, whole = known.rarity, whole_text(incident)
    spoken = coverage(question.seen, whole, rarity)
    seen = likeness(question.seen, symptoms_text(incident), rarity)
    title = likeness(question.title, incident.title, rarity)
    like = 0.5 * spoken + 0.5 * max(seen, title)
    if not question.observed:
        return like
    noted = likeness(question.observed, noted_text(incident), rarity)
    return max(like, 0.5 * coverage(question.observed, whole, rarity) + 0.5 * noted)


def weights_in(question: Question, known: Known) -> dict[str, float]:
    """Return how well each incident answers what was seen, and what was observed since; 2 is most."""
    weights: dict[str, float] = {}
    for asked in (question.seen, question.observed):
        scores = known.lexicon.scores(asked)
        left = {id: score for id, score in scores.items() if id not in question.without}
        most = max(left.values(), default=0.0)
        for id, score in left.items():
            weights[id] = weights.get(id, 0.0) + score / most
    return weights


def _standings(
    evidence: Iterable[Evidence], question: Question, known: Known
) -> dict[str, Standing]:
    """Return what each incident of the evidence is to the question."""
    ids = dict.fromkeys(one.incident_id for one in evidence if one.incident_id)
    there = [known.incidents[id] for id in ids if id in known.incidents]
    weights = weights_in(question, known)
    return {one.id: _standing(question, one, weights.get(one.id, 0.0), known) for one in there}


def _standing(question: Question, other: Incident, weight: float, known: Known) -> Standing:
    like = likeness_to(question, other, known)
    asked = question.incident
    relation = _relation(asked, other, known) if asked else Relation.SIMILAR
    if relation in (Relation.SAME_CAUSE, Relation.RECURRENCE):
        like = max(like, KIN)
    return Standing(other, min(like, 1.0), relation, weight)


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
