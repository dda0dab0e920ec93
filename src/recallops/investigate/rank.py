"""Step 4, rank: best first, few enough to be read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from recallops.domain.evidence import Evidence
from recallops.domain.families import ALIKE_SYMPTOMS, Kinship, symptoms_text
from recallops.domain.incidents import Incident
from recallops.domain.investigations import Relation, Step
from recallops.domain.likeness import coverage, likeness
from recallops.domain.statements import Kind, Part
from recallops.investigate.question import Question
from recallops.investigate.stages import Classified, Known, Leaving, Ranked, Standing, teaches

INCIDENTS = 5
BARE = 2
"""Of these, how many at most of which nothing is known that helps, while others wait.

A storm of alerts opens many that read alike; they must not take the place of what earlier ones taught.
"""
EACH = 6
UNLINKED = 3

NEARLY = 0.75
"""How alike, compared with an older incident, a newer one of another cause must be to go before it."""

_ORDER = {
    Relation.RECURRENCE: 0,
    Relation.SAME_CAUSE: 0,
    Relation.SIMILAR: 1,
    Relation.OTHER_CAUSE: 1,
}
_TELLS = {
    Part.CAUSE: 0.9,
    Part.FIX: 0.8,
    Part.RESOLUTION: 0.35,
    Part.OUTCOME: 0.3,
    Part.PROBLEM: 0.2,
    Part.SYMPTOM: 0.2,
    Part.FACTOR: 0.1,
    Part.FOLLOW_UP: -0.2,
}
_WORTH = {Kind.CONFIRMED: 0.3, Kind.OBSERVED: 0.1, Kind.REPORTED: 0.0, Kind.HYPOTHESIS: 0.0}


def rank(classified: Classified, question: Question, known: Known) -> Ranked:
    """Keep the best statements of the best incidents.

    A statement is worth its relevance, what of an incident it tells, and how sure it is.
    """
    leaving = Leaving(Step.RANK, len(classified.evidence))
    standings = _chosen(_in_order([*classified.standings.values()], known))
    places = {one.incident.id: place for place, one in enumerate(standings)}
    told: Counter[str] = Counter()
    kept: list[tuple[int, Evidence]] = []
    for one in sorted(classified.evidence, key=lambda one: -_worth(one, question, known)):
        id = one.incident_id if one.incident_id in classified.standings else None
        place = places.get(id) if id else INCIDENTS
        if place is None:
            leaving.send(one, _why_not(id or "", known))
        elif told[id or ""] >= (EACH if id else UNLINKED):
            leaving.send(one, f"{id or 'unlinked'}: other statements of it tell more")
        else:
            told[id or ""] += 1
            kept.append((place, one))
    best = [one for _, one in sorted(kept, key=lambda pair: pair[0])]
    evidence = tuple(replace(one, ref=f"HM-{n}") for n, one in enumerate(best, start=1))
    return Ranked(evidence, tuple(standings), (*classified.funnel, leaving.told()))


def _chosen(standings: Sequence[Standing]) -> list[Standing]:
    """Return the first, with places left for those that teach something."""
    teaching = sum(teaches(one.incident) for one in standings)
    room = max(BARE, INCIDENTS - teaching)
    chosen: list[Standing] = []
    for one in standings:
        if not teaches(one.incident):
            room -= 1
            if room < 0:
                continue
        chosen.append(one)
    return chosen[:INCIDENTS]


def _why_not(id: str, known: Known) -> str:
    if teaches(known.incidents[id]):
        return f"{id} is not among the {INCIDENTS} most similar incidents"
    return f"{id} is alike, but neither a cause nor a fix of it is on record"


def _in_order(standings: Sequence[Standing], known: Known) -> list[Standing]:
    """Return incidents best first; of two that contradict one another the newer, if nearly as alike."""
    best = sorted(standings, key=lambda one: (_ORDER[one.relation], -one.weight, one.incident.id))
    placed: list[Standing] = []
    for one in best:
        at = next(
            (place for place, other in enumerate(placed) if _goes_before(one, other, known)),
            len(placed),
        )
        placed.insert(at, one)
    return placed


def _goes_before(newer: Standing, older: Standing, known: Known) -> bool:
    return (
        _ORDER[newer.relation] == _ORDER[older.relation]
        and newer.incident.started_at > older.incident.started_at
        and newer.weight >= NEARLY * older.weight
        and known.families.kinship(newer.incident.id, older.incident.id) is Kinship.OTHER
        and _of_one_thing(newer.incident, older.incident, known)
    )


def _of_one_thing(one: Incident, other: Incident, known: Known) -> bool:
    """Whether two causes can contradict one another: of one service, or of what looked alike."""
    if one.service and one.service == other.service:
        return True
    seen = symptoms_text(one), symptoms_text(other)
    return likeness(*seen, known.rarity) >= ALIKE_SYMPTOMS


def _worth(one: Evidence, question: Question, known: Known) -> float:
    part = _TELLS.get(one.part, 0.0) if one.part else 0.0
    return (
        one.relevance
        + coverage(question.seen, one.text, known.rarity)
        + part
        + _WORTH[one.kind]
        + 0.02 * min(one.occurrences, 5)
    )
