"""Chats in JSON: messages with a role or a speaker, content, and perhaps a time."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Annotated, cast

from pydantic import AliasChoices, BaseModel, Field

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.formats.conversation import Conversation
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_exact_moment

_ROLES = {
    **dict.fromkeys(("user", "human"), Role.USER),
    **dict.fromkeys(("assistant", "ai", "bot", "model"), Role.ASSISTANT),
    **dict.fromkeys(("system", "developer", "tool", "function"), Role.SYSTEM),
}
_SPEAKER_KEYS = ("speaker", "name", "author", "sender", "from")
_TEXT_KEYS = ("content", "text", "message", "body", "value")
_TIME_KEYS = ("timestamp", "time", "date", "datetime", "created_at", "sent_at", "ts")
_LIST_KEYS = ("messages", "turns", "conversation", "chat", "history")
_ID_KEYS = ("id", "document_id", "conversation_id", "session_id", "title")
_MILLISECONDS = 1e11
"""A number of seconds that large is a time in milliseconds."""


class _Block(BaseModel):
    text: str = ""


class _Message(BaseModel):
    content: Annotated[
        str | list[_Block | str] | None, Field(validation_alias=AliasChoices(*_TEXT_KEYS))
    ] = None
    role: str = ""
    speaker: Annotated[str | None, Field(validation_alias=AliasChoices(*_SPEAKER_KEYS))] = None
    timestamp: Annotated[str | float | None, Field(validation_alias=AliasChoices(*_TIME_KEYS))] = (
        None
    )
    id: Annotated[
        str | int | None, Field(validation_alias=AliasChoices("dia_id", "message_id", "id"))
    ] = None


class _Chat(BaseModel):
    messages: Annotated[
        list[_Message], Field(validation_alias=AliasChoices(*_LIST_KEYS), min_length=1)
    ]
    id: Annotated[str | int | None, Field(validation_alias=AliasChoices(*_ID_KEYS))] = None
    timestamp: Annotated[str | float | None, Field(validation_alias=AliasChoices(*_TIME_KEYS))] = (
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
    speaks = bool(value.keys() & {"role", *_SPEAKER_KEYS})
    return speaks and bool(value.keys() & set(_TEXT_KEYS)) and not _holds_messages(value)


def _holds_messages(value: Mapping[str, object]) -> bool:
    return any(isinstance(value.get(key), list) for key in _LIST_KEYS)


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


def _turn(source: str, message: _Message, zone: tzinfo | None) -> Turn:
    named = message.speaker or message.role
    if not named.strip():
        raise InvalidRequest(f"{source}: it has neither a role nor a speaker")
    role = _ROLES.get((message.role or named).casefold(), Role.USER)
    return Turn(
        text=_words(message.content),
        speaker=named.capitalize() if named.casefold() in _ROLES else named,
        role=role,
        at=_moment(source, message.timestamp, zone),
        label="" if message.id is None else str(message.id),
    )


def _words(content: str | Sequence[_Block | str] | None) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(block if isinstance(block, str) else block.text for block in content)


def _moment(source: str, value: str | float | None, zone: tzinfo | None) -> datetime | None:
    if value is None or isinstance(value, str):
        return read_exact_moment(source, value or "", zone)
    seconds = value / 1000 if abs(value) > _MILLISECONDS else value
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise InvalidRequest(f"{source}: {value} is no time") from None
