"""The event a question hangs on: "two days after the wedding", "since she moved to Berlin"."""

import re
from collections.abc import Sequence
from datetime import datetime

from tacitus.domain.time.expressions import (
    Direction,
    EventReference,
    Grain,
    Offset,
    Relation,
)
from tacitus.domain.time.grammar import expand
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.languages.english import ENGLISH
from tacitus.domain.time.offsets import beside
from tacitus.domain.time.scene import Meaning, Reading

_RELATIONS = {
    "before": Relation.BEFORE,
    "prior to": Relation.BEFORE,
    "ahead of": Relation.BEFORE,
    "leading up to": Relation.BEFORE,
    "after": Relation.AFTER,
    "following": Relation.AFTER,
    "upon": Relation.AFTER,
    "during": Relation.DURING,
    "while": Relation.DURING,
    "when": Relation.DURING,
    "throughout": Relation.DURING,
    "around the time of": Relation.AROUND,
    "around the time": Relation.AROUND,
    "at the time of": Relation.AROUND,
    "since": Relation.SINCE,
    "until": Relation.UNTIL,
    "till": Relation.UNTIL,
    "by the time": Relation.UNTIL,
    "vor": Relation.BEFORE,
    "nach": Relation.AFTER,
    "nachdem": Relation.AFTER,
    "bevor": Relation.BEFORE,
    "während": Relation.DURING,
    "seit": Relation.SINCE,
    "seitdem": Relation.SINCE,
    "antes de": Relation.BEFORE,
    "antes del": Relation.BEFORE,
    "después de": Relation.AFTER,
    "después del": Relation.AFTER,
    "durante": Relation.DURING,
    "desde que": Relation.SINCE,
    "avant": Relation.BEFORE,
    "après": Relation.AFTER,
    "pendant": Relation.DURING,
    "depuis que": Relation.SINCE,
}
_WORD = "|".join(sorted(_RELATIONS, key=len, reverse=True))
_UNITS = {
    unit for unit, (grain, _) in ENGLISH.units.items() if grain in (Grain.HOUR, Grain.INSTANT)
}
_REFERENCE = re.compile(
    expand(
        ENGLISH,
        r"(?<!\w)(?:(?:the |exactly )?(?:{num} )?{unit} )?(?:(?:right|just|shortly|soon|immediately) )?"
        rf"(?P<relation>{_WORD}) (?P<phrase>[^?!.;,\n]{{2,160}})",
    )
)
_VERBS_THAT_TAKE_AFTER = re.compile(
    r"\b(?:look|looks|looking|looked|nam(?:e|ed|ing)|take|takes|took|taking|ask|asked|asking|go|going"
    r"|went|run|running|ran|chas(?:e|ed|ing)|clean(?:ed|ing)?|inquir(?:e|ed)|model(?:ed|led))\s\Z"
)
_NO_EVENT = re.compile(
    r"(?:that|this|it|then|all|long|now|today|which|what|whom|he?r?s?elf|themselves)\b(?!\s\w+)"
    r"|(?:all|that|which|what|when|how)\b|school\b|work\b|hours\b|dark\b"
)
_QUESTION_WORD = re.compile(
    r"(?:did|do|does|is|are|was|were|will|would|has|have|had|can|could|should)\b"
)
_MAIN_VERB = re.compile(r"\s(?:did|does)\s")
_LEFT_OVER = re.compile(r"(?:\s{1,2}(?:on|in|at|of|from|by|and|or|the|during|since|until))+\s*\Z")

_CJK = re.compile(
    r"(?P<phrase>[\u4e00-\u9fff\u3040-\u30ffA-Za-z0-9]{2,20}?)"
    r"(?:的?(?P<relation>之前|以前|之后|之後|以后|以後|时候|時候|期间|期間)|の?(?P<jp>前に|後に|あとで|とき))"
)
_CJK_RELATIONS = {
    "前": Relation.BEFORE,
    "后": Relation.AFTER,
    "後": Relation.AFTER,
    "あ": Relation.AFTER,
}


def event_in(text: str, lowered: str, readings: Sequence[Reading]) -> EventReference | None:
    """The first event named as a reference; what is already a time ("after June") is none."""
    for found in _REFERENCE.finditer(lowered):
        reference = _reference(found, text, lowered, readings)
        if reference:
            return reference
    return None if text.isascii() else _unspaced(lowered, readings)


def _reference(
    found: re.Match[str], text: str, lowered: str, readings: Sequence[Reading]
) -> EventReference | None:
    start, end = found.span("phrase")
    word = " ".join(found["relation"].split())
    if word == "when" and (_QUESTION_WORD.match(found["phrase"]) or found.start("relation") == 0):
        return None
    if _VERBS_THAT_TAKE_AFTER.search(lowered, max(0, found.start() - 14), found.start("relation")):
        return None
    if _NO_EVENT.match(found["phrase"]):
        return None
    for reading in readings:
        if start <= reading.end and reading.start < end:
            end = min(end, reading.start)
    verb = _MAIN_VERB.search(lowered, start, end)
    end = verb.start() if verb else end
    phrase = _LEFT_OVER.sub("", text[start : max(start, end)]).strip(" \t\"'")
    if len(phrase) < 2 or phrase.lower() in ("the", "a", "an", "my", "her", "his", "their", "our"):
        return None
    return EventReference(_RELATIONS[word], phrase, _offset(found))


def _offset(found: re.Match[str]) -> Offset | None:
    word = found["unit"]
    if word is None or word in _UNITS or (word.endswith("s") and not found["num"]):
        return None
    unit, times = ENGLISH.units[word]
    count = ENGLISH.count(found["num"])[0] if found["num"] else 1
    return Offset(count * times, unit)


def _unspaced(lowered: str, readings: Sequence[Reading]) -> EventReference | None:
    for found in _CJK.finditer(lowered):
        start, end = found.span("phrase")
        if any(reading.start < end and start < reading.end for reading in readings):
            continue
        if found["phrase"].endswith("什么") or ("的" in found["phrase"] and "前" in found[0][-2:]):
            continue  # "什么时候" asks when, "他的同事以前" says formerly
        word = found["relation"] or found["jp"]
        relation = next(
            (_CJK_RELATIONS[char] for char in reversed(word) if char in _CJK_RELATIONS),
            Relation.DURING,
        )
        return EventReference(relation, found["phrase"])
    return None


def locate(
    reference: EventReference, event: Interval, asked_at: datetime | None = None
) -> tuple[Interval, Direction]:
    """Turn an event that was looked up into the time that is asked about.

    With an offset it is that unit beside the event ("two days after" is one day). "Since" reaches to
    `asked_at`, where given.
    """
    offset, relation = reference.offset, reference.relation
    if offset and relation in (Relation.BEFORE, Relation.AFTER):
        sign = -1 if relation is Relation.BEFORE else 1
        near = beside(
            Meaning(interval=event, grain=Grain.RANGE),
            offset.unit,
            (offset.count, offset.count),
            sign,
        )
        if near:
            return near.interval, Direction.DURING
    if relation is Relation.SINCE and asked_at:
        return Interval(event.start, max(event.start, asked_at)), Direction.DURING
    return event, _DIRECTION_OF[relation]


_DIRECTION_OF = {
    Relation.BEFORE: Direction.BEFORE,
    Relation.UNTIL: Direction.BEFORE,
    Relation.AFTER: Direction.AFTER,
    Relation.SINCE: Direction.AFTER,
    Relation.AROUND: Direction.AROUND,
    Relation.DURING: Direction.DURING,
}
