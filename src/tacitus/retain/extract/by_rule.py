"""Extraction without a model: what was said, as it was said, attributed and dated by rule."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tacitus.domain.changes import Draft
from tacitus.domain.documents import Chunk, Document, PlacedTurn, Role
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.memories import Dating, Network
from tacitus.domain.names import names_in
from tacitus.domain.reflection import Usage
from tacitus.domain.sentences import packed, sentence_spans
from tacitus.domain.time import Interval, find_time_expressions, has_relative_time
from tacitus.ports.models import Extraction

MEMORY_CHARACTERS = 480
"""A turn up to this long is one memory; a longer one is cut at its sentences."""

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class VerbatimExtractor:
    """Keeps each turn as a memory. Deterministic; what a model would infer is left out.

    The assistant's own turns are experiences. System prompts and fenced code stay in the document
    and become no memory.
    """

    name: str = "verbatim-1"

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        speakers = _speakers(chunks)
        drafts = tuple(
            draft
            for chunk in chunks
            for turn in chunk.turns
            for draft in _drafts(document, chunk.index, turn, speakers)
        )
        return Extraction(drafts=drafts, usage=Usage())


def _speakers(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    named = (turn.turn.speaker for chunk in chunks for turn in chunk.turns if turn.turn.speaker)
    return tuple(dict.fromkeys(named))


def _drafts(
    document: Document, chunk: int, placed: PlacedTurn, speakers: Sequence[str]
) -> Iterator[Draft]:
    turn = placed.turn
    if turn.role is Role.SYSTEM:
        return
    for start, end in _spans(turn.text):
        words = turn.text[start:end]
        occurred, dating = _dated(words, document, placed)
        yield Draft(
            text=f"{turn.speaker}: {words}" if turn.speaker else words,
            network=Network.EXPERIENCE if turn.role is Role.ASSISTANT else Network.WORLD,
            chunk=chunk,
            start=placed.start + start,
            end=placed.start + end,
            occurred=occurred,
            dating=dating,
            mentioned_at=turn.at or document.received_at,
            speaker=turn.speaker or None,
            surfaces=_surfaces(words, document, turn.speaker, speakers),
            metadata=(("turn", turn.label),) if turn.label else (),
        )


def _spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of the memories of a turn: all its prose, whole sentences, none too long."""
    spans: list[tuple[int, int]] = []
    at = 0
    for code in [*_CODE.finditer(text), None]:
        stop = code.start() if code else len(text)
        prose = text[at:stop]
        shifted = [(at + start, at + end) for start, end in sentence_spans(prose)]
        spans.extend(packed(text, shifted, MEMORY_CHARACTERS))
        at = code.end() if code else stop
    return [span for span in spans if any(c.isalnum() for c in text[span[0] : span[1]])]


def _dated(words: str, document: Document, placed: PlacedTurn) -> tuple[Interval | None, Dating]:
    anchor = placed.turn.at
    expressions = find_time_expressions(words, anchor=anchor)
    if expressions:
        return expressions[0].interval, Dating.EXACT
    if anchor is None and has_relative_time(words):
        return None, Dating.UNDATED_RELATIVE
    said = anchor or document.received_at
    return Interval(said, said), Dating.MENTION


def _surfaces(
    words: str, document: Document, speaker: str, speakers: Sequence[str]
) -> tuple[Surface, ...]:
    folded = words.casefold()
    given = [surface for surface in document.entities if surface.text.casefold() in folded]
    found = [*given, *names_in(words, speakers)]
    if speaker:
        found.append(Surface(speaker, EntityType.PERSON))
    return tuple({surface.text.casefold(): surface for surface in reversed(found)}.values())
