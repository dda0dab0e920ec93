"""Whether the clause around a phrase looks back or ahead: "on Friday we went", "on Friday we will".

No parse, only the nearest telling word in the same sentence.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

_REACH = 100

_BREAK = re.compile(r"[.!?;\n\u3002\uff01\uff1f\uff1b]")

_AHEAD = re.compile(
    r"""\b(?:
      will|won't|shall|gonna|tomorrow|upcoming|soon|deadline|due|let's|lets|starting
    | \w+'ll
    | going\ to\b(?!\ the\ )
    | (?:is|are|am|'s|'re|'m|be)\ (?:coming|scheduled|planned|set|booked|expected|supposed|about|to)
    | plan(?:s|ning)?|hop(?:e|es|ing)|intends?|aim(?:s|ing)?
    | wants?|needs?|should|must|might|could|would
    | (?:i|you|we|he|she|they)'d\ (?:like|love|do|rather|go|want|prefer)
    | (?:have|has|got|'ve)\ (?:to|an?|my|our|another|some)\b(?!\ \w+ed\b)
    | (?:moved|postponed|pushed|delayed|rescheduled)(?:\ back)?\ (?:to|until|till)
    | can(?:'t|not)?\ (?:wait|you|we|i) | can\ (?:start|begin|come|do)
    | (?<!to\ )(?:see|meet)\ you | look(?:s|ing)?\ forward | prepar\w+\ for
    | (?:ready|excited|waiting)\ for | excited\ about
    | starts?|begins?|opens|leaves|ends|finishes|launches|arrives|departs|expires|closes|lands
    | (?:goes|comes|runs|dies|flies|takes)\ (?:out|live|to|off|place)|gets\ \w+ed
    | (?:is|are|'s)\ (?:on|in)(?=\ (?:the\ )?(?:\w{3,6}day|\d|jan|feb|mar|apr|may|jun|jul|aug|sep
        |oct|nov|dec|spring|summer|autumn|fall|winter))
    | when\ (?:is|are)
    | werde|wirst|wird|werden|werdet|möchten?|wollen|soll(?:en)?
    | (?:voy|vas|va|vamos|van)\ a | vais|allons|vont | (?:va|vas)\ \w+(?:er|ir|re)
    )\b"""
    r"|会|會|要|将|將|打算|准备|準備|计划|計劃|予定|つもり|でしょう|ましょう|したい",
    re.VERBOSE,
)
_PROGRESSIVE = re.compile(
    r"(?:\bam|\bare|\bis|'m|'re|'s) (?:(?:\w+ly|not|i|you|we|he|she|they) )?"
    r"(?!feel|think|remember|wonder|try|lov|miss|talk|say|tell|ask|look|read|enjoy)\w{2,}ing\b"
)
_BACK = re.compile(
    r"""\b(?:
      was|were|wasn't|weren't|did|didn't|had|hadn't|been|ago|already
    | (?<!be\ )(?<!is\ )(?<!are\ )(?<!'s\ )(?<!'re\ )(?!(?:need|seed|feed|speed|indeed|bed|red|led|shed|excit|thrill|interest|schedul
        |plann|suppos|expect|booked|hundr|tir|scar|relat|prepar)(?:ed)?\b)\w{2,}ed
    | went|came|saw|took|made|met|found|told|gave|felt|left|bought|brought|thought|spent
    | (?<!'ve\ )(?<!have\ )(?<!has\ )got
    | began|started|ran|won|lost|wrote|read|said|drove|flew|ate|drank|slept|spoke|taught|built|sent
    | kept|held|heard|knew|grew|broke|fell|chose|swam|rode|sang|threw|wore|caught|fought|paid|sold
    | hatten?|waren|habe|haben|wurden?|ging|kam
    | fue|fui|fuimos|estaba|estuve|estuvo|hice|hizo|tuve|tuvo | était|étais|avons|sommes
    )\b"""
    r"|了(?![\s,.\uff0c\u3002\uff01\uff1f!?]|$)|过(?!去)|過(?!去)|ました|でした|だった",
    re.VERBOSE,
)


class Tense(IntEnum):
    """Which way a clause looks."""

    BACK = -1
    UNKNOWN = 0
    AHEAD = 1


@dataclass(frozen=True, slots=True)
class _Marks:
    """Where the telling words of a text stand, in order."""

    breaks: tuple[int, ...]
    back: tuple[tuple[int, int], ...]
    ahead: tuple[tuple[int, int], ...]
    progressive: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4)
def _marks(lowered: str) -> _Marks:
    return _Marks(
        tuple(found.start() for found in _BREAK.finditer(lowered)),
        _spans(_BACK, lowered),
        _spans(_AHEAD, lowered),
        _spans(_PROGRESSIVE, lowered),
    )


def _spans(words: re.Pattern[str], lowered: str) -> tuple[tuple[int, int], ...]:
    return tuple(found.span() for found in words.finditer(lowered))


def tense_around(lowered: str, start: int, end: int, *, reach: int = _REACH) -> Tense:
    """The tense of the clause that holds `lowered[start:end]`; the phrase itself is not read.

    Args:
        reach: Characters looked at on either side.
    """
    marks = _marks(lowered)
    clause = _clause(marks.breaks, start, end, reach)
    back = _distance(marks.back, clause, start, end)
    ahead = _distance(marks.ahead, clause, start, end)
    if ahead is None:
        ahead = _distance(marks.progressive, clause, start, end)
    if back is None:
        return Tense.UNKNOWN if ahead is None else Tense.AHEAD
    return Tense.AHEAD if ahead is not None and ahead < back else Tense.BACK


def _clause(breaks: tuple[int, ...], start: int, end: int, reach: int) -> tuple[int, int]:
    before, after = bisect_left(breaks, start), bisect_left(breaks, end)
    floor = breaks[before - 1] if before else 0
    ceiling = breaks[after] if after < len(breaks) else end + reach
    return max(floor, start - reach), min(ceiling, end + reach)


def _distance(
    spans: tuple[tuple[int, int], ...], clause: tuple[int, int], start: int, end: int
) -> int | None:
    """Characters between the phrase and the nearest such word of the clause."""
    nearest: int | None = None
    index = bisect_left(spans, (start, 0))
    while index and spans[index - 1][1] > start:
        index -= 1
    if index and spans[index - 1][0] >= clause[0]:
        nearest = start - spans[index - 1][1]
    while index < len(spans) and spans[index][0] < end:
        index += 1
    if index < len(spans) and spans[index][1] <= clause[1]:
        behind = spans[index][0] - end
        nearest = behind if nearest is None else min(nearest, behind)
    return nearest
