"""Texts that callers hand in: what can be kept, and what can stand in an address."""

import re
import unicodedata
from collections.abc import Iterable

from tacitus.domain.errors import InvalidRequest

LONGEST_NAME = 512
_HALF = re.compile("[\ud800-\udfff]")
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
UNSEEN = "\u00ad\u200b-\u200d\u2060\ufeff"
"""Marks within words that show nothing, as they come along with what is copied from pages."""
_UNSEEN = re.compile(f"[{UNSEEN}]")
_DOT = re.compile("%2e", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,6}[ \t]+(\S[^\n]*)$", re.MULTILINE)


def paragraph(text: str) -> str:
    """Return a text in one line; a heading of Markdown leads to what stands under it.

    "# Minutes" over "The pump broke." is "Minutes: The pump broke."
    """
    return " ".join(_HEADING.sub(_leading, text).split())


def _leading(heading: re.Match[str]) -> str:
    return heading[1].rstrip(" \t:") + ": "


def without_unseen(text: str) -> str:
    """Return a text without marks that show nothing."""
    return text if text.isascii() else _UNSEEN.sub("", text)


def kept(text: object, what: str) -> str:
    """Return a text that can be stored as it is.

    Raises:
        InvalidRequest: It is no text, or holds NUL or half a character; the message says where.
    """
    if not isinstance(text, str):
        raise InvalidRequest(f"{what} must be text, not {_kind(text)}")
    if (nul := text.find("\0")) >= 0:
        raise InvalidRequest(f"{what} is not text: it holds a NUL character at {nul}")
    if not text.isascii() and (half := _HALF.search(text)):
        raise InvalidRequest(f"{what} holds half a character (a lone surrogate) at {half.start()}")
    return text


def said(text: object, what: str) -> str:
    """Return a text that is kept and shows something.

    Raises:
        InvalidRequest: It cannot be kept, or is blank.
    """
    if is_blank(found := kept(text, what)):
        raise InvalidRequest(f"{what} is blank: leave it out, or say something")
    return found


def addressable(name: object, what: str) -> str:
    """Return a name that still means the same when it is a step of an address.

    What tidies addresses up on its way takes "." and ".." out with the step before: deleting document
    ".." would delete its bank.

    Raises:
        InvalidRequest: It is blank, too long, or has such a step.
    """
    found = said(name, what)
    if len(found) > LONGEST_NAME:
        raise InvalidRequest(f"{what} has at most {LONGEST_NAME} characters")
    if leads_elsewhere(found):
        raise InvalidRequest(f"{what} has a step '.' or '..', which leads elsewhere in an address")
    return found


def visible(name: object, what: str) -> str:
    """Return an addressable name in which nothing is hidden, so that no two look the same.

    Raises:
        InvalidRequest: It holds a control character, or one that shows nothing or turns text round.
    """
    found = addressable(name, what)
    for place, character in enumerate(found):
        if _hides(character) or unicodedata.category(character) in {"Zl", "Zp"}:
            raise InvalidRequest(
                f"{what} holds U+{ord(character):04X} at {place}, which nobody sees:"
                " it may look like another name"
            )
    return found


def distinct(values: Iterable[object], what: str) -> tuple[str, ...]:
    """Return names each once, in order, without the space around them.

    Raises:
        InvalidRequest: It is one text and no list, or one of them is blank, too long or no text.
    """
    if isinstance(values, str | bytes):
        raise InvalidRequest(f"{what}s are a list, not one text: put it in one")
    names = [said(value, f"A {what}").strip() for value in values]
    if any(len(name) > LONGEST_NAME for name in names):
        raise InvalidRequest(f"A {what} has at most {LONGEST_NAME} characters")
    return tuple(dict.fromkeys(names))


def leads_elsewhere(path: str) -> bool:
    """Whether a step of a path is "." or "..", however its dots are written."""
    steps = re.split(r"[/\\]", _DOT.sub(".", path))
    return any(step in {".", ".."} for step in steps)


def is_blank(text: str) -> bool:
    """Whether nothing in a text shows."""
    return all(character.isspace() or _hides(character) for character in text)


def _hides(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf"} or character in _BLANKS


def _kind(value: object) -> str:
    return "nothing" if value is None else type(value).__name__
