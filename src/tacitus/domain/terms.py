"""Keyword terms: what BM25 counts, the same for stored texts and for questions."""

import re
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Protocol, cast

import Stemmer  # pyright: ignore[reportMissingTypeStubs]

from tacitus.domain.lexicon import words

# Scripts written without spaces: Thai to Khmer, kana, Han; and Hangul, whose words carry particles.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
# Marks that belong to a letter (accents, Hebrew and Arabic points, Indic vowel signs): not in \w.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963"
_INDIC = "\u0966-\u0dff"
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}{_INDIC}])"
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
_JOINT = r"(?:[-_.@&']|(?<=\d)[:,](?=\d))"

_TOKEN = re.compile(
    rf"[{_UNSPACED}]+|[A-Za-z](?:\+\+|#)(?!\w)|{_LETTER}+(?:{_JOINT}{_LETTER}+)*|[{_EMOJI}]"
)
_ASCII_TOKEN = re.compile(
    rf"[A-Za-z](?:\+\+|#)(?!\w)|[A-Za-z0-9]+(?:{_JOINT}[A-Za-z0-9]+)*", re.ASCII
)
"""The same, for texts of ASCII characters only: that is found sooner."""
_FIRST_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_POINTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_VERSION = re.compile(r"v(\d[\w.-]*)")
_SEPARATORS = re.compile(r"[-_.:,@&']")
_HUMP = re.compile(r"[a-z][A-Z]")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_CODE = re.compile(r"([a-z]{2,})(\d{2,})")
_FOREIGN_LETTER = re.compile(r"[^\W\d_]")
_GAP = re.compile(r"[\s_.:,@&'-]+")

# Letters that decompose into nothing, and the dotless i, which must meet the dotted one.
_PLAIN = str.maketrans(
    {"\u0131": "i", "\u2019": "'", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d"}
)
_STOP_WORDS = words("function_words")
_STOP_CHARACTERS = words("function_characters")
_FIRST_HAN, _LAST_HAN = "\u3400", "\u9fff"
_NOTHING = frozenset({"happen", "occur"})
"""Stems of verbs that ask about anything."""
_LONGEST = 64
_FRAGMENT = 6
"""Up to this many characters a text may be a piece of a word."""


class _Snowball(Protocol):
    def stemWord(self, word: str, /) -> str: ...  # noqa: N802


class _PerThread(threading.local):
    """A Snowball stemmer holds its working buffer, so threads must not share one."""

    def __init__(self) -> None:
        make = cast(Callable[[str], _Snowball], Stemmer.Stemmer)  # pyright: ignore[reportUnknownMemberType]
        self.english = make("english")


_stemmers = _PerThread()


def terms(text: str) -> tuple[str, ...]:
    """Return the keyword terms of a text, with repetition, in reading order.

    Words are folded (case, width, accents) and stemmed as English. Identifiers stay whole and are
    split as well: "INC-412" gives "inc-412", "inc" and "412". Scripts without spaces give pairs of
    characters, Chinese also single ones that bear meaning; each emoji is a term. Texts in other
    languages, for which there is no stemmer, also give their character trigrams, marked "~", across
    word boundaries: so inflected forms meet, and a piece of a word is found. English function words
    are left out unless nothing else is there.
    """
    text, tokens = _tokens_of(text)
    found = [term for token in tokens for term in _terms_of(token, False)]
    if not found:
        found = [term for token in tokens for term in _terms_of(token, True)]
    if len(text) <= _FRAGMENT or not text.isascii():
        found.extend(_trigrams(text, tokens))
    return tuple(found)


def says_nothing(text: str) -> bool:
    """Whether a text has function words at most: "what did we do"."""
    _, tokens = _tokens_of(text)
    return all(term in _NOTHING for token in tokens for term in _terms_of(token, False))


def _tokens_of(text: str) -> tuple[str, list[str]]:
    if text.isascii():
        return text, _ASCII_TOKEN.findall(text)
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    return text, _TOKEN.findall(text)


def fold_letters(text: str) -> str:
    """Return text without case, width, accents and vowel points: I, İ and í are all "i"."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).casefold()
    bare = _POINTS.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", bare).translate(_PLAIN)


def _terms_of(token: str, keep_stop_words: bool) -> tuple[str, ...]:
    if not token.isascii() and _FIRST_UNSPACED.match(token):
        return _pairs(token)
    return _terms_of_word(token[:_LONGEST], keep_stop_words)


def _pairs(run: str) -> tuple[str, ...]:
    if len(run) == 1:
        return (run,)
    pairs = [run[i : i + 2] for i in range(len(run) - 1)]
    singles = [c for c in run if _FIRST_HAN <= c <= _LAST_HAN and c not in _STOP_CHARACTERS]
    return (*pairs, *singles)


@lru_cache(maxsize=32_768)
def _terms_of_word(token: str, keep_stop_words: bool) -> tuple[str, ...]:
    """Return the terms of one token; cached, since texts share most of their words."""
    token = token.removesuffix("'s").removesuffix("'S")
    keep_stop_words = keep_stop_words or (len(token) > 1 and token.isupper())  # US, IT
    folded = fold_letters(token)
    if folded.isalpha() and not _HUMP.search(token):
        return _kept([folded], keep_stop_words)
    return _kept(dict.fromkeys(_whole_and_parts(token, folded)), keep_stop_words)


def _whole_and_parts(token: str, folded: str) -> Iterator[str]:
    if "'" not in folded:
        yield folded.replace(",", "")
    if _GROUPED.fullmatch(folded):
        yield folded.replace(".", "").replace(",", "")
        return
    if version := _VERSION.fullmatch(folded):
        yield version[1]
    for part in _SEPARATORS.split(token):
        plain = fold_letters(part)
        if len(plain) > 1 or plain == folded:
            yield plain
        pieces = _CAMEL.findall(part) if _HUMP.search(part) else ()
        if code := _CODE.fullmatch(plain):
            pieces = code.groups()
        yield from (fold_letters(piece) for piece in pieces if len(piece) > 1)


def _kept(found: Iterable[str], keep_stop_words: bool) -> tuple[str, ...]:
    if not keep_stop_words:
        found = [word for word in found if word not in _STOP_WORDS]
    return tuple(stem(word) for word in found if word)


def stem(word: str) -> str:
    """Return the English stem of a folded word; anything but plain letters stays as it is."""
    if not (word.isascii() and word.isalpha()):
        return word
    return _stemmers.english.stemWord(word)


def _trigrams(text: str, tokens: list[str]) -> Iterator[str]:
    """Yield trigrams of a text in another language, or of a fragment, words joined by "_"."""
    spaced = [token for token in tokens if not _FIRST_UNSPACED.match(token)]
    foreign = sum(not token.isascii() and bool(_FOREIGN_LETTER.search(token)) for token in spaced)
    if not spaced or (len(text) > _FRAGMENT and foreign * 8 < len(spaced)):
        return
    line = _GAP.sub("_", fold_letters(" ".join(spaced)))
    for start in range(len(line) - 2):
        yield "~" + line[start : start + 3]
