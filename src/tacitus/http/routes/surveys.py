"""Looks at a bank as a whole: tags, graphs, and how it grew."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Query

from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage, Network
from tacitus.domain.surveys import Period, TimeField
from tacitus.domain.tags import TagMatch
from tacitus.domain.texts import said
from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered
from tacitus.http.served import AskedTags, Limit, Offset, Refusing, ServedEngine
from tacitus.views.surveys import entity_graph, memory_graph, timeseries
from tacitus.wire import (
    EntityGraph,
    MemoryGraph,
    NetworkName,
    TagItem,
    TagList,
    Timeseries,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}", tags=["surveys"])


@router.get("/tags")
async def list_tags(
    bank_id: str,
    engine: ServedEngine,
    q: str = "",
    source: str = "memories",
    limit: Limit = 100,
    offset: Offset = 0,
) -> TagList:
    """List tags, the most used first; in `q`, which leaves out those of another shape, * is any text."""
    if source != "memories":
        raise NotOffered("Tags of memories are listed only")
    found, total = await engine.surveys.tags(bank_id, like=q, limit=limit, offset=offset)
    items = [TagItem(tag=tag, count=count) for tag, count in found]
    return TagList(items=items, total=total, limit=limit, offset=offset)


@router.get("/stats/memories-timeseries")
async def memories_timeseries(
    bank_id: str,
    engine: ServedEngine,
    period: Period = Period.WEEK,
    time_field: TimeField = TimeField.LEARNT,
) -> Timeseries:
    """Count memories by time and network."""
    seen, growth = await engine.surveys.growth(bank_id, period, time_field)
    return timeseries(bank_id, period, time_field, seen, growth)


async def _page(
    type: NetworkName | None = None,
    q: str = "",
    tagged: AskedTags = None,
    document_id: str | None = None,
) -> MemoryPage:
    return MemoryPage(
        networks=frozenset(Network) if type is None else frozenset((Network(type),)),
        words=q,
        tags=tagged.tags if tagged else None,
        tag_match=tagged.match if tagged else TagMatch.ANY,
        document=None if document_id is None else DocumentId(said(document_id, "document_id")),
    )


_DRAWN = Refusing("graphs are drawn of whole documents: name the document_id", "chunk_id")


@router.get("/graph", dependencies=[Depends(_DRAWN)])
async def get_graph(
    bank_id: str,
    engine: ServedEngine,
    page: Annotated[MemoryPage, Depends(_page)],
    limit: Limit = 1000,
) -> MemoryGraph:
    """Return the latest memories and what joins them, the heaviest ties only."""
    shown = await engine.surveys.memory_graph(bank_id, replace(page, limit=limit))
    return memory_graph(bank_id, shown, limit)


_WHOLE = Refusing(
    "company of entities is counted over all memories, whatever their tags", "tags", "tag_groups"
)


@router.get("/entities/graph", dependencies=[Depends(_WHOLE)])
async def get_entity_graph(
    bank_id: str,
    engine: ServedEngine,
    limit: Limit = 1000,
    min_count: Annotated[int, Query(ge=1, le=2**31 - 1)] = 1,
) -> EntityGraph:
    """Return the entities that are most often mentioned together."""
    graph = await engine.surveys.entity_graph(bank_id, least=min_count, limit=limit)
    return entity_graph(graph, limit)
