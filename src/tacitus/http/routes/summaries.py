"""Observations: made anew, tried again and deleted. The wire calls this consolidation."""

from tacitus.domain.ids import EntityId
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.served import ServedEngine
from tacitus.http.unoffered import refuse_unoffered
from tacitus.views.entities import detailed_entity
from tacitus.wire import (
    ConsolidationRecovered,
    ConsolidationRequest,
    ConsolidationSubmitted,
    Deleted,
    EntityDetail,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}", tags=["entities"])


@router.post("/consolidate")
async def consolidate(
    bank_id: str, engine: ServedEngine, body: ConsolidationRequest | None = None
) -> ConsolidationSubmitted:
    """Have all entities summarised anew of which more is known by now."""
    refuse_unoffered(body or ConsolidationRequest())
    return ConsolidationSubmitted(operation_id=str(await engine.curation.summarise(bank_id)))


@router.post("/consolidation/recover")
async def recover_consolidation(bank_id: str, engine: ServedEngine) -> ConsolidationRecovered:
    """Let all summaries that failed be tried again."""
    return ConsolidationRecovered(retried_count=await engine.curation.recover(bank_id))


@router.post("/entities/{entity_id:name}/regenerate", deprecated=True)
async def regenerate_entity(bank_id: str, entity_id: str, engine: ServedEngine) -> EntityDetail:
    """Have an entity summarised anew in the background; returns it as it is now."""
    id = EntityId(identity(entity_id))
    await engine.curation.summarise(bank_id, id)
    entity = await engine.entity(bank_id, id)
    observed = await engine.observations(bank_id, [id])
    stale = id in await engine.surveys.stale(bank_id, observed)
    return detailed_entity(entity, observed.get(id), stale=stale)


@router.delete("/observations")
async def clear_observations(bank_id: str, engine: ServedEngine) -> Deleted:
    """Delete all observations; they are made anew as entities are spoken of."""
    gone = await engine.curation.forget_summaries(bank_id)
    return Deleted(success=True, message="Observations deleted", deleted_count=gone)
