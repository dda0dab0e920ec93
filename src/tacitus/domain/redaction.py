"""Words of a document that a user had forgotten: blotted out where they stand, and known by keys."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tacitus.domain.documents import PlacedTurn
from tacitus.domain.ids import BankId
from tacitus.domain.retelling import keys_of, retold, text_key
from tacitus.domain.sentences import Span

BLOT = "\u2588"
"""Stands in the place of each character, so that all other words keep theirs."""
_SHOWN = re.compile(r"\S")
_GAP = re.compile(r"\s{2,}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory was read, and who said it there."""

    span: Span
    speaker: str | None


def redacted(
    bank: BankId, memory: str, text: str, places: Sequence[Place], others: Sequence[Span]
) -> tuple[str, list[str]]:
    """Return a document's text without what a memory was read from, and the keys to know it by.

    What the memory says is known too: a model may say it again where no words are its own.

    Args:
        others: Where other memories were read: those words stay.
    """
    left = [(part, place.speaker) for place in places for part in only_in([place.span], others)]
    said = [key for part, who in left for key in keys_of(bank, text[slice(*part)], who)]
    again = [one.span for one in retold(bank, text, said, lambda _: "")]
    spans = [*(part for part, _ in left), *only_in(again, others)]
    return blotted(text, spans), list(dict.fromkeys([*said, text_key(bank, memory)]))


def blotted(text: str, spans: Iterable[Span]) -> str:
    """Return a text of the same length in which some spans cannot be read."""
    pieces: list[str] = []
    at = 0
    for start, stop in sorted(spans):
        start = max(start, at)
        pieces += [text[at:start], _SHOWN.sub(BLOT, text[start:stop])]
        at = max(at, stop)
    return "".join([*pieces, text[at:]])


def blank(placed: PlacedTurn, spans: Sequence[Span]) -> PlacedTurn:
    """Return a turn of the same length in which some spans of the document are blank."""
    text, start = placed.turn.text, placed.start
    for begin, stop in spans:
        if begin < placed.end and stop > start:
            begin, stop = max(begin - start, 0), min(stop - start, len(text))
            text = text[:begin] + _SHOWN.sub(" ", text[begin:stop]) + text[stop:]
    return replace(placed, turn=replace(placed.turn, text=text))


def without_gaps(text: str) -> str:
    """Close the gaps that blanks leave in a text; lines stay apart."""
    return _GAP.sub(lambda gap: "\n" if "\n" in gap[0] else " ", text).strip()


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
