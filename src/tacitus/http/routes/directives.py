"""Directives: rules for the answers of a bank."""

from tacitus.areas.standing import DirectiveChange
from tacitus.domain.standing import DirectiveId
from tacitus.domain.tags import tags_match
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.served import AskedTags, Limit, Offset, ServedEngine
from tacitus.views.standing import directive_detail
from tacitus.wire import (
    Deleted,
    DirectiveChangeRequest,
    DirectiveDetail,
    DirectiveList,
    DirectiveRequest,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}/directives", tags=["directives"])


@router.get("")
async def list_directives(
    bank_id: str,
    engine: ServedEngine,
    tagged: AskedTags = None,
    active_only: bool = False,
    limit: Limit = 100,
    offset: Offset = 0,
) -> DirectiveList:
    """List directives, the most important first."""
    found = [
        one
        for one in await engine.standing.directives(bank_id)
        if (one.active or not active_only)
        and (not tagged or not tagged.tags or tags_match(one.tags, tagged.tags, tagged.match))
    ]
    items = [directive_detail(bank_id, one) for one in found[offset : offset + limit]]
    return DirectiveList(items=items, total=len(found), limit=limit, offset=offset)


@router.post("")
async def create_directive(
    bank_id: str, body: DirectiveRequest, engine: ServedEngine
) -> DirectiveDetail:
    """Add a rule for answers, where a language model gives them."""
    change = _change(DirectiveChangeRequest.model_validate(body.model_dump()))
    return directive_detail(bank_id, await engine.standing.add_directive(bank_id, change))


@router.get("/{directive_id:name}")
async def get_directive(bank_id: str, directive_id: str, engine: ServedEngine) -> DirectiveDetail:
    """Return a directive."""
    found = await engine.standing.directive(bank_id, DirectiveId(identity(directive_id)))
    return directive_detail(bank_id, found)


@router.patch("/{directive_id:name}")
async def change_directive(
    bank_id: str, directive_id: str, body: DirectiveChangeRequest, engine: ServedEngine
) -> DirectiveDetail:
    """Change what is named; the rest stays."""
    id = DirectiveId(identity(directive_id))
    changed = await engine.standing.change_directive(bank_id, id, _change(body))
    return directive_detail(bank_id, changed)


@router.delete("/{directive_id:name}")
async def delete_directive(bank_id: str, directive_id: str, engine: ServedEngine) -> Deleted:
    """Delete a directive."""
    await engine.standing.delete_directive(bank_id, DirectiveId(identity(directive_id)))
    return Deleted(success=True, message="Directive deleted", deleted_count=1)


def _change(body: DirectiveChangeRequest) -> DirectiveChange:
    return DirectiveChange(
        name=body.name,
        content=body.content,
        priority=body.priority,
        active=body.is_active,
        tags=body.tags,
    )
