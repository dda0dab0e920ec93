"""LongMemEval: questions, each with the haystack of chat sessions it is asked over."""

from datetime import UTC, datetime, tzinfo
from typing import cast

from pydantic import BaseModel

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.formats.conversation import Conversation
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_moment

DATE_PATTERNS = ("%Y/%m/%d (%a) %H:%M", "%Y/%m/%d %H:%M", "%Y/%m/%d")
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_SPEAKERS = {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"}


class _Message(BaseModel):
    role: Role
    content: str


class _Record(BaseModel):
    question_id: str
    haystack_session_ids: list[str]
    haystack_dates: list[str]
    haystack_sessions: list[list[_Message]]


def is_longmemeval(value: object) -> bool:
    """Whether a JSON value is a list of questions with their haystacks, or one."""
    return {"question_id", "haystack_sessions"} <= first_of(value).keys()


def read_longmemeval(source: str, value: object, zone: tzinfo | None = None) -> list[Conversation]:
    """Read each haystack: a document per session, turns labelled `<session id>:<1-based turn>`."""
    records = cast(list[object], value) if isinstance(value, list) else [value]
    return [
        _conversation(source, shaped(f"{source}: question {number}", record, _Record), zone)
        for number, record in enumerate(records, 1)
    ]


def _conversation(source: str, record: _Record, zone: tzinfo | None) -> Conversation:
    place = f"{source}: {record.question_id}"
    ids, dates, sessions = (
        record.haystack_session_ids,
        record.haystack_dates,
        record.haystack_sessions,
    )
    if not len(ids) == len(dates) == len(sessions):
        counts = f"{len(ids)} ids, {len(dates)} dates, {len(sessions)} sessions"
        raise InvalidRequest(f"{place}: the haystack does not add up: {counts}")
    documents = [
        _session(id, messages, read_moment(place, date, DATE_PATTERNS, zone))
        for id, date, messages in zip(ids, dates, sessions, strict=True)
        if messages
    ]
    return Conversation(name=record.question_id, documents=_in_order(documents))


def _session(id: str, messages: list[_Message], said_at: datetime | None) -> RetainItem:
    return RetainItem(
        document=DocumentId(id),
        timestamp=said_at,
        content=tuple(
            Turn(
                text=message.content,
                speaker=_SPEAKERS[message.role],
                role=message.role,
                label=f"{id}:{number}",
            )
            for number, message in enumerate(messages, 1)
        ),
    )


def _in_order(documents: list[RetainItem]) -> tuple[RetainItem, ...]:
    """Return the sessions as they were held; a haystack lists them in any order."""
    return tuple(sorted(documents, key=lambda item: item.timestamp or _LONG_AGO))
