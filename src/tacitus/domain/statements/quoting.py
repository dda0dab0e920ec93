"""Telling what is quoted from what is said."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tacitus.domain.lexicon import words
from tacitus.domain.statements.statement import Statement, said

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")
_MARKED = re.compile(r"[\"“”„«»「」『』]|^\s*[-*•>]", re.MULTILINE)
_REPLIES = frozenset({"right", "correct", "yes", "yeah", "ok", "okay", "sure", "well", "exactly"})
_LEAST = 3
"""A quotation of fewer words may be anybody's."""


def only_quotes(new: Statement, known: Iterable[Statement]) -> bool:
    """Whether a statement says nothing but that known ones were made.

    "You told me: 'I moved to Porto'" and a list of recalled memories do. What stands beside the
    quoted words must be words of reporting; the very words alone, without a mark, are no quotation.
    """
    left: list[str] = list(_words(said(new.text, new.speaker)))
    spoken = len(left)
    heard = {*left}
    quoted: set[str] = set()
    for old in known:
        stated = _words(said(old.text, old.speaker))
        if len(stated) < _LEAST or not heard.issuperset(stated) or old.text == new.text:
            continue
        if _cut_out(left, stated):
            quoted.update(_words(old.speaker or ""))
    if len(left) == spoken:
        return False
    telling = _MARKED.search(new.text) or any(
        word in quoted or word in words("reporting_words") for word in left
    )
    return bool(telling) and all(word in quoted or _adds_nothing(word) for word in left)


def _cut_out(line: list[str], part: Sequence[str]) -> bool:
    """Take every occurrence of some words out of a line; say whether there was one."""
    found = False
    at = 0
    while at + len(part) <= len(line):
        if line[at : at + len(part)] == [*part]:
            del line[at : at + len(part)]
            found = True
        else:
            at += 1
    return found


def _adds_nothing(word: str) -> bool:
    if word in words("negations"):
        return False
    return word in words("reporting_words") | words("function_words") or word in _REPLIES


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
