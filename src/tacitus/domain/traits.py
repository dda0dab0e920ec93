"""What the words of a memory show at a glance, worked out once for each memory."""

import re
from enum import IntFlag

_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "dozen", "hundred",
    "twice", "half",
)  # fmt: skip
_DIGIT = re.compile(r"\d")
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b")
_MARKS = ("?", "？")


class Trait(IntFlag):
    """Something that a text does or does not."""

    ASKS = 1
    """It holds a question mark."""
    ENDS_ASKING = 2
    HOLDS_NUMBER = 4
    """In digits or, up to a hundred, in words."""


def traits_of(text: str) -> Trait:
    """Return what a text shows."""
    found = Trait(0)
    if any(mark in text for mark in _MARKS):
        found |= Trait.ASKS
        if text.rstrip().endswith(_MARKS):
            found |= Trait.ENDS_ASKING
    if _holds_number(text):
        found |= Trait.HOLDS_NUMBER
    return found


def _holds_number(text: str) -> bool:
    if _DIGIT.search(text):
        return True
    lowered = text.lower()
    # Most texts hold none of the words, not even inside another one: looking for these is fast.
    return any(word in lowered for word in _WORDS) and _WORD.search(lowered) is not None
