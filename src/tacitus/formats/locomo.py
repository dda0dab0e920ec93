"""LoCoMo: a list of samples, each a conversation of dated sessions (snap-research/LoCoMo)."""

import re
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, cast

from pydantic import BaseModel

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.ids import DocumentId
from tacitus.formats.conversation import Conversation, with_caption
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_moment

DATE_PATTERNS = ("%I:%M %p on %d %B, %Y",)
_SESSION = re.compile(r"session_(\d+)")


class _Sample(BaseModel):
    sample_id: str
    conversation: dict[str, Any]


class _Turn(BaseModel):
    speaker: str
    text: str = ""
    dia_id: str = ""
    blip_caption: str | None = None


class _Session(BaseModel):
    turns: list[_Turn]


def is_locomo(value: object) -> bool:
    """Whether a JSON value is a list of samples, or one."""
    return {"sample_id", "conversation"} <= first_of(value).keys()


def read_locomo(source: str, value: object, zone: tzinfo | None = None) -> list[Conversation]:
    """Read each sample: a document per session, each turn labelled with its `dia_id`."""
    samples = cast(list[object], value) if isinstance(value, list) else [value]
    return [
        _conversation(source, shaped(f"{source}: sample {number}", sample, _Sample), zone)
        for number, sample in enumerate(samples, 1)
    ]


def session_numbers(conversation: Mapping[str, object]) -> list[int]:
    """Return the numbers of the sessions that hold turns, in order."""
    found = (_SESSION.fullmatch(key) for key, turns in conversation.items() if turns)
    return sorted(int(match[1]) for match in found if match)


def _conversation(source: str, sample: _Sample, zone: tzinfo | None) -> Conversation:
    name = sample.sample_id
    return Conversation(
        name=name,
        documents=tuple(
            _session(f"{source}: {name}", sample, number, zone)
            for number in session_numbers(sample.conversation)
        ),
    )


def _session(source: str, sample: _Sample, number: int, zone: tzinfo | None) -> RetainItem:
    place = f"{source}: session_{number}"
    turns = {"turns": sample.conversation[f"session_{number}"]}
    said_at = str(sample.conversation.get(f"session_{number}_date_time") or "")
    return RetainItem(
        document=DocumentId(f"{sample.sample_id}/session-{number}"),
        timestamp=read_moment(place, said_at, DATE_PATTERNS, zone),
        content=tuple(
            Turn(
                text=with_caption(turn.text, turn.blip_caption),
                speaker=turn.speaker,
                label=turn.dia_id,
            )
            for turn in shaped(place, turns, _Session).turns
        ),
    )
