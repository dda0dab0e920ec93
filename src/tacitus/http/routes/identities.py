"""Ours: merging, splitting and naming entities, each reversible."""

from tacitus.domain.graph import Entity
from tacitus.domain.ids import EntityId
from tacitus.engine import Engine
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.served import ServedEngine
from tacitus.views.entities import detailed_entity
from tacitus.wire import (
    EntityAliasRequest,
    EntityDetail,
    EntityMergeRequest,
    EntitySplit,
    EntitySplitRequest,
)

router = Topic(
    prefix="/v1/default/banks/{bank_id:name}/entities/{entity_id:name}", tags=["entities"]
)


@router.post("/merge")
async def merge_entities(
    bank_id: str, entity_id: str, body: EntityMergeRequest, engine: ServedEngine
) -> EntityDetail:
    """Let this entity stand for another; splitting the other's name off takes it back."""
    into, other = EntityId(identity(entity_id)), EntityId(identity(body.entity_id))
    return await _detailed(engine, bank_id, await engine.identities.merge(bank_id, into, other))


@router.post("/split")
async def split_entity(
    bank_id: str, entity_id: str, body: EntitySplitRequest, engine: ServedEngine
) -> EntitySplit:
    """Split a name off with its mentions; the two never merge by likeness again."""
    id = EntityId(identity(entity_id))
    left, parted = await engine.identities.split(bank_id, id, body.name)
    return EntitySplit(
        entity=await _detailed(engine, bank_id, left) if left else None,
        split_off=await _detailed(engine, bank_id, parted) if parted else None,
    )


@router.post("/aliases")
async def add_entity_alias(
    bank_id: str, entity_id: str, body: EntityAliasRequest, engine: ServedEngine
) -> EntityDetail:
    """Let a form of the name mean this entity from now on."""
    id = EntityId(identity(entity_id))
    return await _detailed(engine, bank_id, await engine.identities.alias(bank_id, id, body.alias))


@router.delete("/aliases/{alias:name}")
async def remove_entity_alias(
    bank_id: str, entity_id: str, alias: str, engine: ServedEngine
) -> EntityDetail:
    """Take an alias back; what was mentioned under it stays."""
    id = EntityId(identity(entity_id))
    return await _detailed(engine, bank_id, await engine.identities.unalias(bank_id, id, alias))


async def _detailed(engine: Engine, bank_id: str, entity: Entity) -> EntityDetail:
    observed = await engine.observations(bank_id, [entity.id])
    return detailed_entity(entity, observed.get(entity.id))
