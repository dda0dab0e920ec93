"""Requests to what the engine is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from uuid import UUID

from tacitus.domain.banks import Disposition
from tacitus.domain.curation import MemoryEdit
from tacitus.domain.documents import RetainItem, UpdateMode
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters, Least, RecallOptions
from tacitus.domain.reflection import ReflectOptions
from tacitus.domain.requests import checked_item
from tacitus.domain.tags import Every, Some, Tagged, TagMatch, Without, checked_group
from tacitus.domain.tags import TagGroup as Group
from tacitus.domain.texts import distinct
from tacitus.domain.time import Interval
from tacitus.domain.time.bounds import checked_moment
from tacitus.domain.time.timestamps import NamesNoZone, parse_timestamp
from tacitus.http.errors import Malformed
from tacitus.http.unoffered import refuse_unoffered
from tacitus.wire import (
    Block,
    Budget,
    EntityInput,
    MemoryChangeRequest,
    MemoryItem,
    Moment,
    RecallRequest,
    ReflectRequest,
    RetainRequest,
    TagGroup,
    TagGroupAnd,
    TagGroupLeaf,
    TagGroupNot,
    TagGroupOr,
    TemporalWindow,
    TextBlock,
    Traits,
)

_DEPTH: Mapping[Budget, int] = {"low": 50, "mid": 100, "high": 200}
"""Hits asked of each channel."""
_RERANK_SECONDS: Mapping[Budget, float] = {"low": 0.0, "mid": 0.5, "high": 2.0}
_GRAPH_SECONDS: Mapping[Budget, float] = {"low": 0.1, "mid": 0.5, "high": 2.0}
_LIKE_THIS = "write it like 2024-05-06T12:00:00+02:00"
_EVIDENCE_TOKENS: Mapping[Budget, int] = {"low": 2048, "mid": 4096, "high": 8192}
"""What a reflection reads before it answers."""


def identity(text: str) -> UUID:
    """Read an id that we made.

    Raises:
        Malformed: No id of ours looks like this.
    """
    try:
        return UUID(text)
    except ValueError:
        raise Malformed(f"'{text}' is not an id") from None


def moment(value: Moment, field: str, *, zone: tzinfo | None = None) -> datetime:
    """Read a time.

    Args:
        zone: That of a time which names none; None refuses it.

    Raises:
        InvalidRequest: It is not a time, or lacks a zone.
    """
    text = value if isinstance(value, str) else value.isoformat()
    try:
        read = parse_timestamp(text, default_zone=zone)
    except NamesNoZone as error:
        raise InvalidRequest(f"{field}: {error}") from None
    except ValueError:
        raise InvalidRequest(f"{field}: '{text[:80]}' is not a time; {_LIKE_THIS}") from None
    return checked_moment(read, field)


def asked_moment(value: Moment, field: str) -> datetime:
    """Read when a question is asked: without a zone it is UTC.

    The field's clients tell their users to write it so ("2023-05-30T23:40:00"), and make such a time
    out of a date themselves. It is not stored, and leaves nothing out. Raises as `moment` does.
    """
    return moment(value, field, zone=UTC)


# ---------------------------------------------------------------------------------------- retain


def items_of(body: RetainRequest, now: datetime) -> list[RetainItem]:
    """Read all items before any is stored.

    Args:
        now: When they are handed in; how long they are kept is reckoned from it.

    Raises:
        InvalidRequest: One of them has nothing to read, or cannot be read.
        NotOffered: One asks for something that we do not do.
    """
    return [
        _item(item, body.document_tags or (), f"items[{index}]", now)
        for index, item in enumerate(body.items)
    ]


def _item(item: MemoryItem, document_tags: Sequence[str], place: str, now: datetime) -> RetainItem:
    refuse_unoffered(item, f"{place}.")
    content = _text(item.content, place)
    if not content.strip():
        raise InvalidRequest(f"{place}: there is nothing to retain: the content is empty")
    asked = RetainItem(
        content=content,
        document=None if item.document_id is None else DocumentId(item.document_id),
        timestamp=_written_at(item.timestamp, f"{place}.timestamp"),
        context=item.context or "",
        metadata=item.metadata or {},
        tags=(*(item.tags or ()), *document_tags),
        entities=tuple(_surface(entity) for entity in item.entities or ()),
        mode=UpdateMode(item.update_mode or UpdateMode.REPLACE),
        expires_at=_expires_at(item, place, now),
    )
    return checked_item(asked, f"{place}: ")


def _text(content: str | list[Block], place: str) -> str:
    if isinstance(content, str):
        return content
    for block in content:
        if not isinstance(block, TextBlock):
            raise InvalidRequest(
                f"{place}: no configured model can read an attachment of type '{block.type}';"
                " send its text instead"
            )
    return "\n".join(block.text for block in content if isinstance(block, TextBlock))


def _written_at(value: Moment | None, field: str) -> datetime | None:
    if value is None or (isinstance(value, str) and value.strip().casefold() in {"", "unset"}):
        return None
    return moment(value, field)


def _expires_at(item: MemoryItem, place: str, now: datetime) -> datetime | None:
    if item.ttl is not None and item.expires_at is not None:
        raise InvalidRequest(f"{place}: give expires_at or ttl, not both")
    if item.ttl is not None:
        return now + timedelta(seconds=item.ttl)
    return None if item.expires_at is None else moment(item.expires_at, f"{place}.expires_at")


def _surface(entity: EntityInput) -> Surface:
    try:
        return Surface(entity.text, EntityType((entity.type or "").upper()))
    except ValueError:  # a type of the caller's own
        return Surface(entity.text)


# ------------------------------------------------------------------------------ recall, reflect


def recall_options(body: RecallRequest) -> RecallOptions:
    """Read how to recall.

    Raises:
        InvalidRequest: A time cannot be read.
        NotOffered: It asks for something that we do not do.
    """
    asked = _options(body, max_tokens=body.max_tokens)
    when = None
    if body.temporal_window is not None:
        when = _interval(body.temporal_window, "temporal_window", zone=UTC)
    return replace(
        asked,
        when=when,
        explain=body.trace,
        prefer_observations=body.prefer_observations is True,
        least=Least() if body.min_scores is None else Least(**body.min_scores.model_dump()),
    )


def reflect_options(body: ReflectRequest) -> ReflectOptions:
    """Read how to reflect; raises as `recall_options` does."""
    refuse_unoffered(body)
    return ReflectOptions(
        recall=_options(body, max_tokens=_EVIDENCE_TOKENS[body.budget]),
        disposition=None if body.disposition is None else disposition(body.disposition),
        context=body.context or "",
        answer_tokens=body.max_tokens,
        max_calls=body.max_calls,
        response_schema=body.response_schema,
        all_directives=body.apply_all_directives,
    )


def memory_edit(body: MemoryChangeRequest) -> MemoryEdit:
    """Read what to put right in a memory.

    Raises:
        InvalidRequest: A time cannot be read, or the network is none.
        NotOffered: It names entities.
    """
    refuse_unoffered(body)
    if body.fact_type is not None and body.fact_type not in set(Network):
        raise InvalidRequest(f"fact_type: there is no '{body.fact_type[:80]}'")
    return MemoryEdit(
        text=body.text,
        context=body.context,
        occurred_start=_moment(body.occurred_start, "occurred_start"),
        occurred_end=_moment(body.occurred_end, "occurred_end"),
        mentioned_at=_moment(body.mentioned_at, "mentioned_at"),
        network=None if body.fact_type is None else Network(body.fact_type),
    )


def _moment(value: Moment | None, field: str) -> datetime | None:
    return None if value is None else moment(value, field)


def disposition(traits: Traits, current: Disposition | None = None) -> Disposition:
    """Return the disposition that the traits describe, `bias_strength` as it was if not named."""
    beta = (current or Disposition()).bias_strength
    return Disposition(
        skepticism=traits.skepticism,
        literalism=traits.literalism,
        empathy=traits.empathy,
        bias_strength=beta if traits.bias_strength is None else traits.bias_strength,
    )


def _options(body: RecallRequest | ReflectRequest, *, max_tokens: int) -> RecallOptions:
    asked_at = body.query_timestamp
    return RecallOptions(
        filters=_filters(body),
        max_tokens=max_tokens,
        depth=_DEPTH[body.budget],
        asked_at=None if asked_at is None else asked_moment(asked_at, "query_timestamp"),
        rerank_seconds=_RERANK_SECONDS[body.budget],
        graph_seconds=_GRAPH_SECONDS[body.budget],
    )


def _filters(body: RecallRequest | ReflectRequest) -> Filters:
    named = body.types if isinstance(body, RecallRequest) else body.fact_types
    within = None if body.occurred_in is None else _interval(body.occurred_in, "occurred_in")
    if body.tags is not None and body.tag_groups:
        raise InvalidRequest("tags and tag_groups exclude each other: put the tags into a group")
    return Filters(
        networks=frozenset(Network(name) for name in named) if named else Filters().networks,
        tags=None if body.tags is None else tuple(body.tags),
        tag_match=TagMatch(body.tags_match),
        tag_group=None if not body.tag_groups else tag_group(body.tag_groups),
        occurred=within,
        as_of=None if body.as_of is None else moment(body.as_of, "as_of"),
    )


def tag_group(groups: Sequence[TagGroup]) -> Group:
    """Read groups, all of which must be satisfied."""
    return checked_group(Every(tuple(_group(group) for group in groups)))


def _group(group: TagGroup) -> Group:
    match group:
        case TagGroupLeaf():
            refuse_unoffered(group, "tag_groups: ")
            return Tagged(distinct(group.tags, "tag"), TagMatch(group.match))
        case TagGroupAnd():
            return Every(tuple(_group(part) for part in group.and_))
        case TagGroupOr():
            return Some(tuple(_group(part) for part in group.or_))
        case TagGroupNot():
            return Without(_group(group.not_))


def _interval(window: TemporalWindow, field: str, *, zone: tzinfo | None = None) -> Interval:
    start = moment(window.start, f"{field}.start", zone=zone)
    end = moment(window.end, f"{field}.end", zone=zone)
    if end <= start:
        raise InvalidRequest(f"{field}: it ends before it has begun")
    return Interval(start, end)
