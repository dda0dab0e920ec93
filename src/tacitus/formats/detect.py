"""Tells the layouts apart and reads each in its own way."""

from collections.abc import Callable
from datetime import tzinfo
from pathlib import PurePath

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.formats.beam import is_beam, read_beam
from tacitus.formats.chats import is_chat, read_chats
from tacitus.formats.conversation import Conversation
from tacitus.formats.jsons import looks_like_json, parse_json
from tacitus.formats.locomo import is_locomo, read_locomo
from tacitus.formats.longmemeval import is_longmemeval, read_longmemeval
from tacitus.formats.realtalk import is_realtalk, read_realtalk

Reader = Callable[[str, object, tzinfo | None], list[Conversation]]

LAYOUTS: tuple[tuple[Callable[[object], bool], Reader], ...] = (
    (is_locomo, read_locomo),
    (is_longmemeval, read_longmemeval),
    (is_beam, read_beam),
    (is_realtalk, read_realtalk),
    (is_chat, read_chats),
)
"""Tried in this order; the first that knows a value reads it."""

JSON_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson"})


def read_conversations(source: str, text: str, zone: tzinfo | None = None) -> list[Conversation]:
    """Read a file.

    Args:
        source: Its path, or another name; stands in messages, and its suffix says whether JSON is
            meant. Without a suffix, the text itself says so.
        zone: That of times which name none. Benchmarks know no zones and are read as UTC; elsewhere
            a time without a zone is refused.

    Raises:
        InvalidRequest: It is empty, broken, or JSON that holds no conversation.
    """
    if not text.strip():
        raise InvalidRequest(f"{source}: it is empty")
    suffix = PurePath(source).suffix.lower()
    if suffix in JSON_SUFFIXES or (not suffix and looks_like_json(text)):
        return _checked(source, _from_json(source, parse_json(source, text), zone))
    return _checked(source, [Conversation(documents=(RetainItem(content=text),))])


def _from_json(source: str, value: object, zone: tzinfo | None) -> list[Conversation]:
    for knows, read in LAYOUTS:
        if knows(value):
            return read(source, value, zone)
    raise InvalidRequest(
        f"{source}: JSON, but no conversation: expected messages with a role or speaker and content,"
        " or a file of LoCoMo, LongMemEval, BEAM or REALTALK"
    )


def _checked(source: str, conversations: list[Conversation]) -> list[Conversation]:
    """Refuse what no text holds, so that a file is either read whole or not at all."""
    for conversation in conversations:
        for item in conversation.documents:
            turns = [Turn(text=item.content)] if isinstance(item.content, str) else item.content
            for number, turn in enumerate(turns, 1):
                _check_text(f"{source}: turn {number}", turn.text + turn.speaker)
    return conversations


def _check_text(place: str, text: str) -> None:
    if "\0" in text:
        raise InvalidRequest(f"{place}: not text: it holds a NUL character")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidRequest(f"{place}: it holds half a character (a lone surrogate)")
