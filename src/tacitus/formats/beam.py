"""BEAM: a long chat of a user with an assistant, in batches that carry a date."""

import re
from datetime import datetime, tzinfo
from pathlib import PurePath
from typing import cast

from pydantic import BaseModel

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.ids import DocumentId
from tacitus.formats.conversation import Conversation
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_moment

DATE_PATTERNS = ("%B-%d-%Y",)
_PLAN_MARK = re.compile(r"\s*->->\s*[\d,.\s]*(?:N/A)?\s*$")
"""What the generator of the chats left behind: the item of its plan that a message carries out."""


class _Message(BaseModel):
    role: Role
    content: str
    id: int | str = ""
    time_anchor: str | None = None


class _Batch(BaseModel):
    batch_number: int
    turns: list[list[_Message]]
    time_anchor: str | None = None


def is_beam(value: object) -> bool:
    """Whether a JSON value is a list of batches of turns."""
    return (
        isinstance(value, list)
        and {"batch_number", "turns"} <= first_of(cast(object, value)).keys()
    )


def read_beam(source: str, value: object, zone: tzinfo | None = None) -> list[Conversation]:
    """Read the chat: a document per batch, turns labelled with their message id.

    The chat is named after its folder, since every file is called chat.json.
    """
    path = PurePath(source)
    name = f"beam-{path.parent.name}" if path.parent.name else path.stem
    batches = [
        shaped(f"{source}: batch {number}", batch, _Batch)
        for number, batch in enumerate(cast(list[object], value), 1)
    ]
    documents = tuple(_document(source, name, batch, zone) for batch in batches)
    return [Conversation(name=name, documents=documents)]


def _document(source: str, name: str, batch: _Batch, zone: tzinfo | None) -> RetainItem:
    messages = [message for turn in batch.turns for message in turn]
    return RetainItem(
        document=DocumentId(f"{name}/batch-{batch.batch_number}"),
        timestamp=_said_at(f"{source}: batch {batch.batch_number}", batch, messages, zone),
        content=tuple(
            Turn(
                text=_PLAN_MARK.sub("", message.content),
                speaker=message.role.value.capitalize(),
                role=message.role,
                label=str(message.id),
            )
            for message in messages
        ),
    )


def _said_at(
    source: str, batch: _Batch, messages: list[_Message], zone: tzinfo | None
) -> datetime | None:
    anchors = (batch.time_anchor, *(message.time_anchor for message in messages))
    anchor = next((anchor for anchor in anchors if anchor), "")
    return read_moment(source, anchor, DATE_PATTERNS, zone)
