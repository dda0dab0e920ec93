"""Step of recall: a question to everything the channels need of it."""

import re
from datetime import datetime

from tacitus.domain.banks import Bank
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.names import fold, names_in
from tacitus.domain.recollection import Query, RecallOptions
from tacitus.domain.terms import says_nothing, terms
from tacitus.domain.time import find_time_expressions, parse_question_time
from tacitus.recall.begun import shortened

MAX_TERMS = 96

_CALENDAR = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|days?|weeks?|weekends?|months?|years?|quarter|yesterday|today|tomorrow|ago)\b|[年月日]",
    re.IGNORECASE,
)
"""What only says when; "Christmas" and "summer" are words that a memory may hold."""
_SINCE = re.compile(r"(?:\bsince\s+)?$", re.IGNORECASE)


def understand(question: str, bank: Bank, options: RecallOptions, now: datetime) -> Query:
    """Read the words of a question.

    Raises:
        InvalidRequest: It holds no word, or half a character.
    """
    text = _readable(question)
    asked_at = options.asked_at or options.filters.as_of or now
    if not 1 < asked_at.year < 9999:
        raise InvalidRequest("A question is asked between the years 2 and 9998")
    undated, timeless = _undated(text, asked_at), _undated(text, asked_at, all_of_them=True)
    dated_alone = undated != text and says_nothing(undated)
    return Query(
        text=text,
        bank=bank,
        terms=() if dated_alone else tuple(dict.fromkeys(terms(undated)))[:MAX_TERMS],
        time=parse_question_time(text, asked_at=asked_at),
        asks_only_when=timeless != text and says_nothing(timeless),
        names=tuple(dict.fromkeys(fold(surface.text) for surface in names_in(text, ()))),
        asked_at=asked_at,
        filters=options.filters,
    )


def _undated(text: str, asked_at: datetime, *, all_of_them: bool = False) -> str:
    """Return the question without its dates: those are looked for in time, not in words.

    "What did she buy in June 2023?" is answered by a memory of June 2023 that does not say so.
    """
    rest = list(text)
    for expression in find_time_expressions(text, anchor=asked_at):
        if all_of_them or _CALENDAR.search(expression.text):
            start, end = expression.span
            start = len(_SINCE.sub("", text[:start]))
            rest[start:end] = " " * (end - start)
    return "".join(rest)


def _readable(question: str) -> str:
    text = question.strip()
    if any("\ud800" <= character <= "\udfff" or character == "\0" for character in text):
        raise InvalidRequest("The question holds a broken character")
    if not any(character.isalnum() for character in text):
        raise InvalidRequest("The question holds no word to search for")
    return shortened(text)
