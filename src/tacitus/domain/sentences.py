"""Where sentences end, and how long text is cut without breaking one."""

import re
from collections.abc import Iterable
from functools import lru_cache

Span = tuple[int, int]
"""First character and one past the last."""

_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•#>]|\d+[.)])\s)")
_END = re.compile(r"(?:[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]+[」』”]*)\s*")
_ABBREVIATED = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|approx|no|fig|inc|ltd|co|jr|sr|z\.b|bzw|usw|[a-z])\.$",
    re.IGNORECASE,
)


def sentence_spans(text: str) -> list[Span]:
    """Return the spans of the sentences of a text, trimmed, in order; blank ones are left out.

    A paragraph or a list item ends a sentence. An abbreviation or an initial does not.
    """
    return list(_sentence_spans(text))


@lru_cache(maxsize=1024)
def _sentence_spans(text: str) -> tuple[Span, ...]:
    """Return the spans; cached, since the same words are looked at in one way after another."""
    spans: list[Span] = []
    start = 0
    for stop in [*(match.start() for match in _PARAGRAPH.finditer(text)), len(text)]:
        spans.extend(_within(text, start, stop))
        start = stop
    return tuple(spans)


def packed(text: str, spans: Iterable[Span], limit: int) -> list[Span]:
    """Join neighbouring spans as long as the joined text has at most `limit` characters.

    A span that is longer by itself is cut at the end of a line, else at white space, or hard where
    there is none.
    """
    joined: list[Span] = []
    for start, end in spans:
        if joined and end - joined[-1][0] <= limit:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.extend(_cut(text, start, end, limit))
    return joined


def _within(text: str, start: int, stop: int) -> list[Span]:
    spans: list[Span] = []
    begin = start
    for match in _END.finditer(text, start, stop):
        if _ABBREVIATED.search(text, max(begin, match.start() - 8), match.start() + 1):
            continue
        spans.append((begin, match.end()))
        begin = match.end()
    spans.append((begin, stop))
    return [trimmed for span in spans if (trimmed := _trimmed(text, span))]


def _trimmed(text: str, span: Span) -> Span | None:
    start, end = span
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    return (start, end) if start < end else None


def _cut(text: str, start: int, end: int, limit: int) -> list[Span]:
    pieces: list[Span] = []
    while end - start > limit:
        half = start + limit // 2
        line = text.rfind("\n", half, start + limit)
        space = line if line > 0 else text.rfind(" ", half, start + limit)
        stop = space if space > 0 else start + limit
        pieces.append((start, stop))
        start = stop + (space > 0)
    return [*pieces, (start, end)]
