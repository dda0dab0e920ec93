"""Which runs of capitalised words are names, and of what type."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from tacitus.domain.capitals import Run, Word
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.lexicon import words
from tacitus.domain.name_comparison import are_nicknames, fold
from tacitus.domain.terms import fold_letters, stem

_STRETCHED = re.compile(r"([a-z])\1\1|^(?:ha|he|ja|lo){2,}", re.IGNORECASE)
_HUMP = re.compile(r"[a-z][A-Z]")
_AT_WORK = re.compile(
    r"\b(?:work(?:s|ed|ing)?|job|intern(?:s|ed|ing|ship)?|employed|hired) (?:at|for|by) (?:the )?$"
)
_AT_PLACE = re.compile(
    r"\b(?:liv(?:e|es|ed|ing)|born|raised|grew up|based|trip|flew|fl(?:y|ies|ying)|vacation|holiday"
    r"|travel(?:s|ed|led|ing|ling)?) (?:back )?(?:in|to|from|near|around|through) (?:the )?$"
)
_ARTICLES = frozenset({"the", "a", "an"})
_LEADING = frozenset({"lake", "mount"})
_ENGLISH = 0.5
"""Least share of common English words in a sentence that may open with an unknown name."""


@lru_cache(maxsize=16_384)
def is_common(word: str) -> bool:
    """Whether a word is a common English one and no unambiguous given name."""
    low = fold_letters(word)
    if low in words("given_names"):
        return False
    return all(_is_common_part(part) for part in low.split("-"))


def _is_common_part(low: str) -> bool:
    return low in words("function_words") or stem(low) in words("english_stems")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is known beside the words of a run.

    Attributes:
        people: Folded names and given names of the speakers.
        known: Folded names that are certainly names: of speakers, of the caller's, or seen
            capitalised inside a sentence of the text.
    """

    people: frozenset[str]
    known: frozenset[str]

    @classmethod
    def of(cls, runs: Sequence[Run], speakers: Sequence[str], known: Collection[str]) -> "Setting":
        folded = [fold(name) for name in speakers]
        people = frozenset([*folded, *(name.split(" ")[0] for name in folded)])
        inside = {
            fold(run.words[0].text)
            for run in runs
            if len(run.words) == 1 and not run.words[0].opens and not is_common(run.words[0].text)
        }
        return cls(
            people=people - words("never_names"),
            known=people | inside | {fold(name) for name in known},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trust:
    """How far a capital letter can be trusted where a word stands.

    Attributes:
        weak: It begins a sentence or follows words that were no name.
        followed: A verb follows that persons do.
        called: It stands as one does who is addressed.
        english: Its sentence reads as English.
        german: Its sentence reads as German, whose nouns are all capitalised.
    """

    weak: bool
    followed: bool
    called: bool
    english: bool
    german: bool


def _is_english(beside: Sequence[str]) -> bool:
    return bool(beside) and sum(map(is_common, beside)) >= _ENGLISH * len(beside)


def _is_german(beside: Sequence[str]) -> bool:
    return 2 * sum(word in words("german_words") for word in beside) >= max(len(beside), 1)


def judged(run: Run, setting: Setting) -> Iterator[tuple[int, Surface]]:
    """Yield the names in a run and where they begin: none, one, or the owner and the owned."""
    for part in _parted(run.words):
        parts, person, weak = _trimmed(part, setting)
        if not parts:
            continue
        last = part[-1] is run.words[-1]
        after = run.after if last else "'s"
        trust = _Trust(
            weak=weak,
            followed=after in words("person_verbs"),
            called=last and run.comma and not parts[0].opens,
            english=_is_english(run.beside),
            german=_is_german(run.beside),
        )
        if _is_known(parts, trust, setting) or _is_name(parts, trust):
            before = run.before if parts[0] is run.words[0] else ""
            surface = Surface(_text(parts), _type(parts, person, before, setting))
            yield parts[0].start, surface


def _is_known(parts: list[Word], trust: _Trust, setting: Setting) -> bool:
    """Whether a name is known, or short for that of somebody who takes part: "Hey Jo,"."""
    name = fold(_text(parts))
    if name in setting.known:
        return True
    sure = trust.called or not trust.weak
    return sure and not is_common(name) and _is_nickname(name, setting)


def _parted(run: tuple[Word, ...]) -> Iterator[list[Word]]:
    """Yield a run cut after owners: "Caroline's LGBTQ group", but not "Queen's Gambit"."""
    part: list[Word] = []
    for word in run:
        part.append(word)
        if word.possessive and not is_common(word.text):
            yield part
            part = []
    if part:
        yield part


def _trimmed(part: list[Word], setting: Setting) -> tuple[list[Word], bool, bool]:
    """Return a run without what merely stands before or after a name.

    Also whether a title makes it a person, and whether what is left must prove itself, since the
    words before it were no name.
    """
    rest, person, weak = list(part), False, part[0].opens
    if fold(_text(rest)) in words("places"):
        return rest, False, False
    while rest:
        if rest[0].low in words("person_marks") and len(rest) > 1 and rest[1].is_capital:
            person, weak = True, False
        elif _is_never(rest[0]) or (rest[0].opens and _merely_opens(rest, setting)):
            weak = weak or rest[0].low not in _ARTICLES
        else:
            break
        rest = rest[1:]
    if rest and not any(word.is_capital for word in rest):
        return [], person, weak
    while rest and (_is_never(rest[-1]) or not (rest[-1].is_capital or rest[-1].text.isdigit())):
        rest = rest[:-1]
    return rest, person, weak


def _merely_opens(rest: list[Word], setting: Setting) -> bool:
    """Whether the first word is only the start of a sentence: "Visit Oslo", not "Lake Tahoe"."""
    low = rest[0].low
    if len(rest) == 1 or fold(_text(rest)) in setting.known or not is_common(low):
        return False
    if low in words("function_words") or _is_listed_name(rest[1:]):
        return True
    if low in words("place_words") | words("organisation_words") | words("ambiguous_names"):
        return False
    return not all(is_common(word.text) for word in rest[1:])


def _is_listed_name(rest: list[Word]) -> bool:
    name = fold(_text(rest))
    return name in words("places") or name in words("given_names")


def _is_never(word: Word) -> bool:
    return _is_never_named(word.low)


@lru_cache(maxsize=16_384)
def _is_never_named(low: str) -> bool:
    if low in words("never_names") or low.removesuffix("s") in words("weekdays"):
        return True
    return _STRETCHED.search(low) is not None or (low in words("function_words") and low != "us")


def _is_name(parts: list[Word], trust: _Trust) -> bool:
    if len(parts) > 1:
        return _is_long_name(parts, trust)
    [word] = parts
    low = fold_letters(word.text)
    if low in words("ambiguous_names"):
        return trust.followed or trust.called or not trust.weak
    return _is_listed(word, low) or _is_unlisted_name(word, low, trust)


def _is_listed(word: Word, low: str) -> bool:
    listed = low in words("given_names") or low in words("places")
    return (listed and (len(low) > 2 or word.text.isupper())) or bool(_HUMP.search(word.text))


def _is_unlisted_name(word: Word, low: str, trust: _Trust) -> bool:
    """Whether a word is a name for its capital letters alone."""
    if word.text.isupper():
        return not is_common(low) and len(low) > 1
    if trust.weak:
        return not is_common(low) and trust.english and len(low) > 2
    return not trust.german


def _is_long_name(parts: list[Word], trust: _Trust) -> bool:
    lows = [fold_letters(word.text) for word in parts]
    if any(not is_common(low) and not low[0].isdigit() for low in lows):
        return trust.english or not trust.weak or bool(words("given_names") & {*lows})
    if not trust.weak:
        return not all(word.text.isupper() for word in parts)
    return len(lows) > 2 or _is_kind(lows, "place_words") or _is_kind(lows, "organisation_words")


def _is_kind(lows: Sequence[str], topic: str) -> bool:
    """Whether a name says what it names: "Rowan Street", "Lake Tahoe", "University of Oslo"."""
    leads = lows[0] in words(topic) and (lows[1:2] == ["of"] or lows[0] in _LEADING)
    return len(lows) > 1 and (leads or lows[-1] in words(topic))


def _text(parts: list[Word]) -> str:
    """Return the name as it was written, without a final possessive."""
    written = parts[0].text
    for before, word in pairwise(parts):
        written += ("'s" if before.possessive else "") + word.gap + word.text
    return written


def _type(parts: list[Word], person: bool, before: str, setting: Setting) -> EntityType:
    lows = [fold_letters(word.text) for word in parts]
    name = " ".join(lows)
    if person or name in setting.people or _is_nickname(name, setting):
        return EntityType.PERSON
    if _is_kind(lows, "organisation_words") or _AT_WORK.search(before):
        return EntityType.ORG
    if _is_kind(lows, "place_words") or _is_place(name, lows, before):
        return EntityType.LOCATION
    if lows[0] in words("given_names") and len(lows) < 4 and "of" not in lows:
        return EntityType.PERSON
    return EntityType.PRODUCT if _is_product(parts) else EntityType.OTHER


def _is_product(parts: list[Word]) -> bool:
    """Whether a name is written as products are: "iPhone", "Fernweh 2"."""
    first, last = parts[0].text, parts[-1].text
    humped = first[0].islower() and bool(_HUMP.search(first))
    return humped or (len(parts) > 1 and last[0].isdigit() and not is_common(first))


def _is_place(name: str, lows: list[str], before: str) -> bool:
    if name in words("places"):
        return name not in words("given_names") or before.rstrip().endswith(" in")
    return _AT_PLACE.search(before) is not None and lows[0] not in words("given_names")


def _is_nickname(name: str, setting: Setting) -> bool:
    """Whether exactly one speaker goes by a name that this one begins or is short for."""
    fitting = [
        person
        for person in setting.people
        if " " not in person and len(name) > 1 and person != name
        if person.startswith(name) or are_nicknames(name, person)
    ]
    return len(fitting) == 1
