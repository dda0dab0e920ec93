"""The parts of a state: who or what is spoken of, and the value."""

import re
from functools import cache

from tacitus.domain.lexicon import groups, words
from tacitus.domain.names import fold
from tacitus.domain.statements.wording import common_form

PRESENT = frozenset({"current", "new", "main", "primary", "present", "official", "own"})
"""Words before an attribute that leave it the same attribute."""
PAST = frozenset({"old", "former", "previous", "ex", "first", "last", "next", "second", "other"})
"""Words before an attribute that make it another one."""
DATE = re.compile(
    r"\d|\b(?:noon|midnight|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)

_REST = re.compile(
    r"(?:, (?![A-Z][^ ]*(?: (?:of|the|de|[A-Z][^ ]*))*$)| and (?![A-Z])"
    r"| (?:but|because|which|who|where|with|while|so|since|after|before|until|for|as|by) | - |; | \()"
    r".*$"
)
_GENERIC = re.compile(
    r"^(?:the )?(?:city|town|country|state|continent|language|sport|religion|position|version) of "
)
_NO_NAME = re.compile(r"[*:;\\()`{}=]|, (?:[a-z]|$)")
_ADDRESS = re.compile(r"\w[@/.]\w")
_BARRED = words("no_subjects") | words("person_verbs") | words("auxiliaries") - {"do", "to", "be"}
_SPOKEN = {"i": "I", "me": "I", "my": "I", "our": "we", "us": "we"}
_LONGEST_SUBJECT = 10


def subject_of(raw: str, owner: str) -> str:
    """Return who or what is spoken of, folded; "" where the words do not say.

    Args:
        owner: Whom "I" means, folded.
    """
    parts = raw.replace("'s", "").rstrip("'").split()
    lows = [part.lower() for part in parts]
    if not parts or len(parts) > _LONGEST_SUBJECT or {*lows} <= PRESENT | PAST:
        return ""
    if lows[0] in words("no_subjects") | words("leading_words"):
        return ""
    if _NO_NAME.search(raw) or any(part in _BARRED for part in parts):
        return ""
    if parts[-1] in words("leading_words") | words("auxiliaries"):
        return ""
    spoken = [_SPOKEN.get(part.lower(), part) for part in parts]
    return fold(" ".join(owner if part == "I" else part for part in spoken))


def cut(raw: str) -> tuple[str, str]:
    """Return a value, and what follows it and says more; "" where nothing does."""
    kept = _REST.sub("", raw)
    return kept.strip(" ,;"), raw[len(kept) :]


def value_of(raw: str) -> str:
    """Return a value folded, synonyms as one: PostgreSQL is "postgres"."""
    folded = fold(_GENERIC.sub("", raw))
    return " ".join(common_form(word) for word in folded.split(" "))


def is_definite(raw: str) -> bool:
    """Whether a value is a name, a number or a date rather than a description."""
    bare = _GENERIC.sub("", raw).removeprefix("the ").strip("\"'")
    if not bare:
        return False
    if bare[0].isupper() or _ADDRESS.search(bare):
        return True
    return bool(DATE.search(bare) or kind_of(bare))


def kind_of(name: str) -> str:
    """Return the kind of a thing that there is commonly one of, "" where none is known."""
    return _makes().get(fold(name), "")


@cache
def kinds() -> frozenset[str]:
    """Return the kinds that there is commonly one of."""
    return frozenset(_makes().values())


@cache
def _makes() -> dict[str, str]:
    return {fold(name): kind for kind, *names in groups("kinds") for name in names}
