"""Sentences known by a key that does not tell them, found again however the text around them is cut."""

import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from uuid import UUID
from zlib import crc32

from tacitus.domain.ids import BankId
from tacitus.domain.sentences import Span, sentence_spans
from tacitus.domain.texts import UNSEEN, without_unseen

LONG = 6
"""From so many words on, a sentence is recognised in the middle of another one."""
_ANYBODY = "*"
_SALT = "@"
"""Before the bank that a key was made in, where it was brought from there."""
_EAST = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts that put no blanks between words: each character counts as one."""
_LETTER = rf"(?:(?![{_EAST}])[\w\u0300-\u036f])"
_WORD = re.compile(rf"[{_EAST}]|{_LETTER}(?:{_LETTER}|[{UNSEEN}]+(?={_LETTER}))*")
_BREAK = re.compile("[.!?…:;。！？\n\r\u2588\u2600-\u27bf\U0001f000-\U0001faff]")
_CLOSING = re.compile("[.!?…。！？\"'”’」』)\\]]*")
_NAMED = re.compile(r"\W*([^\W\d_][^:\n]{0,40}?):\s+(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Retold:
    """Where a sentence is told again.

    Attributes:
        span: Its words, with the stop behind them.
        whole: The sentence they stand in.
    """

    key: str
    span: Span
    whole: Span


def keys_of(bank: BankId, text: str, speaker: str | None) -> list[str]:
    """Return what the sentences of a text are known by: folded words, with and without who said them.

    Lines count as well as sentences: read as talk or as prose, a text is cut in other places.
    """
    keys: dict[str, None] = {}
    for start, stop in sentence_spans(text):
        sentence = text[start:stop]
        for told in dict.fromkeys((sentence, *sentence.splitlines())):
            keys |= dict.fromkeys(_keys(bank, told, speaker or ""))
            if named := _NAMED.fullmatch(told):
                keys |= dict.fromkeys(_keys(bank, named[2], named[1]))
    return list(keys)


def text_key(bank: BankId, text: str) -> str:
    """Return what a whole memory is known by."""
    return _hashed(bank, "", " ".join(without_unseen(text).casefold().split()))


def retold(
    bank: BankId, text: str, keys: Iterable[str], speaker_at: Callable[[int], str]
) -> list[Retold]:
    """Find the sentences that some keys stand for, in order.

    Args:
        speaker_at: Who says what stands at a place; nobody ("") could be anybody.
    """
    found = [
        replace(one, key=named[one.key])
        for salt, named in _by_salt(bank, keys).items()
        for one in _retold(salt, text, named, speaker_at)
    ]
    return sorted(found, key=lambda one: (one.span, one.key))


def is_known(bank: BankId, text: str, keys: Collection[str]) -> bool:
    """Whether one of some keys is the `text_key` of a text."""
    return any(text_key(salt, text) in named for salt, named in _by_salt(bank, keys).items())


def portable(bank: BankId, key: str) -> str:
    """Return a key that is good in other banks: it names the one that it was made in."""
    return key if _SALT in key else f"{key}{_SALT}{bank}"


def _by_salt(bank: BankId, keys: Iterable[str]) -> Mapping[BankId, Mapping[str, str]]:
    """Return keys as they were made, by the bank they were made in; each with what it is called here."""
    found: defaultdict[BankId, dict[str, str]] = defaultdict(dict)
    for key in keys:
        made, _, salt = key.partition(_SALT)
        found[BankId(UUID(salt)) if salt else bank][made] = key
    return found


def _retold(
    bank: BankId, text: str, keys: Iterable[str], speaker_at: Callable[[int], str]
) -> list[Retold]:
    wanted: defaultdict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for key in keys:
        length, _, rest = key.partition(".")
        if rest:
            wanted[int(length)][int(rest[:2], 16)].add(key)
    if not wanted:
        return []
    words = _Words.of(bank, text)
    return [
        Retold(key, words.span(at, at + length), words.whole(at, at + length))
        for length, marks in wanted.items()
        for at in words.beginning(length, marks)
        if (key := words.key(bank, at, length, speaker_at)) in marks[words.mark(at, length)]
        or (key := words.key(bank, at, length, lambda _: _ANYBODY)) in marks[words.mark(at, length)]
    ]


def speakers_at(turns: Iterable[tuple[Span, str]]) -> Callable[[int], str]:
    """Return who says what stands at a place, of turns in order; "" where that is nobody."""
    said = list(turns)
    starts = [span[0] for span, _ in said]

    def speaker(at: int) -> str:
        place = bisect_right(starts, at) - 1
        return said[place][1] if place >= 0 and at < said[place][0][1] else ""

    return speaker


def merged(spans: Iterable[Span]) -> list[Span]:
    """Join spans that overlap."""
    joined: list[Span] = []
    for start, stop in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(stop, joined[-1][1])
        else:
            joined.append((start, stop))
    return joined


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text, folded, and between which of them a sentence may end.

    Attributes:
        breaks: For each word whether one begins there; one more for the end of the text.
        marks: Four bits of each word, so that few of the many possible sentences are hashed.
    """

    text: str
    spans: Sequence[Span]
    folded: Sequence[str]
    breaks: Sequence[bool]
    marks: Sequence[int]

    @classmethod
    def of(cls, bank: BankId, text: str) -> "_Words":
        spans = [match.span() for match in _WORD.finditer(text)]
        folded = [_fold(text[start:stop]) for start, stop in spans]
        gaps = (_BREAK.search(text, a[1], b[0]) is not None for a, b in pairwise(spans))
        known = {word: _mark(bank, word) for word in set(folded)}
        return cls(text, spans, folded, [True, *gaps, True], [known[word] for word in folded])

    def mark(self, at: int, length: int) -> int:
        return self.marks[at] << 4 | self.marks[at + length - 1]

    def beginning(self, length: int, marks: Collection[int]) -> Iterator[int]:
        """Yield where a sentence of a length may be that has one of some marks."""
        for at in range(len(self.spans) - length + 1):
            if self.mark(at, length) in marks and (
                length >= LONG or (self.breaks[at] and self.breaks[at + length])
            ):
                yield at

    def key(self, bank: BankId, at: int, length: int, speaker_at: Callable[[int], str]) -> str:
        speaker = speaker_at(self.spans[at + length - 1][0])
        return _key(bank, self.folded[at : at + length], speaker)

    def span(self, at: int, stop: int) -> Span:
        end = self.spans[stop - 1][1]
        closing = _CLOSING.match(self.text, end)
        return self.spans[at][0], closing.end() if closing else end

    def whole(self, at: int, stop: int) -> Span:
        while not self.breaks[at]:
            at -= 1
        while not self.breaks[stop]:
            stop += 1
        return self.span(at, stop)


def _keys(bank: BankId, sentence: str, speaker: str) -> list[str]:
    words = [_fold(word) for word in _WORD.findall(sentence)]
    if not words:
        return []
    # Where the speaker is known now, a reading that knows none must find it too, and the reverse. In so
    # many words nobody says by chance what another said: whatever who said it is called by then.
    others = (_ANYBODY,) if not speaker else ("",) if len(words) < LONG else ("", _ANYBODY)
    return [_key(bank, words, who) for who in (speaker, *others)]


def _key(bank: BankId, words: Sequence[str], speaker: str) -> str:
    mark = _mark(bank, words[0]) << 4 | _mark(bank, words[-1])
    who = speaker if speaker == _ANYBODY else " ".join(map(_fold, _WORD.findall(speaker)))
    return f"{len(words)}.{mark:02x}.{_hashed(bank, who, ' '.join(words))}"


def _fold(word: str) -> str:
    return unicodedata.normalize("NFKC", without_unseen(word)).casefold()


def _mark(bank: BankId, word: str) -> int:
    return crc32(f"{bank} {word}".encode("utf-8", "surrogatepass")) & 15


def _hashed(bank: BankId, speaker: str, words: str) -> str:
    told = f"{bank}\n{speaker}\n{words}"
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
