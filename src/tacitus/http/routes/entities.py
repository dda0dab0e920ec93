"""Entities."""

from fastapi import Depends

from tacitus.domain.ids import EntityId
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.served import Limit, Offset, Refusing, ServedEngine
from tacitus.views.entities import detailed_entity, listed_entity
from tacitus.wire import EntityDetail, EntityList

router = Topic(prefix="/v1/default/banks/{bank_id:name}/entities", tags=["entities"])


_WHOLE = Refusing(
    "what is known of entities is told of all memories, whatever their tags", "tags", "tag_groups"
)


@router.get("", dependencies=[Depends(_WHOLE)])
async def list_entities(
    bank_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> EntityList:
    """List entities, most mentioned first."""
    entities, total = await engine.entities(bank_id, limit=limit, offset=offset)
    items = [listed_entity(entity) for entity in entities]
    return EntityList(items=items, total=total, limit=limit, offset=offset)


@router.get("/{entity_id:name}", dependencies=[Depends(_WHOLE)])
async def get_entity(bank_id: str, entity_id: str, engine: ServedEngine) -> EntityDetail:
    """Return an entity with what is known of it in short."""
    entity = await engine.entity(bank_id, EntityId(identity(entity_id)))
    observed = await engine.observations(bank_id, [entity.id])
    stale = entity.id in await engine.surveys.stale(bank_id, observed)
    return detailed_entity(entity, observed.get(entity.id), stale=stale)
