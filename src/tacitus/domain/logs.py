"""Logs: lines that a machine stamped with the time."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tacitus.domain.sentences import Span
from tacitus.domain.time.timestamps import parse_timestamp

_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
_ZONE = r"(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?"
_STAMP = rf"(?:\d{{4}}[-/]\d\d[-/]\d\d[T ]{_CLOCK}{_ZONE}|[A-Z][a-z]{{2}} [ \d]\d {_CLOCK}|{_CLOCK}{_ZONE})"
_WEB = r"\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}"
_DAY = r"(?:\d{4}[-/]\d\d[-/]\d\d|\d\d\.\d\d\.\d{4}|\d\d/\d\d/\d{4})"
_ANYWHERE = re.compile(rf"[\[(]?(?:\b{_STAMP}|{_WEB})[\])]?,?")
_BEHIND = r"[\])>]?[ \t]*(?:[-|:,][ \t]+)?"
_LEADING = re.compile(rf"[\[(<]?(?P<stamp>{_STAMP}){_BEHIND}")
_BY_HAND = re.compile(
    rf"(?:[-*•][ \t]+)?[\[(]?(?P<stamp>{_DAY}(?:,? \d\d:\d\d)?|\d\d:\d\d)(?![\d:-]){_BEHIND}"
)
_LINE = re.compile(r"\S[^\n]*")
_ANY_STAMP = re.compile(r"\d\d[-/.:]")
"""Stands in every stamp; looked for first, since most texts have none."""
_STAMPED_SHARE = 0.5
_OFTEN = 3
"""So many entries that differ in time alone make a log of lines that a person may have dated."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log; lines without a stamp go on with the one before.

    Attributes:
        span: In the text it was found in.
        words: What is left without the stamp in front.
        key: What is left without any stamp: entries with the same key differ in time alone.
        at: When it was written; None where the stamp does not tell.
    """

    span: Span
    words: str
    key: str
    at: datetime | None


def entries_of(text: str, written: datetime | None) -> Sequence[Entry]:
    """Return the entries of a log; empty where the text is none.

    Lines stamped to the second are a log. Lines that begin with a day or a time of day are one only
    where they say the same again and again.

    Args:
        written: When the whole was written: gives the day and the zone to stamps without.
    """
    if not _ANY_STAMP.search(text):
        return ()
    lines = [match.span() for match in _LINE.finditer(text)]
    stamped = [line for line in lines if _ANYWHERE.search(text, *line)]
    begins = bool(lines) and _LEADING.match(text, *lines[0]) is not None
    if begins or _are_most(stamped, lines):
        opening = sorted({lines[0], *stamped})
        return [_stamped(text, span, written) for span in _spans(text, opening)]
    dated = [line for line in lines if _BY_HAND.match(text, *line)]
    if not _are_most(dated, lines):
        return ()
    entries = [_dated(text, span, written) for span in _spans(text, sorted({lines[0], *dated}))]
    often = max(Counter(entry.key for entry in entries).values())
    return entries if often >= _OFTEN else ()


def _are_most(some: Sequence[Span], lines: Sequence[Span]) -> bool:
    return len(some) > 1 and len(some) >= _STAMPED_SHARE * len(lines)


def _spans(text: str, opening: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans of the entries that open with these lines."""
    stops = [*(start for start, _ in opening[1:]), len(text)]
    for (start, _), stop in zip(opening, stops, strict=True):
        yield start, start + len(text[start:stop].rstrip())


def _stamped(text: str, span: Span, written: datetime | None) -> Entry:
    whole = text[slice(*span)]
    leading = _LEADING.match(whole)
    stamp = leading or _ANYWHERE.search(whole)
    words = whole[leading.end() :] if leading else whole
    return Entry(
        span=span,
        words=words,
        key=" ".join(_ANYWHERE.sub(" ", words).split()),
        at=_moment(leading["stamp"] if leading else stamp[0], written) if stamp else None,
    )


def _dated(text: str, span: Span, written: datetime | None) -> Entry:
    whole = text[slice(*span)]
    leading = _BY_HAND.match(whole)
    words = whole[leading.end() :] if leading else whole
    at = _moment(leading["stamp"], written) if leading else None
    return Entry(span=span, words=words, key=" ".join(words.split()), at=at)


def _moment(stamp: str, written: datetime | None) -> datetime | None:
    text = stamp.strip("[]()<>,").replace(",", ".")
    web = re.fullmatch(r"(\d\d)/([A-Z][a-z]{2})/(\d{4}):(.+)", text)
    if web:
        text = f"{web[1]} {web[2]} {web[3]} {web[4]}"
    elif text[:1].isalpha():
        text = f"{text[4:6].strip()} {text[:3]} {written.year} {text[7:]}" if written else ""
    elif text[2:3] == ":":
        text = f"{written.date().isoformat()} {text}" if written else ""
    try:
        return parse_timestamp(text, default_zone=(written.tzinfo if written else None) or UTC)
    except ValueError:
        return None
