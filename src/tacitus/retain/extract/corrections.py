"""Corrections: "no, that was Bob, not me", and what they are said of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tacitus.domain.documents import Turn
from tacitus.domain.sentences import Span
from tacitus.retain.extract.prose import sentences_of

_NO = r"(?:no|nope|nah|actually|sorry|wait|oops|correction|my mistake|hm+|hang on)\b[\s,.!:;\u2013\u2014-]*"
_IT = r"(?:that|it|this|he|she|they)(?:\s(?:is|was|were|are)|'s)"
_WORDS = r"[^,.;!?]{1,60}?"
_CORRECTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_NO})+(?:{_IT} |i (?:meant|mean|said) )?(?P<right>{_WORDS}),? (?:and )?not (?P<wrong>{_WORDS})[.!]*$",
        rf"(?:{_IT}|i (?:meant|mean)) (?P<right>{_WORDS}), not (?P<wrong>{_WORDS})[.!]*$",
        rf"(?:{_NO})*(?:it|that) (?:wasn't|isn't|was not|is not) (?P<wrong>{_WORDS})[,;]? (?:but|it was|it's|that was) (?P<right>{_WORDS})[.!]*$",
        rf"(?:{_NO})*not (?P<wrong>{_WORDS})[,;] (?:but |it was |that was )?(?P<right>{_WORDS})[.!]*$",
    )
)
_BACK = 4
"""How many turns before the correction may hold what it corrects."""
_ME = frozenset({"me", "i"})
_CERTAIN = frozenset({"the", "my", "our", "his", "her", "their", "your"})
_ASKS = re.compile(
    r"(?:who|what|when|where|why|how|which|did|do|does|is|are|was|were|have|has|can|could|will)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:so|and|but|oh|well|ah|right),? ", re.IGNORECASE)
_AGREEING = {"are": "is", "were": "was", "have": "has", "do": "does", "'re": "'s", "'ve": "'s"}
_YOU = re.compile(r"\byou\b(?P<verb>\s(?:are|were|have|do)\b|'re|'ve)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody put right.

    Attributes:
        turn: Index of the turn that corrects.
        span: Of the sentence that does, in that turn.
        wrong_turn: Index of the turn that was wrong.
        wrong_span: Of the sentence that was.
        words: What was said, put right; "" where it was only asked.
    """

    turn: int
    span: Span
    wrong_turn: int
    wrong_span: Span
    words: str


def corrections_in(turns: Sequence[Turn]) -> Iterator[Correction]:
    """Yield what is put right shortly after it was said."""
    for at, turn in enumerate(turns):
        for span in sentences_of(turn.text):
            said = _corrected(turn.text[slice(*span)])
            if said and (found := _put_right(turns, at, span, said)):
                yield found


def _corrected(sentence: str) -> tuple[str, str] | None:
    """Return (right, wrong) as a correction names them."""
    for pattern in _CORRECTIONS:
        if match := pattern.match(sentence):
            right, wrong = match["right"].strip(), match["wrong"].strip()
            if _is_definite(right) and _is_definite(wrong):
                return right, wrong
    return None


def _is_definite(named: str) -> bool:
    """Whether somebody, a number or a certain thing is meant: "not hard" is an opinion."""
    first = named.split(" ")[0].lower()
    capital = named[:1].isupper() or any(map(str.isdigit, named))
    return capital or first in _ME or first in _CERTAIN


def _put_right(
    turns: Sequence[Turn], at: int, span: Span, said: tuple[str, str]
) -> Correction | None:
    """Look the corrected sentence up, the latest first."""
    right, wrong = said
    right = turns[at].speaker if right.lower() in _ME and turns[at].speaker else right
    for index in range(at, max(at - _BACK, 0) - 1, -1):
        earlier = turns[index]
        for place in reversed(sentences_of(earlier.text)):
            sentence = earlier.text[slice(*place)]
            if (index, place) >= (at, span) or _corrected(sentence):
                continue
            words = _replaced(sentence, right, wrong, earlier.speaker, turns[at].speaker)
            if words is not None:
                return Correction(at, span, index, place, words)
    return None


def _replaced(sentence: str, right: str, wrong: str, by: str, corrector: str) -> str | None:
    """Return a sentence put right, "" of a question, None where the wrong thing is not in it."""
    if wrong.lower() in _ME:
        names = [corrector, corrector.split(" ")[0]] if corrector else []
        replaced = _without_you(sentence, right) if by != corrector else sentence
    else:
        names, replaced = [wrong], sentence
    for name in names:
        if replaced == sentence and name:
            pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
            replaced = re.sub(pattern, lambda _: right, sentence, flags=re.IGNORECASE)
    if replaced == sentence:
        return None
    told = _LEAD.sub("", replaced, count=1) if _LEAD.match(replaced) else replaced
    if sentence.endswith("?") and _ASKS.match(told):
        return ""
    return f"{told[0].upper()}{told[1:]}".rstrip("?!. ") + "."


def _without_you(sentence: str, name: str) -> str:
    def named(match: re.Match[str]) -> str:
        verb = match["verb"] or ""
        return name + verb.replace(verb.strip(), _AGREEING.get(verb.strip().lower(), verb.strip()))

    return _YOU.sub(named, sentence)
