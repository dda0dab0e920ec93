"""When two names may mean the same thing, and when they must not."""

import re
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler, Levenshtein

from tacitus.domain.lexicon import groups, words
from tacitus.domain.terms import fold_letters

_EDGES = " \t\n\r\"'`\u2018“”«»「」『』《》()[]{}<>.,;:!?…*_~@#"
_SPACES = re.compile(r"\s+")
_ACRONYM = re.compile(r"(?:\w\.){2,}")
_DASHES = re.compile("[\u2010-\u2015]")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_APART = re.compile(r"[\s\-_./']+")
_ARTICLES = frozenset({"the", "a", "an"})
_SMALL = frozenset({"of", "the", "and", "for", "in", "on", "at", "de", "la", "du", "und", "der"})
_LEAST_ACRONYM = 3
_LEAST_TYPO = 8
_PART = 0.9
"""A given name against the full name."""
_SHORT_FORM = 0.8
"""An acronym, or a nickname, against what it stands for."""


@lru_cache(maxsize=16_384)
def fold(name: str) -> str:
    """Return a name as names are compared: no case, accents, article, title, or possessive 's.

    "Mr" and "Mrs" stay, for they tell two people apart. What would leave nothing is not taken away: "The The" stays "the".
    """
    folded = _SPACES.sub(" ", _DASHES.sub("-", fold_letters(name))).strip(_EDGES + " ")
    folded = folded.removesuffix("'s").strip(_EDGES)
    folded = _ACRONYM.sub(lambda dotted: dotted[0].replace(".", ""), folded + ".").strip(_EDGES)
    parts = folded.split(" ")
    while len(parts) > 1 and (parts[0] in _ARTICLES or parts[0].rstrip(".") in words("titles")):
        parts = parts[1:]
    return " ".join(parts)


def similarity(a: str, b: str) -> float:
    """Return how alike two names are as strings, 0 to 1; says nothing of whether they may merge."""
    one, other = fold(a), fold(b)
    if one == other or _joined(one) == _joined(other):
        return 1.0
    if _is_given_name_of(one, other) or _is_given_name_of(other, one):
        return _PART
    if _is_acronym_of(one, other) or _is_acronym_of(other, one) or _are_nicknames(one, other):
        return _SHORT_FORM
    return JaroWinkler.similarity(one, other, prefix_weight=0.05)


@lru_cache(maxsize=65_536)
def may_merge(a: str, b: str, *, persons: bool = False) -> bool:
    """Whether two names may mean one thing on the evidence of their letters.

    Never where they differ in a number ("Room 101", "Room 102"), nor where they are two given
    names or two surnames ("Maria", "Marie"; "John Smith", "John Smyth"), nor where one merely ends
    like the other ("Tigran", "Iran"). Allowed are other spacing ("pinboard api"), a given name for
    the full name, three or more initials, and a slip in a long word that is no given name.

    Args:
        persons: Both are known to name persons, so "Zorblax" may stand for "Zorblax Meyer".
    """
    one, other = fold(a), fold(b)
    if one == other:
        return True
    if _numbers(one) != _numbers(other):
        return False
    if _joined(one) == _joined(other):
        return True
    if _is_given_name_of(one, other, persons) or _is_given_name_of(other, one, persons):
        return True
    if persons:
        return False
    return _is_acronym_of(one, other) or _is_acronym_of(other, one) or _differ_by_a_slip(one, other)


def are_nicknames(a: str, b: str) -> bool:
    """Whether the first words are known short forms of one given name and surnames do not clash."""
    return _are_nicknames(fold(a), fold(b))


def _joined(name: str) -> str:
    return _APART.sub("", name)


def _numbers(name: str) -> list[str]:
    return sorted(number.replace(",", "") for number in _NUMBER.findall(name))


def _is_given_name_of(short: str, full: str, persons: bool = False) -> bool:
    """Whether `full` is `short` and a surname or two: "caroline", "caroline meyer"."""
    parts = full.split(" ")
    if short != parts[0] or not 2 <= len(parts) <= 3 or _SMALL & {*parts}:
        return False
    named = persons or short in words("given_names")
    return named and not (words("organisation_words") | words("place_words")) & {*parts}


def _is_acronym_of(short: str, full: str) -> bool:
    parts = _APART.split(full)
    if len(short) < _LEAST_ACRONYM or not short.isalpha() or len(parts) < _LEAST_ACRONYM:
        return False
    initials = "".join(part[:1] for part in parts)
    return short in {initials, "".join(part[:1] for part in parts if part not in _SMALL)}


def _are_nicknames(one: str, other: str) -> bool:
    (first, *rest), (second, *others) = one.split(" "), other.split(" ")
    if first == second or (rest and others and rest != others):
        return False
    return any(first in group and second in group for group in groups("nicknames"))


def _differ_by_a_slip(one: str, other: str) -> bool:
    """Whether one letter is missing inside one long word; a letter exchanged may be a name."""
    pairs = list(zip(one.split(" "), other.split(" "), strict=False))
    if len(one.split(" ")) != len(other.split(" ")):
        return False
    differing = [(x, y) for x, y in pairs if x != y]
    if len(differing) != 1 or any(word in words("given_names") for word in one.split(" ")):
        return False
    [(x, y)] = differing
    return (
        min(len(x), len(y)) >= _LEAST_TYPO
        and len(x) != len(y)
        and x[:3] == y[:3]
        and x[-1] == y[-1]
        and x.isalpha()
        and y.isalpha()
        and not {x, y} & words("given_names")
        and Levenshtein.distance(x, y, score_cutoff=1) == 1
    )
