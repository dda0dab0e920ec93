"""What a statement is made of: the words that say something, and the facts that tell two apart."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Protocol, cast

import Stemmer  # pyright: ignore[reportMissingTypeStubs]

_WORD = re.compile(r"[^\W\d_]+[^\W_]*|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_VERSION = re.compile(r"\bv\d+(?:\.\d+)*(?:-[\w.]+)?\b|(?<![\d.])\d+\.\d+\.\d+(?:[-.]\w+)?\b", re.IGNORECASE)  # fmt: skip
_REGION = re.compile(
    r"\b(?:(?:us|eu|ap|sa|ca|me|af|il|mx)-(?:gov-)?(?:north|south|east|west|central|northeast|southeast|northwest|southwest)-?\d?[a-z]?"
    r"|(?:north|south|east|west|central|southeast|northeast)(?:us|europe|asia|india|uk)\d?"
    r"|(?:us|europe|asia|australia)-(?:north|south|east|west|central|northeast|southeast)\d(?:-[a-z])?)\b",
    re.IGNORECASE,
)  # fmt: skip
_PLACE = re.compile(r"\b(?:(US|EU|UK|APAC|EMEA)\b(?!-))")
_IDENTIFIER = re.compile(
    r"\b(?:[A-Z][A-Z0-9]{1,9}-\d+(?:-\d+)?|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,40}"
    r"|(?:\d{1,3}\.){3}\d{1,3}|ip-\d+-\d+-\d+-\d+|[a-z][a-z0-9]*(?:-[a-z0-9]+){0,12}-\d+)\b|#\d+\b"
)
_NUMBER = re.compile(r"(?<![\w.])~?(\d+(?:[.,:]\d+)*)\s*(%|percent|(?:ms|sec|min|gb|mb|kb|tb|[smhdk])\b)?", re.IGNORECASE)  # fmt: skip
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|cannot|can't|didn't|doesn't|don't|isn't|wasn't|weren't|aren't|won't|couldn't|wouldn't|"
    r"hasn't|haven't|hadn't|failed to|fails to|unable to|neither|nor|no longer)\b",
    re.IGNORECASE,
)
_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "but",
        "if",
        "then",
        "than",
        "that",
        "this",
        "these",
        "those",
        "it",
        "its",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "as",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "have",
        "has",
        "had",
        "do",
        "does",
        "did",
        "will",
        "would",
        "could",
        "should",
        "may",
        "might",
        "must",
        "can",
        "i",
        "we",
        "you",
        "he",
        "she",
        "they",
        "them",
        "our",
        "your",
        "their",
        "us",
        "which",
        "who",
        "whom",
        "what",
        "when",
        "where",
        "why",
        "how",
        "all",
        "any",
        "both",
        "each",
        "few",
        "more",
        "most",
        "other",
        "some",
        "such",
        "only",
        "own",
        "same",
        "so",
        "too",
        "very",
        "just",
        "after",
        "before",
        "during",
        "while",
        "because",
        "due",
        "into",
        "over",
        "under",
        "again",
        "once",
        "here",
        "there",
        "about",
        "against",
        "between",
        "through",
        "up",
        "out",
        "off",
        "above",
        "below",
        "also",
        "still",
        "yet",
        "already",
        "s",
        "t",
        "d",
        "ll",
        "re",
        "ve",
        "m",
        "however",
        "therefore",
        "thus",
        "hence",
        "via",
        "per",
        "within",
        "using",
        "use",
        "used",
        "one",
        "two",
        "three",
        "first",
        "second",
        "way",
        "get",
        "got",
        "make",
        "made",
        "see",
        "seen",
        "one's",
    ]
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is never the same thing twice: numbers, versions, regions, identifiers, negations."""

    numbers: frozenset[str] = frozenset()
    versions: frozenset[str] = frozenset()
    regions: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    negations: int = 0

    def named(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield each kind of fact by its name."""
        yield "number", self.numbers
        yield "version", self.versions
        yield "region", self.regions
        yield "identifier", self.identifiers


@dataclass(frozen=True, slots=True)
class Wording:
    """A text, taken apart.

    Attributes:
        words: Stems of what says something, in order; synonyms of operations made one.
        shown: For each stem, the word as it stands in the text.
    """

    words: tuple[str, ...]
    facts: Facts
    shown: Mapping[str, str]


@lru_cache(maxsize=8192)
def wording_of(text: str) -> Wording:
    """Take a text apart."""
    facts, rest = _facts_in(text)
    words: list[str] = []
    shown: dict[str, str] = {}
    for stem, word in _words_in(rest):
        words.append(stem)
        shown.setdefault(stem, word)
    return Wording(tuple(words), facts, shown)


def _facts_in(text: str) -> tuple[Facts, str]:
    """Return the facts of a text, and the text without them."""
    regions, rest = _taken_out(_REGION, text)
    identifiers, rest = _taken_out(_IDENTIFIER, rest)
    versions, rest = _taken_out(_VERSION, rest)
    places = frozenset(one[1].casefold() for one in _PLACE.finditer(rest))
    numbers = frozenset(f"{one[1]}{(one[2] or '').casefold()}" for one in _NUMBER.finditer(rest))
    facts = Facts(
        numbers=numbers,
        versions=versions,
        regions=regions | places,
        identifiers=identifiers,
        negations=len(_NEGATION.findall(rest)),
    )
    return facts, rest


def _taken_out(pattern: re.Pattern[str], text: str) -> tuple[frozenset[str], str]:
    """Return what a pattern finds in a text, and the text without it; looked through once."""
    found: set[str] = set()

    def take(one: re.Match[str]) -> str:
        found.add(one[0].casefold())
        return " "

    rest = pattern.sub(take, text)
    return frozenset(found), rest


def _words_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield stems with the words that they stand for; numbers of three digits say something too."""
    lexicon = _lexicon()
    spaced = _CAMEL.sub(" ", text.replace("'", "").replace("’", ""))
    folded = " ".join(_WORD.findall(spaced)).casefold()
    folded = lexicon.phrase.sub(lambda found: lexicon.phrases[found[0]], folded)
    for word in folded.split():
        if word in _STOP or (word.isdigit() and len(word) != 3) or len(word) < 2:
            continue
        stem = _stem(word)
        yield lexicon.words.get(word) or lexicon.words.get(stem) or stem, word


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """Phrases and words that mean one thing; `phrase` finds any of the phrases."""

    phrases: Mapping[str, str]
    phrase: re.Pattern[str]
    words: Mapping[str, str]


@cache
def _lexicon() -> _Lexicon:
    text = resources.files("recallops.domain").joinpath("lexicon.toml").read_text("utf-8")
    read = tomllib.loads(text)
    words: dict[str, str] = {}
    for chosen, others in read["words"].items():
        for word in (chosen, *others):
            words[word] = words[_stem(word)] = _stem(chosen)
    phrases: dict[str, str] = read["phrases"]
    longest = sorted(phrases, key=lambda one: -len(one))
    return _Lexicon(phrases, re.compile(rf"\b(?:{'|'.join(longest)})\b"), words)


class _Snowball(Protocol):
    def stemWord(self, word: str, /) -> str: ...  # noqa: N802 (its own name)


@cache
def _stemmer() -> _Snowball:
    make = cast(Callable[[str], _Snowball], Stemmer.Stemmer)  # pyright: ignore[reportUnknownMemberType]
    return make("english")


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word)
