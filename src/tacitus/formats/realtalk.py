"""REALTALK: a chat of two people in one file, each message with its own time."""

from datetime import tzinfo
from pathlib import PurePath
from typing import Any, cast

from pydantic import BaseModel

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.ids import DocumentId
from tacitus.formats.conversation import Conversation, with_caption
from tacitus.formats.jsons import shaped
from tacitus.formats.locomo import session_numbers
from tacitus.formats.moments import read_moment

DATE_PATTERNS = ("%d.%m.%Y, %H:%M:%S",)


class _Message(BaseModel):
    speaker: str
    clean_text: str = ""
    date_time: str = ""
    dia_id: str = ""
    blip_caption: str | None = None


class _Session(BaseModel):
    messages: list[_Message]


def is_realtalk(value: object) -> bool:
    """Whether a JSON value is a chat: names of speakers, and numbered sessions."""
    if not isinstance(value, dict):
        return False
    body = cast(dict[str, Any], value)
    return isinstance(body.get("name"), dict) and "session_1" in body


def read_realtalk(source: str, value: object, zone: tzinfo | None = None) -> list[Conversation]:
    """Read the chat: a document per session, named after the file, dated by its first message."""
    body = cast(dict[str, Any], value)
    name = PurePath(source).stem
    documents = tuple(
        _session(source, name, number, body[f"session_{number}"], zone)
        for number in session_numbers(body)
    )
    return [Conversation(name=name, documents=documents)]


def _session(
    source: str, name: str, number: int, messages: object, zone: tzinfo | None
) -> RetainItem:
    place = f"{source}: session_{number}"
    read = shaped(place, {"messages": messages}, _Session).messages
    turns = tuple(
        Turn(
            text=with_caption(message.clean_text, message.blip_caption),
            speaker=message.speaker,
            at=read_moment(place, message.date_time, DATE_PATTERNS, zone),
            label=message.dia_id,
        )
        for message in read
    )
    return RetainItem(
        document=DocumentId(f"{name}/session-{number}"), timestamp=turns[0].at, content=turns
    )
