"""Opinions as bodies."""

from collections.abc import Mapping

from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.opinions import REASON, Opinion, Point, stance
from tacitus.views.banks import traits
from tacitus.wire import OpinionDetail, OpinionListItem, TrajectoryPoint


def listed_opinion(memory: Memory) -> OpinionListItem:
    """Return an opinion for a list."""
    confidence = memory.confidence or 0.0
    return OpinionListItem(
        id=str(memory.id),
        text=memory.text,
        confidence=confidence,
        stance=stance(confidence).value,
        formed_at=memory.known_at.isoformat(),
        state=memory.state.value,
        entities=list(memory.entities),
        tags=list(memory.tags),
    )


def detailed_opinion(opinion: Opinion, seen: Mapping[MemoryId, Memory]) -> OpinionDetail:
    """Return an opinion with all that moved it.

    Args:
        seen: The memories that its evidence is drawn from.
    """
    sources = dict.fromkeys(event.source for event in opinion.evidence)
    return OpinionDetail(
        **listed_opinion(opinion.memory).model_dump(),
        initial_confidence=opinion.initial,
        first_text=opinion.first_text,
        disposition=None if opinion.disposition is None else traits(opinion.disposition),
        who=opinion.memory.speaker,
        reason=opinion.memory.metadata.get(REASON, ""),
        drawn_from=[str(id) for id in opinion.drawn_from],
        trajectory=[_point(point, seen) for point in reversed(opinion.trajectory())],
        without={source: opinion.without(source) for source in sources},
        fold=opinion.folding.value,
    )


def _point(point: Point, known: Mapping[MemoryId, Memory]) -> TrajectoryPoint:
    event = point.event
    memory = known.get(event.memory) if event.memory else None
    return TrajectoryPoint(
        evidence_id=str(event.id),
        at=event.at.isoformat(),
        confidence=point.confidence,
        relation=event.relation.value,
        reason=event.reason,
        text=point.text,
        memory_id=None if event.memory is None else str(event.memory),
        memory_text=None if memory is None else memory.text,
        source=event.source,
        assessor=event.assessor,
        weight=event.weight,
    )
