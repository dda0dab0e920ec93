"""Retain items as JSON, to be kept in a job until somebody reads them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tacitus.domain.documents import RetainItem, Role, Turn, UpdateMode
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId


def item_to_json(item: RetainItem) -> dict[str, object]:
    """Return JSON values from which `item_from_json` makes an equal item."""
    content = item.content
    return {
        "content": content if isinstance(content, str) else [_turn(turn) for turn in content],
        "document": item.document,
        "timestamp": _iso(item.timestamp),
        "context": item.context,
        "metadata": dict(item.metadata),
        "tags": list(item.tags),
        "entities": [[surface.text, surface.type.value] for surface in item.entities],
        "mode": item.mode.value,
        "expires_at": _iso(item.expires_at),
        "more": [item_to_json(part) for part in item.more],
    }


def item_from_json(value: Mapping[str, Any]) -> RetainItem:
    """Return the item that `item_to_json` was given."""
    content = value["content"]
    document = value["document"]
    return RetainItem(
        content=content if isinstance(content, str) else tuple(_from_turn(t) for t in content),
        document=None if document is None else DocumentId(document),
        timestamp=_moment(value["timestamp"]),
        context=value["context"],
        metadata=value["metadata"],
        tags=tuple(value["tags"]),
        entities=tuple(Surface(text, EntityType(type)) for text, type in value["entities"]),
        mode=UpdateMode(value["mode"]),
        expires_at=_moment(value.get("expires_at")),
        # A job of an earlier version has none.
        more=tuple(item_from_json(part) for part in value.get("more", ())),
    )


def _turn(turn: Turn) -> dict[str, object]:
    return {
        "text": turn.text,
        "speaker": turn.speaker,
        "role": turn.role.value,
        "at": _iso(turn.at),
        "label": turn.label,
    }


def _from_turn(value: Mapping[str, Any]) -> Turn:
    return Turn(
        text=value["text"],
        speaker=value["speaker"],
        role=Role(value["role"]),
        at=_moment(value["at"]),
        label=value["label"],
    )


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _moment(value: str | None) -> datetime | None:
    return datetime.fromisoformat(value) if value else None
