"""Single memories: listing, reading, invalidating and deleting them."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends

from tacitus.domain.ids import DocumentId, EntityId, MemoryId
from tacitus.domain.memories import MemoryPage, Network, State
from tacitus.domain.texts import said
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered
from tacitus.http.served import Limit, Offset, ServedEngine
from tacitus.views.memories import detailed_memory, listed_memory
from tacitus.wire import Deleted, MemoryChangeRequest, MemoryDetail, MemoryList, NetworkName

router = Topic(prefix="/v1/default/banks/{bank_id:name}/memories", tags=["memories"])

_EDITS = frozenset(
    ("text", "context", "occurred_start", "occurred_end", "mentioned_at", "fact_type", "entities")
)


async def _page(
    type: NetworkName | None = None,
    state: State | None = None,
    q: str = "",
    document_id: str | None = None,
    entity_id: str | None = None,
) -> MemoryPage:
    return MemoryPage(
        networks=frozenset(Network) if type is None else frozenset((Network(type),)),
        state=state,
        words=q,
        document=None if document_id is None else DocumentId(said(document_id, "document_id")),
        entity=None if entity_id is None else EntityId(identity(entity_id)),
    )


async def _unoffered(
    tags: str | None = None,
    consolidation_state: str | None = None,
    start_date: str | None = None,
    end_date: str | None = None,
) -> None:
    if not (tags is consolidation_state is start_date is end_date is None):
        raise NotOffered("Memories are listed by type, state, words, document and entity only")


@router.get("/list", dependencies=[Depends(_unoffered)])
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
    """Invalidate a memory, with a reason, or make it valid again."""
    id = MemoryId(identity(memory_id))
    if body.model_dump(include=set(_EDITS), exclude_none=True):
        raise NotOffered("Editing is not offered: invalidate the memory and retain what is right")
    if body.state is not None:
        await engine.set_state(bank_id, id, State(body.state), body.reason or "")
    return detailed_memory(bank_id, await engine.memory(bank_id, id))


@router.delete("/{memory_id:name}")
async def delete_memory(bank_id: str, memory_id: str, engine: ServedEngine) -> Deleted:
    """Delete one memory for good."""
    await engine.delete_memory(bank_id, MemoryId(identity(memory_id)))
    return Deleted(success=True, message="Memory deleted", deleted_count=1)
