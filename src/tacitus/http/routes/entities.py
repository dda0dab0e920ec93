"""Entities."""

from fastapi import APIRouter

from tacitus.domain.errors import NotFound
from tacitus.domain.ids import EntityId
from tacitus.http.asked import identity
from tacitus.http.served import Limit, Offset, ServedEngine
from tacitus.http.views import detailed_entity, listed_entity
from tacitus.wire import EntityDetail, EntityList

router = APIRouter(prefix="/v1/default/banks/{bank_id:name}/entities", tags=["entities"])


@router.get("")
async def list_entities(
    bank_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> EntityList:
    """List entities, most mentioned first."""
    bank = await engine.bank(bank_id)
    entities, total = await engine.stores.entities.page(bank.id, limit=limit, offset=offset)
    items = [listed_entity(entity) for entity in entities]
    return EntityList(items=items, total=total, limit=limit, offset=offset)


@router.get("/{entity_id:name}")
async def get_entity(bank_id: str, entity_id: str, engine: ServedEngine) -> EntityDetail:
    """Return an entity with what is known of it in short."""
    bank = await engine.bank(bank_id)
    id = EntityId(identity(entity_id))
    entity = await engine.stores.entities.find(bank.id, id)
    if entity is None:
        raise NotFound(f"Entity '{entity_id}' not found")
    return detailed_entity(entity, await engine.stores.entities.observation(bank.id, id))
