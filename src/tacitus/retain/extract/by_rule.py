"""Extraction without a model: what was said, as it was said, attributed and dated by rule."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tacitus.domain.aside import aside, each_aside
from tacitus.domain.changes import Draft
from tacitus.domain.documents import Chunk, Document, PlacedTurn, Role, Turn
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.memories import Dating, Network
from tacitus.domain.names import names_in
from tacitus.domain.reflection import Usage
from tacitus.domain.sentences import Span
from tacitus.domain.time import (
    Interval,
    TimeExpression,
    find_time_expressions,
    has_relative_time,
)
from tacitus.ports.models import Extraction
from tacitus.retain.extract.corrections import Correction, corrections_in
from tacitus.retain.extract.passages import Passage, Repetitions, passages_of, repetitions_in

_HEADING = re.compile(r"^#{1,6}[ \t][^\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class VerbatimExtractor:
    """Keeps each turn as a memory. Deterministic; what a model would infer is left out.

    The assistant's own turns are experiences. System prompts, fenced code, hypotheses and memories
    handed back stay in the document and become no memory; only short code in a text by nobody goes
    with the sentence that introduces it. A line that a log repeats is one memory,
    over the time from the first to the last.
    """

    name: str = "verbatim-5"

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        placed = [
            (chunk.index, turn)
            for chunk in chunks
            for turn in chunk.turns
            if turn.turn.role is not Role.SYSTEM
        ]
        turns = [turn.turn for _, turn in placed]
        characters = sum(len(turn.text) for turn in turns)
        corrections = await aside(lambda: list(corrections_in(turns)), characters)
        repetitions = await aside(lambda: repetitions_in(turns), characters)
        setting = _Setting(document, _speakers(turns), repetitions)
        apart = _apart(corrections)
        found = await each_aside(
            lambda one: list(_drafts(setting, *one[1], apart[one[0]])),
            enumerate(placed),
            lambda one: len(one[1][1].turn.text),
        )
        drafts = [draft for some in found for draft in some]
        starts = [turn.start for _, turn in placed]
        return Extraction(
            drafts=_corrected(drafts, corrections, starts),
            usage=Usage(),
            left_out=_left_out(chunks, drafts),
        )


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is known of all turns."""

    document: Document
    speakers: tuple[str, ...]
    repetitions: Repetitions


def _left_out(chunks: Sequence[Chunk], drafts: Sequence[Draft]) -> int:
    """Return how many characters that are not blank became no memory."""
    read = sorted((draft.start, draft.end) for draft in drafts)
    starts = [start for start, _ in read]
    count = 0
    for turn in (turn for chunk in chunks for turn in chunk.turns):
        at = turn.start
        inside = read[bisect_left(starts, turn.start) : bisect_left(starts, turn.end)]
        for start, stop in [*inside, (turn.end, turn.end)]:
            text = turn.turn.text[max(at - turn.start, 0) : max(start - turn.start, 0)]
            count += len("".join(text.split()))
            at = max(at, stop)
    return count


def _speakers(turns: Sequence[Turn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker))


def _apart(corrections: Sequence[Correction]) -> defaultdict[int, set[Span]]:
    """Return the sentences that correct or are corrected, by turn."""
    spans: defaultdict[int, set[Span]] = defaultdict(set)
    for one in corrections:
        spans[one.turn].add(one.span)
        spans[one.wrong_turn].add(one.wrong_span)
    return spans


def _drafts(setting: _Setting, chunk: int, placed: PlacedTurn, apart: set[Span]) -> Iterator[Draft]:
    turn, document = placed.turn, setting.document
    for passage in passages_of(turn, setting.repetitions, apart):
        start, end = passage.span
        occurred, dating = _dated(passage, placed)
        yield Draft(
            text=_text(turn, passage),
            network=Network.EXPERIENCE if turn.role is Role.ASSISTANT else Network.WORLD,
            chunk=chunk,
            start=placed.start + start,
            end=placed.start + end,
            occurred=occurred,
            dating=dating,
            mentioned_at=passage.said_at or turn.at or document.received_at,
            speaker=turn.speaker or None,
            surfaces=surfaces_in(
                passage.words,
                given=setting.document.entities,
                speakers=setting.speakers,
                speaker=turn.speaker,
            ),
            metadata=(("turn", turn.label),) if turn.label else (),
            about=turn.about,
        )


def _text(turn: Turn, passage: Passage) -> str:
    if turn.speaker:
        return f"{turn.speaker}: {passage.words}"
    return f"{passage.words}\n{passage.code}" if passage.code else passage.words


def _dated(passage: Passage, placed: PlacedTurn) -> tuple[Interval | None, Dating]:
    if passage.occurred is not None:
        return passage.occurred, Dating.MENTION if passage.said_at else Dating.EXACT
    anchor = placed.turn.at
    expressions = find_time_expressions(passage.words, anchor=anchor)
    if expressions:
        return _told_by(passage.words, expressions).interval, Dating.EXACT
    if anchor is None:
        relative = has_relative_time(passage.words)
        return None, Dating.UNDATED_RELATIVE if relative else Dating.MENTION
    return Interval(anchor, anchor), Dating.MENTION


def _told_by(words: str, expressions: Sequence[TimeExpression]) -> TimeExpression:
    """Return what says when it happened: the first that stands in no heading, if one does."""
    headings = [match.span() for match in _HEADING.finditer(words)] if "#" in words else []
    below = (
        one for one in expressions if not any(start <= one.span[0] < end for start, end in headings)
    )
    return next(below, expressions[0])


def surfaces_in(
    words: str,
    *,
    given: Sequence[Surface],
    speakers: tuple[str, ...],
    speaker: str,
    known: tuple[str, ...] = (),
) -> tuple[Surface, ...]:
    """Return the names in what somebody said, and the speaker's.

    Args:
        given: What the caller says that may be named.
        speakers: Everybody who takes part.
        known: Further names that count where they stand.
    """
    folded = words.casefold()
    stated = [surface for surface in given if surface.text.casefold() in folded]
    found = [*stated, *_names_in(words, speakers, known)]
    if speaker:
        found.append(Surface(speaker, EntityType.PERSON))
    return tuple({surface.text.casefold(): surface for surface in reversed(found)}.values())


@lru_cache(maxsize=1024)
def _names_in(words: str, speakers: tuple[str, ...], known: tuple[str, ...]) -> Sequence[Surface]:
    """Return `names_in`; cached, since logs repeat themselves."""
    return names_in(words, speakers, known)


def _corrected(
    drafts: Sequence[Draft], corrections: Sequence[Correction], starts: Sequence[int]
) -> tuple[Draft, ...]:
    """Say in each correction what was put right, and of which draft."""
    places = {draft.start: at for at, draft in enumerate(drafts)}
    found = list(drafts)
    for one in corrections:
        at = places.get(starts[one.turn] + one.span[0])
        wrong = places.get(starts[one.wrong_turn] + one.wrong_span[0])
        if at is None or wrong is None:
            continue
        known = {surface.text.casefold() for surface in found[at].surfaces}
        named = [s for s in names_in(one.words, ()) if s.text.casefold() not in known]
        found[at] = replace(
            found[at],
            text=_followed(found[at].text, one.words),
            surfaces=(*found[at].surfaces, *named),
            corrects=wrong,
        )
    return tuple(found)


def _followed(text: str, words: str) -> str:
    """Return a text with one more sentence, if there is one."""
    stop = "" if text.endswith((".", "!", "?")) or not words else "."
    return f"{text}{stop} {words}".rstrip()
