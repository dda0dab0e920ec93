"""The words of a statement, reduced to what two ways of saying the same thing share."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

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


@lru_cache(maxsize=16_384)
def wording(text: str, speaker: str | None) -> Wording:
    """Return the wording of a statement; cached, since each is compared with many."""
    sentence = said(text, speaker)
    tokens = list(_tokens(sentence))
    lows = [fold_letters(token) for token in tokens]
    kinds = [_kind(token, low) for token, low in zip(tokens, lows, strict=True)]
    return Wording(
        plain=_plain(sentence),
        content=tuple(_content(tokens, lows, kinds, speaker)),
        spoken=frozenset(low for low, kind in zip(lows, kinds, strict=True) if kind == "content"),
        anchors=tuple(
            _anchor(low) for low, kind in zip(lows, kinds, strict=True) if kind == "anchor"
        ),
        guards=tuple(sorted(low for low, kind in zip(lows, kinds, strict=True) if kind == "guard")),
        negations=sum(low in words("negations") for low in lows),
        past=_is_past(lows),
        asks=asks(sentence),
        own=any(low in _FIRST for low in lows),
        deictic=any(low in _TOGETHER for low in lows),
    )


def common_form(word: str) -> str:
    """Return the first of the words that a folded word is a synonym of, or the word itself."""
    return _synonyms().get(word, word)


@lru_cache(maxsize=16_384)
def canonical(word: str) -> str:
    """Return the form that stands for a folded word and its synonyms."""
    known = _synonyms().get(word)
    return known or _synonyms().get(stem(word)) or stem(_present().get(word, word))


def _plain(sentence: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKC", sentence).casefold()
    stripped = (word.strip(_EDGE) for word in folded.split())
    return tuple(word for word in stripped if word) or tuple(folded.split())


def _tokens(sentence: str) -> Iterator[str]:
    lowered = sentence.lower()
    for letters, pattern, one in _PHRASES:
        if letters in lowered:
            sentence = pattern.sub(one, sentence)
    for token in _TOKEN.findall(sentence):
        bare = token.removesuffix("'s")
        if bare.isalpha() and _HUMP.search(bare):
            yield from _unhumped(bare)
        else:
            yield bare


def _unhumped(token: str) -> Iterable[str]:
    """Return the words of a name such as maxPoolSize; what it limits is called its limit."""
    parts = _HUMP.split(token)
    if parts[0].lower() == "max" and parts[-1].lower() == "size":
        return [*parts[1:-1], "limit"]
    return parts if parts[0].islower() else [token]


@lru_cache(maxsize=16_384)
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


def _content(
    tokens: list[str], lows: list[str], kinds: list[str], speaker: str | None
) -> Iterator[str]:
    own = fold_letters(speaker).split(" ")[0] if speaker else "i"
    for token, low, kind in zip(tokens, lows, kinds, strict=True):
        if low in _FIRST:
            yield own
        elif kind == "anchor":
            yield _synonyms().get(low) or _anchor(low)
        elif kind == "content":
            yield canonical(low) if token else low


def _is_past(lows: list[str]) -> bool:
    if _PAST_AUXILIARIES & {*lows}:
        return True
    before = ["", *lows][:-1]
    return any(
        low in _present() or (low.endswith("ed") and low not in _NO_PAST and previous not in _BE)
        for previous, low in zip(before, lows, strict=True)
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
