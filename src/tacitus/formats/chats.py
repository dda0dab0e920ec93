"""Chats in JSON: messages with a role or a speaker, content, and perhaps a time."""

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Annotated, cast

from pydantic import AliasChoices, BaseModel, Field

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.domain.messages import LIST_KEYS, TIME_KEYS, is_message, speaker_of, turn_of
from tacitus.formats.conversation import Conversation
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_exact_moment

_ID_KEYS = ("id", "document_id", "conversation_id", "session_id", "title")
_MILLISECONDS = 1e11
"""A number of seconds that large is a time in milliseconds."""


class _Chat(BaseModel):
    messages: Annotated[
        list[dict[str, object]], Field(validation_alias=AliasChoices(*LIST_KEYS), min_length=1)
    ]
    id: Annotated[str | int | None, Field(validation_alias=AliasChoices(*_ID_KEYS))] = None
    timestamp: Annotated[str | float | None, Field(validation_alias=AliasChoices(*TIME_KEYS))] = (
        None
    )


def is_chat(value: object) -> bool:
    """Whether a JSON value is a message, a list of messages, a chat, or a list of chats."""
    first = first_of(value)
    return _is_message(first) or _holds_messages(first)


def read_chats(source: str, value: object, zone: tzinfo | None = None) -> list[Conversation]:
    """Read each chat as a document; one that has no id is named by its content when retained.

    Args:
        zone: That of times which name none.

    Raises:
        InvalidRequest: A message lacks its speaker, or a time its zone; the message says which.
    """
    values = cast(list[object], value) if isinstance(value, list) else [value]
    if _is_message(first_of(values)):
        chat = shaped(source, {"messages": values}, _Chat)
        return [Conversation(documents=(_document(source, chat, zone),))]
    chats = [
        (place := f"{source}: chat {number}", shaped(place, chat, _Chat))
        for number, chat in enumerate(values, 1)
    ]
    return [Conversation(documents=tuple(_document(place, chat, zone) for place, chat in chats))]


def _is_message(value: Mapping[str, object]) -> bool:
    return is_message(value) and not _holds_messages(value)


def _holds_messages(value: Mapping[str, object]) -> bool:
    return any(isinstance(value.get(key), list) for key in LIST_KEYS)


def _document(source: str, chat: _Chat, zone: tzinfo | None) -> RetainItem:
    turns = [
        _turn(f"{source}: message {number}", message, zone)
        for number, message in enumerate(chat.messages, 1)
    ]
    spoken = tuple(turn for turn in turns if turn.text.strip())
    if not spoken:
        raise InvalidRequest(f"{source}: no message holds any text")
    said_at = _moment(source, chat.timestamp, zone)
    return RetainItem(
        document=None if chat.id is None else DocumentId(str(chat.id)),
        timestamp=said_at or next((turn.at for turn in spoken if turn.at), None),
        content=spoken,
    )


def _turn(source: str, message: Mapping[str, object], zone: tzinfo | None) -> Turn:
    if not speaker_of(message):
        raise InvalidRequest(f"{source}: it has neither a role nor a speaker")
    return turn_of(message, lambda value: _moment(source, value, zone))


def _moment(source: str, value: object, zone: tzinfo | None) -> datetime | None:
    if value is None or isinstance(value, str):
        return read_exact_moment(source, value or "", zone)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidRequest(f"{source}: {value} is no time")
    seconds = value / 1000 if abs(value) > _MILLISECONDS else value
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise InvalidRequest(f"{source}: {value} is no time") from None
