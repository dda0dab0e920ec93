"""Zep and Graphiti: episodes, nodes (entities) and edges (facts, each with the time it held).

Read against graphiti_core of 2025 (`EpisodicNode`, `EntityNode`, `EntityEdge`), whose fields the
graph API of Zep Cloud shares. Neither has an export of its own: expected is one JSON object with their
lists, as `model_dump` and the API give them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, cast

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.foreign import End, Foreign, oldest_first
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_moment
from tacitus.formats.plain import plain

_UUID = AliasChoices("uuid", "uuid_")
_TYPES: Mapping[str, EntityType] = {
    "person": EntityType.PERSON,
    "user": EntityType.PERSON,
    "organization": EntityType.ORG,
    "organisation": EntityType.ORG,
    "company": EntityType.ORG,
    "location": EntityType.LOCATION,
    "place": EntityType.LOCATION,
    "product": EntityType.PRODUCT,
    "topic": EntityType.CONCEPT,
    "concept": EntityType.CONCEPT,
}


class _Node(BaseModel):
    model_config = ConfigDict(extra="ignore")

    uuid: Annotated[str, Field(validation_alias=_UUID)]
    name: str
    labels: list[str] | None = None
    summary: str | None = None
    attributes: dict[str, Any] | None = None


class _Edge(BaseModel):
    model_config = ConfigDict(extra="ignore")

    uuid: Annotated[str, Field(validation_alias=_UUID)]
    name: str = ""
    fact: str = ""
    source_node_uuid: str
    target_node_uuid: str
    created_at: str | None = None
    reference_time: str | None = None
    valid_at: str | None = None
    invalid_at: str | None = None
    expired_at: str | None = None
    attributes: dict[str, Any] | None = None


class _Episode(BaseModel):
    model_config = ConfigDict(extra="ignore")

    uuid: Annotated[str, Field(validation_alias=_UUID)]
    content: str = ""
    source: str | None = None
    source_description: str | None = None
    valid_at: str | None = None
    created_at: str | None = None


class _Graph(BaseModel):
    model_config = ConfigDict(extra="ignore")

    nodes: Annotated[
        list[_Node], Field(validation_alias=AliasChoices("nodes", "entity_nodes", "entities"))
    ] = []
    edges: Annotated[
        list[_Edge], Field(validation_alias=AliasChoices("edges", "entity_edges", "facts"))
    ] = []
    episodes: Annotated[
        list[_Episode], Field(validation_alias=AliasChoices("episodes", "episodic_nodes"))
    ] = []
    communities: list[object] = []


class _Fact:
    """An edge with its times read."""

    def __init__(self, source: str, edge: _Edge) -> None:
        place = f"{source}: edge {edge.uuid}"

        def moment(text: str | None) -> datetime | None:
            return read_moment(place, text or "", (), None)

        self.edge = edge
        self.document = DocumentId(f"zep:edge:{edge.uuid}")
        self.begins = moment(edge.valid_at or edge.reference_time or edge.created_at)
        self.ends = moment(edge.invalid_at or edge.expired_at)


def is_zep(value: object) -> bool:
    """Whether a JSON value is an object with a list of edges, or of episodes."""
    whole = cast(dict[str, object], value) if isinstance(value, dict) else {}
    edges = _first(whole, "edges", "entity_edges", "facts")
    if edges:
        return "source_node_uuid" in edges and "fact" in edges
    episodes = _first(whole, "episodes", "episodic_nodes")
    return "content" in episodes and bool({"uuid", "uuid_"} & episodes.keys())


def _first(whole: Mapping[str, object], *names: str) -> Mapping[str, object]:
    return first_of(next((whole[name] for name in names if whole.get(name)), None))


def read_zep(source: str, value: object) -> Foreign:
    """Read each fact and each episode as a document; a fact that no longer holds names its successor.

    A fact is said when it began to hold. Where no other fact began when it ended, its end is said by
    a sentence of its own.

    Raises:
        InvalidRequest: Something has another shape, or an edge leads nowhere.
    """
    graph = shaped(source, value, _Graph)
    names = {node.uuid: _surface(node) for node in graph.nodes}
    facts = [_Fact(source, edge) for edge in graph.edges if edge.fact.strip()]
    ended, ends = _ends(facts)
    items = [
        *(_fact_item(source, fact, names) for fact in facts),
        *(_end_item(source, fact, names) for fact in ended),
        *(_episode_item(source, one) for one in graph.episodes if one.content.strip()),
    ]
    left = Counter[str]()
    left["summaries of entities"] = sum(bool(node.summary) for node in graph.nodes)
    left["attributes of entities"] = sum(bool(node.attributes) for node in graph.nodes)
    left["edges without a fact"] = len(graph.edges) - len(facts)
    left["episodes without words"] = sum(not one.content.strip() for one in graph.episodes)
    left["communities"] = len(graph.communities)
    return Foreign(system="Zep", items=oldest_first(items), ends=tuple(ends), left_out=+left)


def _surface(node: _Node) -> Surface:
    known = [_TYPES[label.lower()] for label in node.labels or () if label.lower() in _TYPES]
    return Surface(node.name, known[0] if known else EntityType.OTHER)


def _ends(facts: Sequence[_Fact]) -> tuple[list[_Fact], list[End]]:
    """Return the facts that ended without a successor, and who follows each that ended."""
    without: list[_Fact] = []
    ends: list[End] = []
    for fact in facts:
        if fact.ends is None:
            continue
        next_one = min(_following(fact, facts), key=lambda one: one[0], default=None)
        if next_one is None:
            without.append(fact)
        successor = next_one[1].document if next_one else _end_of(fact)
        ends.append(End(fact.document, successor, fact.ends))
    return without, ends


def _following(fact: _Fact, facts: Sequence[_Fact]) -> Iterator[tuple[tuple[bool, str], _Fact]]:
    """Yield facts of the same entity that began when one ended; of the same relation first."""
    for other in facts:
        same = other.edge.source_node_uuid == fact.edge.source_node_uuid
        if other is not fact and same and other.begins == fact.ends:
            yield (other.edge.name != fact.edge.name, other.edge.uuid), other


def _end_of(fact: _Fact) -> DocumentId:
    return DocumentId(f"{fact.document}:end")


def _fact_item(source: str, fact: _Fact, names: Mapping[str, Surface]) -> RetainItem:
    edge = fact.edge
    return RetainItem(
        content=edge.fact,
        document=fact.document,
        timestamp=fact.begins,
        metadata=plain({"relation": edge.name, **(edge.attributes or {})}),
        entities=tuple(_named(source, edge, names)),
    )


def _end_item(source: str, fact: _Fact, names: Mapping[str, Surface]) -> RetainItem:
    assert fact.ends
    return RetainItem(
        content=f"No longer true since {fact.ends:%Y-%m-%d}: {fact.edge.fact}",
        document=_end_of(fact),
        timestamp=fact.ends,
        metadata=plain({"relation": fact.edge.name}),
        entities=tuple(_named(source, fact.edge, names)),
    )


def _named(source: str, edge: _Edge, names: Mapping[str, Surface]) -> Iterator[Surface]:
    for node in dict.fromkeys((edge.source_node_uuid, edge.target_node_uuid)):
        if names and node not in names:
            raise InvalidRequest(f"{source}: edge {edge.uuid}: there is no node {node}")
        if node in names:
            yield names[node]


def _episode_item(source: str, one: _Episode) -> RetainItem:
    place = f"{source}: episode {one.uuid}"
    return RetainItem(
        content=one.content,
        document=DocumentId(f"zep:episode:{one.uuid}"),
        timestamp=read_moment(place, one.valid_at or one.created_at or "", (), None),
        context=one.source_description or "",
    )
