"""LongMemEval in its official layout: each question has a haystack of its own."""

from datetime import datetime
from typing import Any, cast

from pydantic import BaseModel

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.cases import Case, Question, case_of
from tacitus.formats.jsons import shaped
from tacitus.formats.longmemeval import DATE_PATTERNS, is_longmemeval, read_longmemeval
from tacitus.formats.moments import read_moment

_ABSTENTION = "_abs"
"""Ends the id of a question that the haystack does not answer."""


class _Message(BaseModel):
    has_answer: bool = False


class _Record(BaseModel):
    question_id: str
    question_type: str = ""
    question: str
    answer: Any = ""
    question_date: str = ""
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_Message]]
    answer_session_ids: list[str] = []


def longmemeval_cases(source: str, value: object) -> list[Case]:
    """Read the records of a file; each is a case with one question.

    Raises:
        InvalidRequest: It is no such file.
    """
    if not is_longmemeval(value):
        raise InvalidRequest(f"{source}: no file of LongMemEval: expected haystack_sessions")
    values = cast(list[object], value) if isinstance(value, list) else [value]
    records = [shaped(source, record, _Record) for record in values]
    return [
        case_of(conversation, [_question(source, record)])
        for conversation, record in zip(read_longmemeval(source, values), records, strict=True)
    ]


def _question(source: str, record: _Record) -> Question:
    unanswerable = record.question_id.endswith(_ABSTENTION)
    return Question(
        id=record.question_id,
        text=record.question,
        gold=() if unanswerable else tuple(_answering(record)),
        sessions=() if unanswerable else tuple(record.answer_session_ids),
        answer=str(record.answer),
        category=record.question_type,
        asked_at=_asked_at(source, record),
        unanswerable=unanswerable,
    )


def _answering(record: _Record) -> list[str]:
    """Return the labels of the turns marked `has_answer`, as the reader of the layout gives them."""
    return [
        f"{id}:{number}"
        for id, messages in zip(record.haystack_session_ids, record.haystack_sessions, strict=True)
        for number, message in enumerate(messages, 1)
        if message.has_answer
    ]


def _asked_at(source: str, record: _Record) -> datetime | None:
    return read_moment(f"{source}: {record.question_id}", record.question_date, DATE_PATTERNS, None)
