"""Fenced code in a text: where it begins, and where it ends although nobody closed it."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tacitus.domain.sentences import Span

_MARK = re.compile(r"```+|^[ \t]*~~~+", re.MULTILINE)
_INFO = re.compile(r"[ \t]*[\w+#.-]*[ \t]*(?:\{[^}\n]*\})?[ \t]*(?=\n|\Z)")
_LINE = re.compile(r"[^\n]*\n?")
_PROSE = re.compile(r"[\"'“(*_]{0,3}[^\W\d_][^=;{}<>|\\$`@]*[.!?:…。！？][\"'”)*_]{0,3}\s*$")
_FEW_WORDS = 2


@dataclass(frozen=True, slots=True)
class Fence:
    """A stretch of code.

    Attributes:
        span: With its marks.
        body: Without them.
    """

    span: Span
    body: Span


def fences_in(text: str) -> list[Fence]:
    """Return the fenced code of a text, in order.

    What nobody closed ends before the next line that is prose, so that a forgotten mark hides
    nothing but code.
    """
    return list(_fences(text)) if "```" in text or "~~~" in text else []


def holds(fences: Sequence[Fence], place: int) -> bool:
    """Whether a place lies in one of some fences, which are in order."""
    at = bisect_right(fences, place, key=lambda fence: fence.span[0]) - 1
    return at >= 0 and place < fences[at].span[1]


def _fences(text: str) -> Iterator[Fence]:
    marks = [match.span() for match in _MARK.finditer(text)]
    at = 0
    while at < len(marks):
        opening = marks[at]
        info = _INFO.match(text, opening[1])
        begin = info.end() if info else opening[1]
        closing = marks[at + 1] if at + 1 < len(marks) else None
        if closing and _closes(text, opening, closing):
            yield Fence((opening[0], closing[1]), (begin, closing[0]))
            at += 2
        else:
            end = _end_of_code(text, begin, closing[0] if closing else len(text))
            yield Fence((opening[0], end), (begin, end))
            at += 1


def _closes(text: str, opening: Span, closing: Span) -> bool:
    """Whether a mark ends what another begins: of the same kind, and no language after it."""
    if text[opening[1] - 1] != text[closing[1] - 1]:
        return False
    begins_line = not text[text.rfind("\n", 0, closing[0]) + 1 : closing[0]].strip()
    rest = text[closing[1] : closing[1] + 1]
    return not begins_line or not rest or rest.isspace() or not rest.isalnum()


def _end_of_code(text: str, begin: int, stop: int) -> int:
    """Return where the first line of prose begins after an opening mark."""
    for line in _LINE.finditer(text, begin, stop):
        if not line[0]:
            break
        if _PROSE.match(line[0]) and len(line[0].split()) >= _FEW_WORDS:
            return line.start()
    return stop
