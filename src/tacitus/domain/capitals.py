"""Runs of capitalised words: where names may stand in a text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tacitus.domain.lexicon import words

_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:[-'&][^\W_]+|(?<=\d)[.,](?=\d)[^\W_]+)*")
_ENDS = re.compile(
    r"[.!?…:;*•|>\n\"“”()\[\]]|\s[-\u2013\u2014]|[-\u2013\u2014]\s|[^\w\s,.'&/#@%$€£+=-]"
)
_SPACE = re.compile(r"[ \u00a0]{1,2}")
_INITIAL = re.compile(r"\.\s?")
_CONTRACTED = re.compile(r"n't$|'(?:m|re|ve|ll|d|t)$", re.IGNORECASE)
_HUMPED = re.compile(r"[a-z]{1,3}[A-Z]")
_NUMBER = re.compile(r"\d{1,4}(?:\.\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LETTERS = re.compile(r"[^\W\d_]")
_CONNECTORS = frozenset(
    {"of", "de", "la", "van", "von", "der", "den", "da", "di", "du", "del", "al"}
)
_AFTER_OF = frozenset({"the", "la", "los", "las", "den", "der"})
_DOTTED = words("person_marks") | {"st", "mt", "ft", "jr"}
_HEADING = 0.7
_LEAST_HEADING = 4


class Word(NamedTuple):
    """A word and where it stands; a tuple, since texts have many.

    Attributes:
        text: As written, without a possessive 's.
        opens: It begins a sentence, so that its capital letter says nothing.
        gap: What stands between it and the word before.
        possessive: An 's was taken off.
    """

    text: str
    opens: bool
    gap: str
    start: int
    possessive: bool

    @property
    def low(self) -> str:
        return self.text.lower()

    @property
    def is_capital(self) -> bool:
        text = self.text
        if text.islower() or len(text) < 2 or not (text[0].isupper() or _HUMPED.match(text)):
            return False
        return _CONTRACTED.search(text) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Capitalised words that stand together, small connecting words inside.

    Attributes:
        before: Text of the sentence before it.
        after: The word after it within the sentence, "" at its end.
        comma: A comma, an exclamation mark or the end follows, as after somebody addressed.
        beside: The words of its sentence that are not capitalised.
    """

    words: tuple[Word, ...]
    before: str
    after: str
    comma: bool
    beside: tuple[str, ...]


def runs_in(text: str) -> Iterator[Run]:
    """Yield the runs of capitalised words, in order. Typographic apostrophes are expected plain."""
    for sentence in _sentences(_words_of(text)):
        sentence = _unmasked(sentence)
        yield from _runs_of(sentence, text)


def _words_of(text: str) -> list[Word]:
    found: list[Word] = []
    end = 0
    for match in _WORD.finditer(text):
        start, stop = match.span()
        gap, word = text[end:start], text[start:stop]
        opens = end == 0 or (gap != " " and _opens(gap, found[-1]))
        possessive = word[-2:] in {"'s", "'S"}
        found.append(Word(word[:-2] if possessive else word, opens, gap, start, possessive))
        end = stop
    return found


def _opens(gap: str, before: Word) -> bool:
    """Whether a sentence begins after a gap."""
    return _ENDS.search(gap) is not None and not _is_abbreviated(before, gap)


def _is_abbreviated(word: Word, gap: str) -> bool:
    """Whether the dot after a word is part of it: "J. Smith", "Dr. Meyer"."""
    short = (len(word.text) == 1 and word.text.isupper()) or word.low in _DOTTED
    return short and _INITIAL.fullmatch(gap) is not None


def _sentences(found: Sequence[Word]) -> Iterator[list[Word]]:
    sentence: list[Word] = []
    for word in found:
        if word.opens and sentence:
            yield sentence
            sentence = []
        sentence.append(word)
    if sentence:
        yield sentence


def _unmasked(sentence: list[Word]) -> list[Word]:
    """Return a sentence with every word marked as opening where all are capitalised anyway."""
    if len(sentence) <= _LEAST_HEADING:
        return sentence
    long = [word for word in sentence[1:] if len(word.text) > 3 and _LETTERS.match(word.text)]
    capital = sum(word.text[0].isupper() for word in long)
    shouted = sum(word.text.isupper() for word in long)
    if len(long) < _LEAST_HEADING or max(capital, shouted) < _HEADING * len(long):
        return sentence
    return [Word(w.text, True, w.gap, w.start, w.possessive) for w in sentence]


def _runs_of(sentence: Sequence[Word], text: str) -> Iterator[Run]:
    beside: tuple[str, ...] = ()
    at = 0
    while at < len(sentence):
        # No run begins at small letters: said first, since most words are of nothing else.
        stop = at if sentence[at].text.islower() else _end_of_run(sentence, at)
        if stop == at:
            at += 1
            continue
        beside = beside or _beside(sentence)
        last = sentence[stop - 1]
        tail = text[last.start + len(last.text) + 2 * last.possessive :][:1]
        yield Run(
            words=tuple(sentence[at:stop]),
            before=text[sentence[0].start : sentence[at].start],
            after=sentence[stop].text if stop < len(sentence) and tail != "," else "",
            comma=tail in {"", ",", "!", "?", ".", "\n"},
            beside=beside,
        )
        at = stop


def _beside(sentence: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in sentence if word.text.islower() and len(word.text) > 1)


def _end_of_run(sentence: Sequence[Word], at: int) -> int:
    """Return one past the run that begins at a word; the same index if none does."""
    starts_with_initial = len(sentence[at].text) == 1 and at + 1 < len(sentence)
    if starts_with_initial:
        if not (
            sentence[at].text.isupper() and _is_abbreviated(sentence[at], sentence[at + 1].gap)
        ):
            return at
    elif not sentence[at].is_capital:
        return at
    stop = at + 1
    while (step := _step(sentence, stop)) > 0:
        stop += step
    return stop


def _step(sentence: Sequence[Word], stop: int) -> int:
    """Return how many of the next words go on with the run: 0 to 3."""
    word, ahead = sentence[stop - 1], sentence[stop : stop + 3]
    if not ahead or not _touches(word, ahead[0]):
        return 0
    if _goes_on(ahead[0]):
        return 1
    if ahead[0].text not in _CONNECTORS or word.possessive:
        return 0
    return _length_to_capital(ahead)


def _goes_on(word: Word) -> bool:
    text = word.text
    if _NUMBER.fullmatch(text):
        return not _YEAR.fullmatch(text)
    return word.is_capital or (len(text) == 1 and text.isupper() and text != "I")


def _length_to_capital(ahead: Sequence[Word]) -> int:
    """Return the length of connecting words and the capitalised one they lead to, or 0."""
    for length, word in enumerate(ahead[1:], start=2):
        if not _SPACE.fullmatch(word.gap):
            return 0
        if word.is_capital:
            return length
        if word.text not in _AFTER_OF:
            return 0
    return 0


def _touches(word: Word, following: Word) -> bool:
    return bool(_SPACE.fullmatch(following.gap)) or _is_abbreviated(word, following.gap)
