"""Entities as bodies."""

from tacitus.domain.graph import Entity
from tacitus.domain.memories import Memory
from tacitus.views.times import iso
from tacitus.wire import EntityDetail, EntityListItem, EntityObservation


def listed_entity(entity: Entity) -> EntityListItem:
    """Return an entity for a list."""
    return EntityListItem(
        id=str(entity.id),
        canonical_name=entity.name,
        mention_count=entity.mention_count,
        first_seen=iso(entity.first_seen),
        last_seen=iso(entity.last_seen),
        type=entity.type,
        aliases=list(entity.aliases),
        denied=list(entity.denied),
    )


def detailed_entity(
    entity: Entity, observation: Memory | None, *, stale: bool = False
) -> EntityDetail:
    """Return an entity with its observation, if it has one.

    Args:
        stale: More is known of the entity by now.
    """
    observed = observations(observation, stale=stale)
    return EntityDetail(**listed_entity(entity).model_dump(), observations=observed)


def observations(observation: Memory | None, *, stale: bool = False) -> list[EntityObservation]:
    """Return the list of the one observation, or of none."""
    if observation is None:
        return []
    said_at = iso(observation.mentioned_at)
    return [EntityObservation(text=observation.text, mentioned_at=said_at, stale=stale)]
