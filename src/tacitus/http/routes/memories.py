"""Single memories: listing, reading, correcting and deleting them."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends

from tacitus.domain.curation import MemoryEdit
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId, EntityId, MemoryId
from tacitus.domain.memories import MemoryPage, Network, State
from tacitus.domain.tags import TagMatch
from tacitus.domain.texts import said
from tacitus.http.asked import identity, memory_edit
from tacitus.http.bodies import Topic
from tacitus.http.served import AskedTags, Limit, Offset, Refusing, ServedEngine
from tacitus.views.forgetting import forgotten
from tacitus.views.memories import changed_memory, detailed_memory, listed_memory
from tacitus.wire import (
    Deleted,
    Forgotten,
    MemoryChangeRequest,
    MemoryDetail,
    MemoryHistory,
    MemoryList,
    NetworkName,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}/memories", tags=["memories"])


async def _page(
    type: NetworkName | None = None,
    state: State | None = None,
    q: str = "",
    document_id: str | None = None,
    entity_id: str | None = None,
    tagged: AskedTags = None,
) -> MemoryPage:
    return MemoryPage(
        networks=frozenset(Network) if type is None else frozenset((Network(type),)),
        state=state,
        words=q,
        document=None if document_id is None else DocumentId(said(document_id, "document_id")),
        entity=None if entity_id is None else EntityId(identity(entity_id)),
        tags=tagged.tags if tagged else None,
        tag_match=tagged.match if tagged else TagMatch.ANY,
    )


_LISTED = Refusing(
    "memories are listed by type, state, words, tags, document and entity only",
    *("consolidation_state", "start_date", "end_date"),
)


@router.get("/list", dependencies=[Depends(_LISTED)])
async def list_memories(
    bank_id: str,
    engine: ServedEngine,
    page: Annotated[MemoryPage, Depends(_page)],
    limit: Limit = 100,
    offset: Offset = 0,
) -> MemoryList:
    """List memories, latest mention first."""
    memories, total = await engine.memories(bank_id, replace(page, limit=limit, offset=offset))
    outdated = await engine.surveys.outdated(bank_id, memories)
    items = [listed_memory(bank_id, memory, outdated) for memory in memories]
    return MemoryList(items=items, total=total, limit=limit, offset=offset)


@router.get("/{memory_id:name}")
async def get_memory(bank_id: str, memory_id: str, engine: ServedEngine) -> MemoryDetail:
    """Return one memory, whatever its state."""
    return detailed_memory(bank_id, await engine.memory(bank_id, MemoryId(identity(memory_id))))


@router.patch("/{memory_id:name}")
async def change_memory(
    bank_id: str, memory_id: str, body: MemoryChangeRequest, engine: ServedEngine
) -> MemoryDetail:
    """Put a memory right, invalidate it, with a reason, or make it valid again."""
    id = MemoryId(identity(memory_id))
    edit, reason = memory_edit(body), body.reason or ""
    if edit == MemoryEdit() and body.state is None:
        raise InvalidRequest("There is nothing to change: say what is right, or name a state")
    if edit != MemoryEdit():
        await engine.curation.edit(bank_id, id, edit, reason=reason)
    if body.state is not None:
        await engine.curation.set_state(bank_id, id, State(body.state), reason)
    return detailed_memory(bank_id, await engine.memory(bank_id, id))


@router.get("/{memory_id:name}/history")
async def memory_history(bank_id: str, memory_id: str, engine: ServedEngine) -> MemoryHistory:
    """Return what people changed of a memory, latest first."""
    changes = await engine.curation.history(bank_id, MemoryId(identity(memory_id)))
    items = [changed_memory(change) for change in changes]
    return MemoryHistory(memory_id=memory_id, items=items)


@router.delete("/{memory_id:name}")
async def delete_memory(
    bank_id: str, memory_id: str, engine: ServedEngine, dry_run: bool = False
) -> Deleted | Forgotten:
    """Delete one memory for good, with what was made of it; with `dry_run` say only what would go."""
    id = MemoryId(identity(memory_id))
    gone = await engine.forgetting.memory(bank_id, id, dry_run=dry_run)
    if dry_run:
        return forgotten(gone, dry_run=True)
    return Deleted(success=True, message="Memory deleted", deleted_count=1)
