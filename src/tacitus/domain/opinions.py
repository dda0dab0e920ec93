"""Beliefs as folded evidence: confidence and wording are functions of the events, and of nothing else.

Nobody writes a confidence. What moves it is evidence; what is taken back is left out of the fold.
Why there are two folds, and which is better, is told in docs/decisions/0007-belief-fold.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import fsum

from tacitus.domain.banks import Disposition
from tacitus.domain.ids import EvidenceId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.vectors import Vector

STEP = 0.1
"""Alpha of Eq. 26: how far one piece of evidence moves a confidence."""

PRIOR = 4.0
"""How many independent sources the initial confidence weighs as much as, in the counted fold."""

THEME = 0.25
"""Lowest cosine at which a memory may bear on an opinion.

With the shipped embedder what bears on one lies at 0.2 to 0.6, and 99 of 100 other statements under
0.22; weighing one of these in vain costs a call, and moves nothing.
"""

HELD, REJECTED = 0.6, 0.4
"""From this confidence on an opinion is held; up to that one its opposite is nearer the truth."""

FOLDING = "belief_fold"
"""Under this key a bank's configuration says how its evidence is folded."""

REASON = "reason"
"""Under this key the metadata of a stated opinion say why it is held."""


class Relation(StrEnum):
    """What one memory does to one opinion."""

    REINFORCE = "reinforce"
    WEAKEN = "weaken"
    CONTRADICT = "contradict"
    NEUTRAL = "neutral"


class Folding(StrEnum):
    """How evidence becomes a confidence."""

    COUNTED = "counted"
    """Sources are counted against a prior; their order does not matter. The default."""
    PAPER = "paper"
    """A fixed step each, clamped to 0 and 1 (Eq. 26)."""


class Stance(StrEnum):
    """What an opinion with a confidence comes to."""

    HELD = "held"
    OPEN = "open"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One memory's effect on one opinion; never changed, only added or retracted with its memory.

    Attributes:
        memory: What was seen; None where a person gave a judgment without one.
        source: What counts as one voice: the same source is counted once per opinion.
        weight: 0 to 1, scales the step.
        assessor: Who judged: a model's name, a person, an application.
        rewording: How the opinion is put from then on; empty where its words stay.
    """

    id: EvidenceId
    opinion: MemoryId
    memory: MemoryId | None
    relation: Relation
    source: str
    at: datetime
    assessor: str
    reason: str = ""
    weight: float = 1.0
    rewording: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Evidence as a person or an application gives it.

    Attributes:
        memory: What it is drawn from; that memory's source then has said its latest word.
        who: Whose judgement it is; without a memory, the voice that counts once.
        weight: 0 to 1, scales the step.
        at: When it was judged; now, unless somebody says, or says a time that is still to come.
    """

    relation: Relation
    who: str
    memory: MemoryId | None = None
    reason: str = ""
    weight: float = 1.0
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """An opinion as a person or an application states it.

    Attributes:
        who: Whose opinion it is.
        drawn_from: The memories that it rests on, one at least; it goes with the last of them.
        reason: Why it is held; kept in its metadata under `REASON`.
    """

    text: str
    confidence: float
    who: str
    drawn_from: tuple[MemoryId, ...]
    reason: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that an opinion is put in, with what searches look at."""

    text: str
    vector: Vector
    terms: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Point:
    """One step of a trajectory: the confidence after an event, and the words from then on."""

    confidence: float
    event: Evidence
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """A belief with what it rests on and all that moved it.

    Attributes:
        memory: As it now stands: folded words and confidence.
        initial: Confidence before any evidence.
        first_text: Words before any evidence.
        disposition: Under which it was formed; None where it was read, not reflected.
        drawn_from: Memories that it was drawn from.
        evidence: What counts, oldest first.
    """

    memory: Memory
    initial: float
    first_text: str
    evidence: tuple[Evidence, ...]
    disposition: Disposition | None = None
    drawn_from: tuple[MemoryId, ...] = ()
    folding: Folding = Folding.COUNTED

    @property
    def confidence(self) -> float:
        return fold(self.initial, self.evidence, self.folding)

    def trajectory(self) -> tuple[Point, ...]:
        """Return the confidence after each event, oldest first."""
        return tuple(
            Point(
                fold(self.initial, so_far, self.folding),
                so_far[-1],
                worded(self.first_text, so_far),
            )
            for so_far in (self.evidence[:end] for end in range(1, len(self.evidence) + 1))
        )

    def without(self, source: str) -> float:
        """Return the confidence it would have if a source had never spoken."""
        others = [event for event in self.evidence if event.source != source]
        return fold(self.initial, others, self.folding)


def voice_of(memory: Memory) -> str:
    """Return the source of what a memory says: one document is one voice, whatever its length."""
    return f"document:{memory.document}" if memory.document else f"memory:{memory.id}"


def fold(initial: float, evidence: Iterable[Evidence], folding: Folding = Folding.COUNTED) -> float:
    """Return the confidence, 0 to 1, that an opinion has after its evidence.

    One source counts once: its latest word replaces what it said before, at its own place in time.
    What is neutral says nothing, and replaces nothing.
    """
    telling = heard(evidence)
    if folding is Folding.PAPER:
        return _stepped(initial, telling)
    return _counted(initial, telling)


def worded(first: str, evidence: Iterable[Evidence]) -> str:
    """Return the words of an opinion after its evidence."""
    reworded = [event for event in sorted(evidence, key=_order) if event.rewording]
    return reworded[-1].rewording if reworded else first


def stance(confidence: float) -> Stance:
    """Say whether an opinion is held, rejected, or open in between."""
    if confidence >= HELD:
        return Stance.HELD
    return Stance.REJECTED if confidence <= REJECTED else Stance.OPEN


def heard(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Return the latest word of each source that says something, oldest first."""
    telling = (event for event in evidence if event.relation is not Relation.NEUTRAL)
    latest = {event.source: event for event in sorted(telling, key=_order)}
    return sorted(latest.values(), key=_order)


def confidence_after(confidence: float, relation: Relation, step: float = STEP) -> float:
    """Move a confidence by one piece of evidence (Eq. 26).

    Reinforce `min(c + a, 1)`, weaken `max(c - a, 0)`, contradict `max(c - 2a, 0)`, neutral `c`.
    """
    match relation:
        case Relation.REINFORCE:
            return min(confidence + step, 1.0)
        case Relation.WEAKEN:
            return max(confidence - step, 0.0)
        case Relation.CONTRADICT:
            return max(confidence - 2 * step, 0.0)
        case Relation.NEUTRAL:
            return confidence


def _stepped(initial: float, telling: Sequence[Evidence]) -> float:
    confidence = initial
    for event in telling:
        confidence = confidence_after(confidence, event.relation, STEP * event.weight)
    return confidence


def _counted(initial: float, telling: Sequence[Evidence]) -> float:
    """Return `(k c + f) / (k + f + g)`, the mean of a Beta distribution.

    `k` is `PRIOR`, `c` the initial confidence, `f` the weight of the sources in favour, `g` that of
    those against; as in Eq. 26 a contradiction weighs twice what a weakening does.
    """
    in_favour = [one.weight for one in telling if one.relation is Relation.REINFORCE]
    against = [
        one.weight * (2 if one.relation is Relation.CONTRADICT else 1)
        for one in telling
        if one.relation is not Relation.REINFORCE
    ]
    favour, whole = fsum(in_favour), fsum((PRIOR, *in_favour, *against))
    return min(max((PRIOR * initial + favour) / whole, 0.0), 1.0)


def _order(event: Evidence) -> tuple[datetime, EvidenceId]:
    return event.at, event.id
