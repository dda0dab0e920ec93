"""What is embedded: what was said, and not who said it.

A name draws a vector towards everything else that is said with it: with it in both, a question about
somebody is near all that she ever said. Who spoke, and whom the question names, is compared apart from that
(`speaker_named` and its like in `tacitus.recall.features`). What it is worth: `docs/decisions/0018-vectors-without-names.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_UNSPACED = ""


def meaning_of(text: str, speaker: str | None) -> str:
    """Return what is embedded of a memory: its text without the speaker in front.

    A text in which nothing else is said stays as it is.
    """
    said = text.removeprefix(f"{speaker}:").lstrip() if speaker else text
    return said if any(map(str.isalnum, said)) else text


def meaning_asked(question: str, speakers: Iterable[str]) -> str:
    """Return what is embedded of a question: the question without those who spoke in its bank.

    Names go whole, or the first of several: of "Ann Li", "Ann Li", "Ann" and "Ann's". A question that holds
    nothing else stays as it is.
    """
    forms = _forms_in(question, _by_beginning(tuple(speakers)))
    left = _SPACES.sub(" ", _any_of(forms).sub("", question)).strip() if forms else question
    return left if any(map(str.isalnum, left)) else question


def _forms_in(question: str, forms: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the forms that may stand in a question, the longest first; it takes as long as the question is."""
    words = set(_WORD.findall(question.casefold()))
    some = {form for word in words & forms.keys() for form in forms[word]}
    some.update(form for form in forms[_UNSPACED] if form in question)
    return tuple(sorted(some, key=lambda form: (-len(form), form)))


@lru_cache(maxsize=64)
def _by_beginning(speakers: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Return whole names and their first words by the word that they begin with.

    Those of scripts that may have no spaces stand beside: they have no bounds to look for.
    """
    found: dict[str, list[str]] = {_UNSPACED: []}
    for name in speakers:
        for form in {*name.split()[:1], name.strip()} - {""}:
            words = _WORD.findall(form.casefold()) if form.isascii() else []
            found.setdefault(words[0] if words else _UNSPACED, []).append(form)
    return found


@lru_cache(maxsize=256)
def _any_of(forms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_pattern, forms)), re.IGNORECASE)


def _pattern(form: str) -> str:
    return rf"(?<!\w){re.escape(form)}(?:['’]s)?(?!\w)" if form.isascii() else re.escape(form)
