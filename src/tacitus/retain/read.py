"""Step 1 of retain: what was handed in, to a document whose turns have their places."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from tacitus.domain.dated_headings import Section, dated_sections
from tacitus.domain.documents import (
    About,
    Document,
    PlacedTurn,
    RetainItem,
    Role,
    Turn,
    UpdateMode,
    nameless,
)
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import BankId, DocumentId
from tacitus.domain.messages import role_called
from tacitus.domain.transcripts import read_transcript
from tacitus.domain.turns import places_of, turns_in, with_turns_before
from tacitus.retain.stages import Reading

MAX_CHARACTERS = 20_000_000
MAX_ID = 512
FIRST_YEAR, LAST_YEAR = 2, 9998
"""A year short of what a clock can show, so that no zone and no "last year" leads outside."""
_STRANGE = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\ufffd]")
"""Control characters that text does not hold, and the mark of what could not be decoded."""
_HALF = re.compile("[\ud800-\udfff]")
_SYSTEM_PROMPT = re.compile(
    r"\s*(?:[#*<\[]*\s*system\b[^\n]{0,40}\s+)?"
    r"you are (?:\w+, )?(?:an?|the) (?:[\w-]+[ ,]+){0,6}(?:assistant|agent|ai|chatbot|bot|copilot|language model)\b",
    re.IGNORECASE,
)


def document_id(item: RetainItem) -> DocumentId:
    """Return the id the caller chose, or one made of the content, so that a repeat is recognised.

    Raises:
        InvalidRequest: The id is empty, too long or unreadable.
    """
    if item.document is None:
        return nameless(_digest(item))
    if not item.document.strip() or len(item.document) > MAX_ID:
        raise InvalidRequest(f"A document id has 1 to {MAX_ID} characters")
    return DocumentId(_readable(item.document, "The document id"))


def read(
    item: RetainItem, bank: BankId, known: Document | None, now: datetime, *, reader: str = ""
) -> Reading:
    """Place the turns of an item in the text of its document.

    Args:
        known: The document as it is now, if it is there.
        reader: Name of the extractor; what another one read is not the same, though it is equal.

    Raises:
        InvalidRequest: There is nothing to read, or it is not text; the message says what.
    """
    check(item)
    appended = item.mode is UpdateMode.APPEND and known is not None
    offset = len(known.text) + 1 if appended and known else 0
    text, turns = _placed_parts(item, offset, now)
    about = _about_all(item.parts)
    timestamp = _timestamp(item.parts) or (known.timestamp if appended and known else None)
    places = places_of(turns)
    document = Document(
        id=document_id(item),
        bank=bank,
        text=f"{known.text}\n{text}" if appended and known else text,
        timestamp=timestamp,
        received_at=now,
        digest=_digest(item, known.digest if appended and known else "", reader),
        context=about.context,
        metadata={**(known.metadata if appended and known else {}), **about.metadata},
        tags=tuple(dict.fromkeys([*(known.tags if appended and known else ()), *about.tags])),
        entities=tuple(dict.fromkeys(one for part in item.parts for one in part.entities)),
        revision=known.revision + 1 if known else 1,
        forgotten=known.forgotten if known else (),
        turns=with_turns_before(known, timestamp, places) if appended and known else places,
    )
    return Reading(document=document, turns=turns, appended=appended)


def read_again(known: Document, now: datetime) -> Reading:
    """Let a document whose turns are known be read anew; nothing else is said of it than was."""
    document = replace(known, revision=known.revision + 1)
    turns = turns_in(known.text, known.turns or ())
    return Reading(document=document, turns=turns, appended=False, again=now)


def _timestamp(parts: Sequence[RetainItem]) -> datetime | None:
    """Return the time of the last part; None where one has none, for then the whole has none."""
    moments = [part.timestamp for part in parts]
    return moments[-1] if all(moments) else None


def _about_all(parts: Sequence[RetainItem]) -> About:
    return About(
        context="; ".join(dict.fromkeys(part.context for part in parts if part.context)),
        metadata={key: value for part in parts for key, value in part.metadata.items()},
        tags=tuple(dict.fromkeys(tag for part in parts for tag in part.tags)),
    )


def check(item: RetainItem) -> None:
    """Refuse what cannot be read, before anything is done.

    Raises:
        InvalidRequest: The message says what to change.
    """
    document_id(item)
    parts = item.parts
    if length_of(item) > MAX_CHARACTERS:
        raise InvalidRequest(f"A document has at most {MAX_CHARACTERS:,} characters: split it")
    for part in parts:
        _check_part(part)


def length_of(item: RetainItem) -> int:
    """Return how many characters there are to read, in all parts."""
    return sum(
        len(part.content)
        if isinstance(part.content, str)
        else sum(len(turn.text) for turn in part.content)
        for part in item.parts
    )


def _check_part(item: RetainItem) -> None:
    if item.timestamp is not None and item.timestamp.tzinfo is None:
        raise InvalidRequest("The timestamp has no zone: add one, such as +00:00")
    turns = [Turn(text=item.content)] if isinstance(item.content, str) else item.content
    for turn in turns:
        _readable(turn.text, "The content")
        _readable(turn.speaker, "A speaker's name")
        if turn.at is not None and turn.at.tzinfo is None:
            raise InvalidRequest("A turn's time has no zone: add one, such as +00:00")
    if not any(turn.text.strip() for turn in turns):
        raise InvalidRequest("There is nothing to retain: the content is empty")
    _check_times(item.timestamp, *(turn.at for turn in turns))
    for value in (item.context, *item.tags, *item.metadata, *item.metadata.values()):
        _readable(value, "Context, tags or metadata")


def _check_times(*moments: datetime | None) -> None:
    if not all(FIRST_YEAR <= moment.year <= LAST_YEAR for moment in moments if moment):
        raise InvalidRequest(f"A time lies between the years {FIRST_YEAR} and {LAST_YEAR}")


def _readable(text: str, what: str) -> str:
    if text.isascii() and text.isprintable():  # most are
        return text
    if "\0" in text:
        raise InvalidRequest(f"{what} is not text: it holds a NUL character")
    if not text.isascii() and (half := _HALF.search(text)):
        raise InvalidRequest(f"{what} holds half a character (a lone surrogate) at {half.start()}")
    sample = text[:4096]
    strange = len(_STRANGE.findall(sample))
    if strange > 8 and strange * 10 > len(sample):
        raise InvalidRequest(f"{what} is not text: it looks like binary data")
    return text


def _placed_parts(
    item: RetainItem, offset: int, now: datetime
) -> tuple[str, tuple[PlacedTurn, ...]]:
    """Place the parts of a document one under the other; what is said of one stays with it."""
    if not item.more:
        return _placed(item, offset, now)
    whole = _about_all(item.parts)
    texts: list[str] = []
    placed: list[PlacedTurn] = []
    for part in item.parts:
        text, turns = _placed(part, offset, now)
        about = _about_all([part])
        if about != whole:
            turns = tuple(replace(one, turn=replace(one.turn, about=about)) for one in turns)
        texts.append(text)
        placed += turns
        offset += len(text) + 1
    return "\n".join(texts), tuple(placed)


def _placed(item: RetainItem, offset: int, now: datetime) -> tuple[str, tuple[PlacedTurn, ...]]:
    if not isinstance(item.content, str):
        return _rendered(_dated(item.content, item.timestamp), offset)
    turns = read_transcript(item.content, (item.timestamp and item.timestamp.tzinfo) or UTC)
    _check_times(*(turn.at for turn in turns or ()))
    if turns is None:
        return item.content, _by_nobody(item.content, item.timestamp, offset, now)
    dated = _dated(turns, item.timestamp)
    return _found(item.content, dated, offset) or _rendered(dated, offset)


def _by_nobody(
    text: str, timestamp: datetime | None, offset: int, now: datetime
) -> tuple[PlacedTurn, ...]:
    """Place a text that is no talk: whole, or by the days under whose headings it was written."""
    parts = dated_sections(text, timestamp, now) or [Section(0, len(text), None)]
    return tuple(
        PlacedTurn(
            turn=Turn(text=words, at=part.at or timestamp, role=_role(Turn(text=words))),
            start=offset + part.start,
            end=offset + part.end,
        )
        for part in parts
        for words in (text[part.start : part.end],)
    )


def _found(
    text: str, turns: Sequence[Turn], offset: int
) -> tuple[str, tuple[PlacedTurn, ...]] | None:
    """Place turns where they stand in the original text; None if one is not there as it is."""
    placed: list[PlacedTurn] = []
    at = 0
    for turn in turns:
        start = text.find(turn.text, at)
        if start < 0:
            return None
        at = start + len(turn.text)
        placed.append(PlacedTurn(turn=turn, start=offset + start, end=offset + at))
    return text, tuple(placed)


def _rendered(turns: Sequence[Turn], offset: int) -> tuple[str, tuple[PlacedTurn, ...]]:
    lines: list[str] = []
    placed: list[PlacedTurn] = []
    at = offset
    for turn in turns:
        if not turn.text.strip():
            continue
        head = f"{turn.speaker}: " if turn.speaker else ""
        start = at + len(head)
        end = start + len(turn.text)
        placed.append(PlacedTurn(turn=turn, start=start, end=end))
        lines.append(head + turn.text)
        at = end + 1
    return "\n".join(lines), tuple(placed)


def _dated(turns: Sequence[Turn], timestamp: datetime | None) -> list[Turn]:
    """Date each turn that has no time like the one before, or the document where none is before.

    It was not said later than what follows.
    """
    following: list[datetime | None] = []
    for turn in reversed(turns):
        following.append(turn.at or (following[-1] if following else None))
    dated: list[Turn] = []
    before = timestamp
    for turn, after in zip(turns, reversed(following), strict=True):
        near = min(before, after) if before and after else before or after
        before = turn.at or before
        dated.append(replace(turn, at=turn.at or near, role=_role(turn)))
    return dated


def _role(turn: Turn) -> Role:
    if role_called(turn.speaker) is Role.ASSISTANT:
        return Role.ASSISTANT
    if not turn.speaker and _SYSTEM_PROMPT.match(turn.text):
        return Role.SYSTEM
    return turn.role


def _digest(item: RetainItem, before: str = "", reader: str = "") -> str:
    content: object = item.content
    if not isinstance(item.content, str):
        content = [
            [t.speaker, t.role, t.text, t.at.isoformat() if t.at else None, t.label]
            for t in item.content
        ]
    handed = [
        reader,
        before,
        content,
        item.timestamp.isoformat() if item.timestamp else None,
        item.context,
        sorted(item.metadata.items()),
        sorted(item.tags),
        [[surface.text, surface.type] for surface in item.entities],
        *(_digest(part) for part in item.more),
    ]
    encoded = json.dumps(handed, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(encoded).hexdigest()
