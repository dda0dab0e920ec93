"""What somebody had forgotten of a document: it is not read in again."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from tacitus.domain.changes import Draft, without
from tacitus.domain.documents import Chunk, Document, TurnPlace
from tacitus.domain.redaction import BLOT, blank, blotted, without_gaps
from tacitus.domain.retelling import is_known, merged, retold, speakers_at
from tacitus.retain.stages import Prepared, Reading

SpeakerAt = Callable[[int], str]
_LABEL = re.compile(r"^([^:\n]{1,80}):\s", re.MULTILINE)
"""Who speaks, at the beginning of a line."""
_NOBODY = "\0"
_MOST_RENAMED = 8
"""Names that are gone from a document and are looked for in those that are new."""


def keep_away(
    reading: Reading, away: Sequence[str] = (), known: Document | None = None
) -> tuple[Reading, int]:
    """Blot what was forgotten out of the text before anybody reads it; return how often it was there.

    To the extractor it is blank, whatever it makes of a text: what it never saw it cannot tell. A
    sentence that holds it is blank as a whole.

    Args:
        away: Keys of what is kept away from all documents of the bank.
        known: The document as it was: who speaks in it under another name by now said the same.
    """
    forgotten = (*reading.document.forgotten, *away)
    document, turns = replace(reading.document, forgotten=forgotten), reading.turns
    if not forgotten or not turns:
        return reading, 0
    # What stands before what is appended was read already.
    first = document.text.rfind("\n", 0, turns[0].start) + 1 if reading.appended else 0
    speaker_at = speakers_at(((one.start, one.end), one.turn.speaker) for one in turns)
    renamed = _renamed({one.turn.speaker for one in turns}, known, speaker_at)
    found = [
        one
        for speaker in (speaker_at, *renamed)
        for one in retold(document.bank, document.text, forgotten, speaker)
        if one.span[0] >= first
    ]
    text = blotted(document.text, [one.span for one in found])
    blanks = merged(one.whole for one in found)
    return (
        replace(
            reading,
            document=replace(document, text=text, turns=_told(document.turns, text)),
            turns=tuple(blank(one, blanks) for one in turns),
        ),
        len(merged(one.span for one in found)),
    )


def without_forgotten(prepared: Prepared) -> Prepared:
    """Leave out memories that say by themselves what was forgotten, with the words they come from."""
    document, plan = prepared.reading.document, prepared.plan
    drafts = tuple(_joined(one, document.text) for one in prepared.drafts)
    gone = [is_known(document.bank, one.text, document.forgotten) for one in drafts]
    if plan is None or not any(gone):
        return replace(prepared, drafts=drafts)
    kept = [one for one, away in zip(drafts, gone, strict=True) if not away]
    spans = [
        (one.start, one.end)
        for one, away in zip(drafts, gone, strict=True)
        if away and not any(one.start < other.end and other.start < one.end for other in kept)
    ]
    text = blotted(document.text, spans)
    return replace(
        prepared,
        reading=replace(prepared.reading, document=replace(document, text=text)),
        plan=replace(
            plan,
            fresh=tuple(_as_in(text, chunk) for chunk in plan.fresh),
            moved=tuple((before, _as_in(text, chunk)) for before, chunk in plan.moved),
        ),
        drafts=without(drafts, gone),
        forgotten=prepared.forgotten + sum(gone),
    )


def _renamed(speakers: set[str], known: Document | None, speaker_at: SpeakerAt) -> list[SpeakerAt]:
    """Return who speaks where, if those who are new go by the name of one who is not there any more."""
    before = {label.strip() for label in _LABEL.findall(known.text)} if known else set[str]()
    new, left = speakers - before, before - speakers
    if not new:
        return []

    def as_if(old: str) -> SpeakerAt:
        return lambda at: old if speaker_at(at) in new else _NOBODY

    return [as_if(old) for old in sorted(left)[:_MOST_RENAMED]]


def _told(turns: tuple[TurnPlace, ...] | None, text: str) -> tuple[TurnPlace, ...] | None:
    """Leave out turns of which nothing can be read: who said it is nobody's business either."""
    if turns is None:
        return None
    return tuple(one for one in turns if set(text[one.start : one.end]) - {BLOT, " ", "\n"})


def _joined(draft: Draft, text: str) -> Draft:
    """Close the gaps that blanks left within a memory."""
    if BLOT not in text[draft.start : draft.end]:
        return draft
    return replace(draft, text=without_gaps(draft.text))


def _as_in(text: str, chunk: Chunk) -> Chunk:
    return replace(chunk, text=text[chunk.start : chunk.end])
