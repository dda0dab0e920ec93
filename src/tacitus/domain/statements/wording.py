"""The words of a statement, reduced to what two ways of saying the same thing share."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from tacitus.domain.lexicon import groups, words
from tacitus.domain.names import is_common
from tacitus.domain.statements.statement import asks, said
from tacitus.domain.terms import fold_letters, stem

_TOKEN = re.compile(
    r"[-+]?(?<![^\W_])\d+(?:[.,:/-]\d+)*(?:[^\W\d_]+)?|[^\W_]+(?:[-'._/&@][^\W_]+)*(?:\+\+|#)?|[%$€£<>=]"
)
_EDGE = ".,;:!?\"'“”«»()[]{}…*_~`¿¡。\uff0c\uff01\uff1f、"
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PHRASES = (
    ("out of", re.compile(r"\b(?:ran|run|runs|running) out of\b", re.IGNORECASE), "exhausted"),
    ("max", re.compile(r"\bmax(?:imum)? (\w+) size\b", re.IGNORECASE), r"\1 limit"),
    ("no longer", re.compile(r"\bno longer\b", re.IGNORECASE), "not anymore"),
    ("hate", re.compile(r"\bhates?\b", re.IGNORECASE), "not like"),
    ("hated", re.compile(r"\bhated\b", re.IGNORECASE), "not liked"),
    ("dislike", re.compile(r"\bdislike(s?|d)\b", re.IGNORECASE), r"not like\1"),
    ("stand", re.compile(r"\bcan not stand\b", re.IGNORECASE), "not like"),
    ("any more", re.compile(r"\bany more\b", re.IGNORECASE), "anymore"),
    ("used to", re.compile(r"\bused to\b", re.IGNORECASE), "former"),
    ("go", re.compile(r"\b(?:am|is|are|was) going to\b|\bgonna\b", re.IGNORECASE), "will"),
    ("a couple", re.compile(r"\ba couple of\b", re.IGNORECASE), "two"),
    ("a dozen", re.compile(r"\ba dozen\b", re.IGNORECASE), "twelve"),
)
"""Each with letters that stand in all it matches: looking for them first spares most of the work."""
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBERS = {word: str(n) for n, word in enumerate(_UNITS.split(" "))} | {
    word: str(20 + 10 * n) for n, word in enumerate(_TENS.split(" "))
}
_BE = frozenset({"am", "is", "are", "be", "been", "being", "get", "gets", "getting", "feel"})
_PAST_AUXILIARIES = frozenset({"was", "were", "did", "had"})
_NO_PAST = frozenset(
    {"need", "feed", "seed", "speed", "bed", "red", "shed", "indeed", "exceed", "bleed"}
)
_FIRST = frozenset({"i", "me", "my", "mine", "myself"})
_TOGETHER = frozenset({"we", "us", "our", "ours", "you", "your", "yours", "here", "this", "these"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A statement as it is compared.

    Attributes:
        plain: The words as they stand, without case, spacing and punctuation.
        content: What it speaks of: stems with one form for synonyms, in order.
        spoken: The words that the content is made from.
        anchors: Numbers, identifiers and names, in order.
        guards: Small words that change the meaning, sorted.
        negations: How often it is turned round.
        past: It is told as past.
        asks: It is a question.
        own: The speaker speaks of himself.
        deictic: Its meaning hangs on who says it to whom.
    """

    plain: tuple[str, ...]
    content: tuple[str, ...]
    spoken: frozenset[str]
    anchors: tuple[str, ...]
    guards: tuple[str, ...]
    negations: int
    past: bool
    asks: bool
    own: bool
    deictic: bool


class _Word(NamedTuple):
    """A token as it is compared.

    Attributes:
        kind: Light, guard, negation, anchor or content.
        form: What it adds to the content, if anything.
    """

    low: str
    kind: str
    form: str | None


@lru_cache(maxsize=16_384)
def wording(text: str, speaker: str | None) -> Wording:
    """Return the wording of a statement; cached, since each is compared with many."""
    sentence = said(text, speaker)
    tokens = _read(sentence)
    lows = [word.low for word in tokens]
    of_kind: dict[str, list[str]] = {"content": [], "anchor": [], "guard": []}
    for word in tokens:
        of_kind.setdefault(word.kind, []).append(word.low)
    return Wording(
        plain=plain(text, speaker),
        content=content(text, speaker),
        spoken=frozenset(of_kind["content"]),
        anchors=tuple(map(_anchor, of_kind["anchor"])),
        guards=tuple(sorted(of_kind["guard"])),
        negations=len(of_kind.get("negation", ())),
        past=_is_past(lows),
        asks=asks(sentence),
        own=not _FIRST.isdisjoint(lows),
        deictic=not _TOGETHER.isdisjoint(lows),
    )


@lru_cache(maxsize=16_384)
def content(text: str, speaker: str | None) -> tuple[str, ...]:
    """Return `Wording.content` alone."""
    owner = fold_letters(speaker).split(" ")[0] if speaker else "i"
    forms = (owner if word.low in _FIRST else word.form for word in _read(said(text, speaker)))
    return tuple(form for form in forms if form is not None)


@lru_cache(maxsize=16_384)
def plain(text: str, speaker: str | None) -> tuple[str, ...]:
    """Return `Wording.plain` alone."""
    sentence = said(text, speaker)
    same = sentence if sentence.isascii() else unicodedata.normalize("NFKC", sentence)
    words = same.casefold().split()
    stripped = [bare for word in words if (bare := word.strip(_EDGE))]
    return tuple(stripped or words)


@lru_cache(maxsize=16_384)
def negations(text: str, speaker: str | None) -> int:
    """Return `Wording.negations` alone."""
    return sum(word.kind == "negation" for word in _read(said(text, speaker)))


def common_form(word: str) -> str:
    """Return the first of the words that a folded word is a synonym of, or the word itself."""
    return _synonyms().get(word, word)


@lru_cache(maxsize=16_384)
def canonical(word: str) -> str:
    """Return the form that stands for a folded word and its synonyms."""
    known = _synonyms().get(word)
    return known or _synonyms().get(stem(word)) or stem(_present().get(word, word))


@lru_cache(maxsize=1024)
def _read(sentence: str) -> tuple[_Word, ...]:
    return tuple(chain.from_iterable(map(_words_of, _tokens(sentence))))


def _tokens(sentence: str) -> list[str]:
    lowered = sentence.lower()
    for letters, pattern, one in _PHRASES:
        if letters in lowered:
            sentence = pattern.sub(one, sentence)
    return _TOKEN.findall(sentence)


@lru_cache(maxsize=16_384)
def _words_of(token: str) -> tuple[_Word, ...]:
    bare = token.removesuffix("'s")
    parts = _unhumped(bare) if bare.isalpha() and _HUMP.search(bare) else [bare]
    return tuple(map(_word, parts))


def _unhumped(token: str) -> Iterable[str]:
    """Return the words of a name such as maxPoolSize; what it limits is called its limit."""
    parts = _HUMP.split(token)
    if parts[0].lower() == "max" and parts[-1].lower() == "size":
        return [*parts[1:-1], "limit"]
    return parts if parts[0].islower() else [token]


def _word(token: str) -> _Word:
    low = fold_letters(token)
    kind = _kind(token, low)
    if kind == "anchor":
        return _Word(low, kind, _synonyms().get(low) or _anchor(low))
    return _Word(low, kind, canonical(low) if kind == "content" else None)


def _kind(token: str, low: str) -> str:
    """Return what a token is to a comparison: light, guard, negation, anchor or content."""
    for kind, topic in (("negation", "negations"), ("guard", "guard_words")):
        if low in words(topic):
            return kind
    if low in words("light_words"):
        return "anchor" if token.isupper() and len(token) > 1 else "light"
    return "anchor" if _is_anchor(token, low) else "content"


def _is_anchor(token: str, low: str) -> bool:
    """Whether a token is a number, an identifier or a name."""
    if low in _NUMBERS or any(c.isdigit() for c in low):
        return True
    if not low.isalpha():
        return not _is_plain_compound(low)
    return token[0].isupper() and not is_common(low) and low not in _synonyms()


def _is_plain_compound(low: str) -> bool:
    return low.replace("-", "").isalpha() and is_common(low)


def _anchor(low: str) -> str:
    return _NUMBERS.get(low, low.replace(",", ""))


def _is_past(lows: list[str]) -> bool:
    if not _PAST_AUXILIARIES.isdisjoint(lows):
        return True
    told = _present()
    return any(
        low in told or (low.endswith("ed") and low not in _NO_PAST and previous not in _BE)
        for previous, low in pairwise(["", *lows])
    )


@cache
def _synonyms() -> dict[str, str]:
    """Return the first word of its group for each word that has synonyms."""
    found: dict[str, str] = {}
    for first, *others in groups("synonyms"):
        for word in (first, *others):
            found.setdefault(word, first)
            found.setdefault(stem(word), first)
    return found


@cache
def _present() -> dict[str, str]:
    """Return verbs by their irregular past forms."""
    return {line[0]: line[1] for line in groups("past_forms")}
