"""Words of a document that a user had forgotten: blotted out where they stood, and known by a hash."""

import hashlib
import re
from collections.abc import Iterable, Sequence

from tacitus.domain.ids import BankId
from tacitus.domain.sentences import Span

BLOT = "\u2588"
"""Stands in the place of each character, so that all other words keep theirs."""
_SHOWN = re.compile(r"\S")


def forgotten_key(bank: BankId, text: str) -> str:
    """Return what words are known by once they are forgotten; it does not tell them."""
    folded = " ".join(text.casefold().split())
    return hashlib.sha256(f"{bank} {folded}".encode("utf-8", "surrogatepass")).hexdigest()


def blotted(text: str, spans: Iterable[Span]) -> str:
    """Return a text of the same length in which some spans cannot be read."""
    pieces: list[str] = []
    at = 0
    for start, stop in sorted(spans):
        start = max(start, at)
        pieces += [text[at:start], _SHOWN.sub(BLOT, text[start:stop])]
        at = max(at, stop)
    return "".join([*pieces, text[at:]])


def only_in(spans: Iterable[Span], others: Sequence[Span]) -> list[Span]:
    """Return what of some spans lies in none of the others: those words are needed still."""
    left: list[Span] = []
    for start, stop in spans:
        at = start
        for begin, end in sorted(others):
            if begin < stop and end > at:
                if at < begin:
                    left.append((at, begin))
                at = max(at, end)
        if at < stop:
            left.append((at, stop))
    return left


def keys_of(
    bank: BankId, memory: str, text: str, spans: Sequence[Span], left: Sequence[Span]
) -> list[str]:
    """Return the keys of a memory that is forgotten, read at some spans of a text.

    Its own words where it was read are what will be read again, whatever it was edited to; where
    others were read from them too, only what the memory says can tell.

    Args:
        left: What of the spans no other memory was read from.
    """
    own = [text[start:stop] for start, stop in spans if (start, stop) in left]
    return [forgotten_key(bank, words) for words in dict.fromkeys(own or [memory])]
