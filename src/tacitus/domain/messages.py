"""Messages of chats in JSON: the words by which layouts call a role, a speaker, a text and a time."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import cast

from tacitus.domain.documents import Role, Turn

SPEAKER_KEYS = ("name", "speaker", "author", "sender", "from")
TEXT_KEYS = ("content", "text", "message", "body", "value")
TIME_KEYS = ("timestamp", "time", "date", "datetime", "created_at", "sent_at", "ts")
LIST_KEYS = (
    "messages",
    "turns",
    "conversation",
    "conversations",
    "chat",
    "dialogue",
    "history",
)
_LABEL_KEYS = ("dia_id", "message_id", "id", "uuid")
_ROLES = {
    **dict.fromkeys(("user", "human"), Role.USER),
    **dict.fromkeys(("assistant", "ai", "bot", "chatbot", "model", "gpt"), Role.ASSISTANT),
    **dict.fromkeys(("system", "developer", "tool", "function"), Role.SYSTEM),
}

Moment = Callable[[object], datetime | None]
"""Reads when a message was sent; whether a time without a zone is one is the caller's rule."""


def role_called(name: str) -> Role | None:
    """Return the role that goes by a name, such as "human" or "AI"; None for any other name."""
    return _ROLES.get(name.strip().casefold())


def is_message(value: object) -> bool:
    """Whether a JSON value says who spoke, and what."""
    if not isinstance(value, dict):
        return False
    message = cast(dict[str, object], value)
    if "value" in message and "from" not in message:  # a name and its value
        return False
    return speaker_of(message) != "" and any(key in message for key in TEXT_KEYS)


def turn_of(message: Mapping[str, object], moment: Moment) -> Turn:
    """Read a message; what it lacks is empty."""
    named = speaker_of(message)
    role = role_called(_text(message, ("role",)) or named)
    label = _first(message, _LABEL_KEYS)
    return Turn(
        text=_words(_first(message, TEXT_KEYS)),
        speaker=spoken_by(named),
        role=role or Role.USER,
        at=moment(_first(message, TIME_KEYS)),
        label=str(label) if isinstance(label, str | int) else "",
    )


def speaker_of(message: Mapping[str, object]) -> str:
    """Return the name of who spoke, or the role where there is none; empty where both lack."""
    return _text(message, (*SPEAKER_KEYS, "role"))


def spoken_by(name: str) -> str:
    """Write "user" and "assistant" like names; leave names as they are."""
    return name.capitalize() if name in _ROLES and len(name) > 2 else name


def _first(message: Mapping[str, object], keys: Sequence[str]) -> object:
    return next((message[key] for key in keys if message.get(key) is not None), None)


def _text(message: Mapping[str, object], keys: Sequence[str]) -> str:
    found = (message.get(key) for key in keys)
    return next((value.strip() for value in found if isinstance(value, str) and value.strip()), "")


def _words(content: object) -> str:
    """Return the text of a message; of a list of blocks, the texts among them."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    blocks = cast(list[object], content)
    texts = [
        str(cast(dict[str, object], block).get("text") or "") if isinstance(block, dict) else block
        for block in blocks
    ]
    return "\n".join(text for text in texts if isinstance(text, str) and text)
