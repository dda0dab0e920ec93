"""Standing answers, which the wire calls mental models: questions that are answered anew."""

from datetime import datetime

from tacitus.areas.standing import AnswerChange
from tacitus.domain.standing import AnswerId, StandingAnswer
from tacitus.domain.tags import tags_match
from tacitus.engine import Engine
from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered
from tacitus.http.served import AskedTags, Limit, Offset, ServedEngine
from tacitus.views.standing import standing_detail, standing_version
from tacitus.wire import (
    Deleted,
    Detail,
    OperationSubmitted,
    StandingChangeRequest,
    StandingCreated,
    StandingDetail,
    StandingHistory,
    StandingList,
    StandingRefreshRequest,
    StandingRequest,
    Trigger,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}/mental-models", tags=["mental models"])

_MODEL = "/{model_id:name}"


@router.get("")
async def list_mental_models(
    bank_id: str,
    engine: ServedEngine,
    tagged: AskedTags = None,
    detail: Detail = "full",
    limit: Limit = 100,
    offset: Offset = 0,
) -> StandingList:
    """List standing answers, oldest first."""
    latest = await _latest(engine, bank_id)
    found = [
        one
        for one in await engine.standing.answers(bank_id)
        if not tagged or tags_match(one.tags, tagged.tags, tagged.match)
    ]
    items = [
        standing_detail(bank_id, one, latest, detail) for one in found[offset : offset + limit]
    ]
    return StandingList(items=items, total=len(found), limit=limit, offset=offset)


@router.post("")
async def create_mental_model(
    bank_id: str, body: StandingRequest, engine: ServedEngine
) -> StandingCreated:
    """Have a question answered in the background, and anew on request."""
    _refuse(body.trigger)
    change = AnswerChange(
        name=body.name, question=body.source_query, max_tokens=body.max_tokens, tags=body.tags
    )
    id = None if body.id is None else AnswerId(body.id)
    made, operation = await engine.standing.add_answer(bank_id, id, change)
    return StandingCreated(mental_model_id=made.id, operation_id=str(operation))


@router.get(_MODEL)
async def get_mental_model(
    bank_id: str, model_id: str, engine: ServedEngine, detail: Detail = "full"
) -> StandingDetail:
    """Return a standing answer."""
    found = await engine.standing.answer(bank_id, AnswerId(model_id))
    return standing_detail(bank_id, found, await _latest(engine, bank_id), detail)


@router.patch(_MODEL)
async def change_mental_model(
    bank_id: str, model_id: str, body: StandingChangeRequest, engine: ServedEngine
) -> StandingDetail:
    """Change what is asked; what was answered stays until it is refreshed."""
    _refuse(body.trigger)
    change = AnswerChange(
        name=body.name, question=body.source_query, max_tokens=body.max_tokens, tags=body.tags
    )
    changed = await engine.standing.change_answer(bank_id, AnswerId(model_id), change)
    return await _shown(engine, bank_id, changed)


@router.delete(_MODEL)
async def delete_mental_model(bank_id: str, model_id: str, engine: ServedEngine) -> Deleted:
    """Delete a standing answer with what it said before."""
    await engine.standing.delete_answer(bank_id, AnswerId(model_id))
    return Deleted(success=True, message="Standing answer deleted", deleted_count=1)


@router.post(_MODEL + "/refresh")
async def refresh_mental_model(
    bank_id: str,
    model_id: str,
    engine: ServedEngine,
    body: StandingRefreshRequest | None = None,
) -> OperationSubmitted:
    """Have the question answered anew in the background."""
    operation = await engine.standing.refresh(bank_id, AnswerId(model_id))
    return OperationSubmitted(operation_id=str(operation), status="pending")


@router.post(_MODEL + "/clear")
async def clear_mental_model(bank_id: str, model_id: str, engine: ServedEngine) -> StandingDetail:
    """Take the answer away; the question stands."""
    return await _shown(engine, bank_id, await engine.standing.clear(bank_id, AnswerId(model_id)))


@router.get(_MODEL + "/history")
async def mental_model_history(
    bank_id: str, model_id: str, engine: ServedEngine
) -> StandingHistory:
    """Return what a standing answer said before, latest first."""
    versions = await engine.standing.versions(bank_id, AnswerId(model_id))
    items = [standing_version(version) for version in versions]
    return StandingHistory(mental_model_id=model_id, items=items)


def _refuse(trigger: Trigger | None) -> None:
    asked = [] if trigger is None else [*trigger.model_dump(exclude_defaults=True)]
    if asked:
        raise NotOffered(
            f"trigger.{asked[0]} is not offered: a standing answer is refreshed on request,"
            " anew, from memories with all its tags"
        )


async def _shown(engine: Engine, bank_id: str, answer: StandingAnswer) -> StandingDetail:
    return standing_detail(bank_id, answer, await _latest(engine, bank_id))


async def _latest(engine: Engine, bank_id: str) -> datetime | None:
    return (await engine.stats(bank_id)).last_memory_at
