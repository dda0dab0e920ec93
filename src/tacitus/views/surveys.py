"""Looks at a bank as a whole, as bodies."""

from tacitus.domain.memories import Memory, Network
from tacitus.domain.surveys import (
    Buckets,
    Company,
    EntityGraph,
    Growth,
    MemoryGraph,
    Period,
    Tie,
    TimeField,
)
from tacitus.views.memories import listed_memory
from tacitus.views.times import iso
from tacitus.wire import (
    EntityEdge,
    EntityEdgeData,
    EntityNode,
    EntityNodeData,
    MemoryEdge,
    MemoryEdgeData,
    MemoryNode,
    MemoryNodeData,
    MemoryRow,
    TimeBucket,
    Timeseries,
)
from tacitus.wire import EntityGraph as EntityGraphBody
from tacitus.wire import MemoryGraph as MemoryGraphBody

_LABEL = 60
"""Characters of a memory on its node."""


def timeseries(
    bank: str, period: Period, by: TimeField, seen: Buckets, growth: Growth
) -> Timeseries:
    """Return how a bank grew."""
    return Timeseries(
        bank_id=bank,
        period=period.value,
        trunc=seen.unit,  # pyright: ignore[reportArgumentType]
        time_field=by.value,
        buckets=[
            TimeBucket(
                time=start.isoformat(),
                **{network.value: growth.get((place, network), 0) for network in Network},
            )
            for place, start in enumerate(seen.starts)
        ],
    )


def memory_graph(bank: str, graph: MemoryGraph, limit: int) -> MemoryGraphBody:
    """Return memories and what joins them."""
    return MemoryGraphBody(
        nodes=[MemoryNode(data=_node(bank, memory)) for memory in graph.memories],
        edges=[MemoryEdge(data=_edge(tie)) for tie in graph.ties],
        table_rows=[_row(bank, memory) for memory in graph.memories],
        total_units=graph.total,
        limit=limit,
    )


def entity_graph(graph: EntityGraph, limit: int) -> EntityGraphBody:
    """Return entities and how often they are mentioned together."""
    nodes = [
        EntityNodeData(
            id=str(entity.id),
            label=entity.name,
            mention_count=entity.mention_count,
            type=entity.type,
        )
        for entity in graph.entities
    ]
    return EntityGraphBody(
        nodes=[EntityNode(data=node) for node in nodes],
        edges=[EntityEdge(data=_met(pair)) for pair in graph.company],
        total_entities=graph.total_entities,
        total_edges=graph.total_company,
        limit=limit,
    )


def _node(bank: str, memory: Memory) -> MemoryNodeData:
    item = listed_memory(bank, memory)
    label = item.text if len(item.text) <= _LABEL else f"{item.text[:_LABEL]}..."
    return MemoryNodeData(
        id=item.id,
        label=label,
        text=item.text,
        date=item.date,
        context=item.context,
        entities=item.entities,
        type=item.fact_type,
    )


def _edge(tie: Tie) -> MemoryEdgeData:
    name = f"-{tie.entity}" if tie.entity else ""
    return MemoryEdgeData(
        id=f"{tie.source}-{tie.target}-{tie.type}{name}",
        source=str(tie.source),
        target=str(tie.target),
        link_type=tie.type.value,
        weight=tie.weight,
        entity_name=tie.entity,
    )


def _row(bank: str, memory: Memory) -> MemoryRow:
    item = listed_memory(bank, memory)
    return MemoryRow(created_at=iso(memory.known_at), **item.model_dump(exclude={"created_at"}))


def _met(pair: Company) -> EntityEdgeData:
    return EntityEdgeData(
        id=f"{pair.one}-{pair.other}",
        source=str(pair.one),
        target=str(pair.other),
        weight=pair.memories,
        last_cooccurred=iso(pair.last),
    )
