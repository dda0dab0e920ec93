"""Step 2 of retain: a document to chunks, and which of them have to be read."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby

from tacitus.domain.documents import Chunk, Document, PlacedTurn, Role, Turn
from tacitus.domain.fences import Fence, fences_in, holds
from tacitus.domain.redaction import BLOT
from tacitus.domain.sentences import Span, packed, sentence_spans
from tacitus.retain.stages import Plan

CHUNK_CHARACTERS = 3000
"""How much is read at once: some twelve turns of talk, one page of prose."""
_READER = 16
"""Hexadecimal digits that tell readers apart."""


def chunk(
    document: Document, turns: Sequence[PlacedTurn], *, first: int, reader: str
) -> list[Chunk]:
    """Cut turns into chunks of at most `CHUNK_CHARACTERS`; a longer turn is cut at its sentences.

    The chunks lie side by side: joined they are the text from the first turn to the end.

    Args:
        first: Index of the first chunk.
        reader: Name of the extractor; a chunk read by another one counts as changed.
    """
    groups: list[list[PlacedTurn]] = []
    for turn in chain.from_iterable(map(_pieces, turns)):
        if groups and turn.end - groups[-1][0].start <= CHUNK_CHARACTERS:
            groups[-1].append(turn)
        else:
            groups.append([turn])
    starts = [
        0 if index == 0 else _start(document.text, group[0].start, before)
        for index, (group, before) in enumerate(
            zip(groups, [0, *(group[-1].end for group in groups)], strict=False), first
        )
    ]
    ends = [*starts[1:], len(document.text)]
    return [
        Chunk(
            index=index,
            start=start,
            end=end,
            text=document.text[start:end],
            digest=_digest(document, group, reader),
            turns=tuple(group),
        )
        for index, (group, start, end) in enumerate(zip(groups, starts, ends, strict=True), first)
    ]


def plan(chunks: Sequence[Chunk], stored: Sequence[Chunk], *, appended: bool) -> Plan:
    """Tell the chunks that have to be read from those that were read before.

    What is appended leaves all that is there in place; appended again, it is not read again.
    """
    if appended:
        return Plan(fresh=() if _contains(stored, chunks) else tuple(chunks))
    before: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    places = {old.index: (old.start, old.end) for old in stored}
    for old in stored:
        before[_known_by(old)].append(old.index)
    fresh: list[Chunk] = []
    moved: list[tuple[int, Chunk]] = []
    for new in chunks:
        if not before[_known_by(new)]:
            fresh.append(new)
            continue
        index = before[_known_by(new)].pop(0)
        if index != new.index or places[index] != (new.start, new.end):
            moved.append((index, new))
    dropped = sorted(index for indices in before.values() for index in indices)
    return Plan(fresh=tuple(fresh), moved=tuple(moved), dropped=tuple(dropped))


def _known_by(chunk: Chunk) -> tuple[str, str]:
    """Return what tells a chunk from others; blotted, it is not the one that it was."""
    return chunk.digest, chunk.text if BLOT in chunk.text else ""


def _pieces(turn: PlacedTurn) -> list[PlacedTurn]:
    text = turn.turn.text
    if len(text) <= CHUNK_CHARACTERS or not text.strip():
        return [turn]
    fences = fences_in(text)
    long = [one for one in fences if one.span[1] - one.span[0] > CHUNK_CHARACTERS]
    return [
        PlacedTurn(
            turn=replace(
                turn.turn,
                text=text[start:end],
                # The middle of long code would be taken for prose: no mark stands around it.
                role=Role.SYSTEM if holds(long, start) else turn.turn.role,
            ),
            start=turn.start + start,
            end=turn.start + end,
        )
        for _, spans in groupby(_spans(text, fences), lambda span: holds(long, span[0]))
        for start, end in packed(text, spans, CHUNK_CHARACTERS)
    ]


def _spans(text: str, fences: Sequence[Fence]) -> Iterator[Span]:
    """Yield what is not cut: sentences, and code with the sentence before it."""
    at = 0
    for fence in fences:
        start, stop = fence.span
        sentences = _within(text, at, start)
        before = sentences.pop() if sentences else None
        yield from sentences
        if before and stop - before[0] <= CHUNK_CHARACTERS:
            yield before[0], stop
        else:
            if before:
                yield before
            yield fence.span
        at = stop
    yield from _within(text, at, len(text))


def _within(text: str, start: int, stop: int) -> list[Span]:
    return [(start + a, start + b) for a, b in sentence_spans(text[start:stop])]


def _start(text: str, at: int, before: int) -> int:
    """Return where the line begins, with its speaker, or where the piece before it ends."""
    return max(text.rfind("\n", 0, at) + 1, before)


def _digest(document: Document, turns: Sequence[PlacedTurn], reader: str) -> str:
    """Hash all that reading depends on, but for the time and place of the whole document.

    A transcript that grows is handed in again with a later time; what was said, was said before.
    The reader is hashed apart, at the end: whoever read it, what is appended again is there.
    """
    said = [
        [
            placed.turn.speaker,
            placed.turn.role,
            placed.turn.text,
            placed.turn.at.isoformat()
            if placed.turn.at and placed.turn.at != document.timestamp
            else None,
            *_of_part(placed.turn),
        ]
        for placed in turns
    ]
    about = [
        document.context,
        sorted(document.tags),
        sorted(document.metadata.items()),
        [[surface.text, surface.type] for surface in document.entities],
    ]
    handed = json.dumps([about, said], ensure_ascii=False)
    return f"{_hashed(handed)}-{_hashed(reader)[:_READER]}"


def _of_part(turn: Turn) -> list[object]:
    about = turn.about
    return [about.context, sorted(about.tags), sorted(about.metadata.items())] if about else []


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _handed(chunk: Chunk) -> str:
    """Return the digest of what was handed in, whoever read it."""
    return chunk.digest.partition("-")[0]


def _contains(stored: Sequence[Chunk], chunks: Sequence[Chunk]) -> bool:
    size = len(chunks)
    return any(
        all(map(_same, stored[at : at + size], chunks)) for at in range(len(stored) - size + 1)
    )


def _same(old: Chunk, new: Chunk) -> bool:
    """Whether the same was handed in, or is the same where what was forgotten is blotted out."""
    blotted = BLOT in old.text and old.text.strip() == new.text.strip()
    return blotted or _handed(old) == _handed(new)
