"""Looks at a bank as a whole: its graphs, in the shape of Cytoscape, and how it grew."""

from typing import Literal

from pydantic import AliasChoices, Field

from tacitus.wire.base import Body

PeriodName = Literal["1h", "12h", "1d", "7d", "30d", "90d"]
TimeFieldName = Literal["created_at", "mentioned_at", "occurred_start"]


class TimeBucket(Body):
    """Memories that fall into a stretch of time, which begins at `time`."""

    time: str
    world: int = 0
    experience: int = 0
    observation: int = 0
    opinion: int = 0
    """Ours."""


class Timeseries(Body):
    """How a bank grew; every stretch of the period is there, the last one holds the present."""

    bank_id: str
    period: PeriodName
    trunc: Literal["minute", "hour", "day"]
    time_field: TimeFieldName = "created_at"
    buckets: list[TimeBucket] = Field(default_factory=list[TimeBucket])


class MemoryNodeData(Body):
    """A memory; `label` is the beginning of its text."""

    id: str
    label: str = ""
    text: str = ""
    date: str = ""
    context: str = ""
    entities: str = ""
    color: str | None = None
    type: str | None = None
    """Ours; its network."""


class MemoryNode(Body):
    """A node, as Cytoscape wants it."""

    data: MemoryNodeData


class MemoryEdgeData(Body):
    """What joins two memories; `entityName` is the entity that both mention, if that is it."""

    id: str
    source: str
    target: str
    link_type: str = Field(
        default="",
        validation_alias=AliasChoices("linkType", "link_type"),
        serialization_alias="linkType",
    )
    weight: float = 0.0
    entity_name: str = Field(
        default="",
        validation_alias=AliasChoices("entityName", "entity_name"),
        serialization_alias="entityName",
    )
    color: str | None = None
    line_style: str | None = Field(
        default=None,
        validation_alias=AliasChoices("lineStyle", "line_style"),
        serialization_alias="lineStyle",
    )


class MemoryEdge(Body):
    """An edge, as Cytoscape wants it."""

    data: MemoryEdgeData


class MemoryRow(Body):
    """A memory of the graph as a row of a table."""

    id: str
    text: str = ""
    context: str = ""
    occurred_start: str | None = None
    occurred_end: str | None = None
    mentioned_at: str | None = None
    date: str | None = None
    entities: str = ""
    document_id: str | None = None
    chunk_id: str | None = None
    fact_type: str | None = None
    tags: list[str] | None = None
    created_at: str | None = None
    proof_count: int | None = None


class MemoryGraph(Body):
    """The latest memories and what joins them; `total_units` is how many there are in all."""

    nodes: list[MemoryNode]
    edges: list[MemoryEdge]
    table_rows: list[MemoryRow]
    total_units: int
    limit: int


class EntityNodeData(Body):
    """An entity."""

    id: str
    label: str = ""
    mention_count: int = Field(
        default=0,
        validation_alias=AliasChoices("mentionCount", "mention_count"),
        serialization_alias="mentionCount",
    )
    color: str | None = None
    type: str | None = None
    """Ours."""


class EntityNode(Body):
    """A node, as Cytoscape wants it."""

    data: EntityNodeData


class EntityEdgeData(Body):
    """Two entities; `weight` is how many memories mention both."""

    id: str
    source: str
    target: str
    link_type: str = Field(
        default="cooccurrence",
        validation_alias=AliasChoices("linkType", "link_type"),
        serialization_alias="linkType",
    )
    weight: int = 0
    color: str | None = None
    line_style: str | None = Field(
        default=None,
        validation_alias=AliasChoices("lineStyle", "line_style"),
        serialization_alias="lineStyle",
    )
    last_cooccurred: str | None = Field(
        default=None,
        validation_alias=AliasChoices("lastCooccurred", "last_cooccurred"),
        serialization_alias="lastCooccurred",
    )


class EntityEdge(Body):
    """An edge, as Cytoscape wants it."""

    data: EntityEdgeData


class EntityGraph(Body):
    """The entities that are most often mentioned together; the totals are those of the bank."""

    nodes: list[EntityNode]
    edges: list[EntityEdge]
    total_entities: int
    total_edges: int
    limit: int
