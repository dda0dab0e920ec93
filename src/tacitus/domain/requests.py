"""What callers hand in, looked through before anything happens: one rule, whatever way it comes.

Every function returns what it was given, with names once and trimmed, and raises `InvalidRequest`
saying what to do instead.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.graph import Surface
from tacitus.domain.ids import DocumentId
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.domain.reflection import ReflectOptions
from tacitus.domain.tags import checked_group
from tacitus.domain.texts import addressable, distinct, kept, said
from tacitus.domain.time.bounds import checked_moment
from tacitus.domain.time.intervals import Interval

_KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")
"""A sign that is made of a digit, and none."""
_MOST = 2**31 - 1
"""Beyond it a store cannot count."""


def checked_items(content: object) -> list[RetainItem]:
    """Return the documents to retain: one text, one item, or a sequence of items."""
    if isinstance(content, str | RetainItem):
        content = [RetainItem(content=content) if isinstance(content, str) else content]
    if not isinstance(content, Sequence) or isinstance(content, bytes):
        raise InvalidRequest(
            f"The content must be text, or RetainItems, not {_kind(content)}: decode bytes first"
        )
    items = cast(Sequence[object], content)
    several = len(items) > 1
    return [
        checked_item(item, f"items[{place}]: " if several else "")
        for place, item in enumerate(items)
    ]


def checked_item(item: object, place: str = "") -> RetainItem:
    """Return a document to retain.

    Args:
        place: Stands before the reason.
    """
    if not isinstance(item, RetainItem):
        raise InvalidRequest(f"{place}It must be a RetainItem, not {_kind(item)}")
    for turn in _turns(item.content, place):
        kept(turn.text, f"{place}The content")
        kept(turn.speaker, f"{place}A speaker's name")
        _moment(turn.at, f"{place}A turn's time")
    document = item.document
    return replace(
        item,
        document=None if document is None else DocumentId(checked_document(document, place)),
        timestamp=_moment(item.timestamp, f"{place}The timestamp"),
        context=kept(item.context, f"{place}The context"),
        metadata=_metadata(item.metadata, place),
        tags=distinct(item.tags, "tag"),
        expires_at=_moment(item.expires_at, f"{place}expires_at"),
        entities=tuple(_surface(entity, place) for entity in item.entities),
    )


def checked_document(id: object, place: str = "") -> str:
    """Return an id that a new document may have."""
    return addressable(id, f"{place}A document id")


def checked_question(question: object) -> str:
    """Return a question in which there is a word to look for."""
    text = kept(question, "The question")
    if not any(character.isalnum() for character in _KEYCAP.sub("", text)):
        raise InvalidRequest("The question holds no word to search for")
    return text


def checked_recall(options: object) -> RecallOptions:
    """Return how to recall."""
    if not isinstance(options, RecallOptions):
        raise InvalidRequest(f"The options must be RecallOptions, not {_kind(options)}")
    _least(options.max_tokens, 1, "max_tokens")
    _least(options.depth, 1, "depth")
    _least(options.rerank_seconds, 0, "rerank_seconds")
    _least(options.graph_seconds, 0, "graph_seconds")
    _interval(options.when, "when")
    for name in ("semantic", "keyword", "reranker", "final"):
        if (least := getattr(options.least, name)) is not None:
            _least(least, -math.inf, f"least.{name}")
    return replace(
        options,
        asked_at=_moment(options.asked_at, "asked_at"),
        filters=_filters(options.filters),
    )


def checked_reflect(options: object) -> ReflectOptions:
    """Return how to reflect."""
    if not isinstance(options, ReflectOptions):
        raise InvalidRequest(f"The options must be ReflectOptions, not {_kind(options)}")
    _least(options.answer_tokens, 1, "answer_tokens")
    kept(options.context, "The context")
    if options.response_schema is not None:
        from tacitus.domain.schemas import refuse_unusable  # noqa: PLC0415 - few ask in a schema

        refuse_unusable(options.response_schema)
    return replace(options, recall=checked_recall(options.recall))


def check_page(limit: object, offset: object) -> None:
    """Refuse a page that cannot be shown."""
    for value, least, what in ((limit, 1, "limit"), (offset, 0, "offset")):
        _least(value, least, what)
        if isinstance(value, float) or cast(int, value) > _MOST:
            raise InvalidRequest(f"{what} must be a whole number, {_MOST} at most")


def _filters(filters: Filters) -> Filters:
    _interval(filters.occurred, "occurred")
    return replace(
        filters,
        tags=None if filters.tags is None else distinct(filters.tags, "tag"),
        tag_group=None if filters.tag_group is None else checked_group(filters.tag_group),
        as_of=_moment(filters.as_of, "as_of"),
    )


def _interval(interval: Interval | None, what: str) -> None:
    if interval is not None:
        checked_moment(interval.start, f"{what}.start")
        checked_moment(interval.end, f"{what}.end")


def _moment(moment: datetime | None, what: str) -> datetime | None:
    return None if moment is None else checked_moment(moment, what)


def _turns(content: object, place: str) -> Sequence[Turn]:
    if isinstance(content, str):
        return [Turn(text=content)]
    if not isinstance(content, tuple | list):
        raise InvalidRequest(
            f"{place}The content must be text or turns, not {_kind(content)}: decode bytes first"
        )
    turns = cast(Sequence[object], content)
    if not all(isinstance(turn, Turn) for turn in turns):
        raise InvalidRequest(f"{place}The content must be text, or turns only")
    return cast(Sequence[Turn], turns)


def _metadata(metadata: object, place: str) -> Mapping[str, str]:
    if not isinstance(metadata, Mapping):
        raise InvalidRequest(f"{place}The metadata must be a mapping, not {_kind(metadata)}")
    pairs = cast(Mapping[object, object], metadata).items()
    return {
        said(key, f"{place}A key of the metadata"): kept(value, f"{place}metadata[{key!r}]")
        for key, value in pairs
    }


def _surface(entity: object, place: str) -> Surface:
    if not isinstance(entity, Surface):
        raise InvalidRequest(f"{place}An entity must be a Surface, not {_kind(entity)}")
    said(entity.text, f"{place}The name of an entity")
    return entity


def _least(value: object, least: float, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidRequest(f"{what} must be a number, not {_kind(value)}")
    if not value >= least:
        raise InvalidRequest(f"{what} must be {least} at least")


def _kind(value: object) -> str:
    return "nothing" if value is None else type(value).__name__
