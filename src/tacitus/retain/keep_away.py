"""What somebody had forgotten of a document: it is not read in again."""

from dataclasses import replace

from tacitus.domain.changes import Draft, without
from tacitus.domain.documents import Chunk
from tacitus.domain.redaction import BLOT, blank, blotted, without_gaps
from tacitus.domain.retelling import merged, retold, speakers_at, text_key
from tacitus.retain.stages import Prepared, Reading


def keep_away(reading: Reading) -> tuple[Reading, int]:
    """Blot what was forgotten out of the text before anybody reads it; return how often it was there.

    To the extractor it is blank, whatever it makes of a text: what it never saw it cannot tell. A
    sentence that holds it is blank as a whole.
    """
    document, turns = reading.document, reading.turns
    if not document.forgotten or not turns:
        return reading, 0
    # What stands before what is appended was read already.
    first = document.text.rfind("\n", 0, turns[0].start) + 1 if reading.appended else 0
    speaker_at = speakers_at(((one.start, one.end), one.turn.speaker) for one in turns)
    found = [
        one
        for one in retold(document.bank, document.text, document.forgotten, speaker_at)
        if one.span[0] >= first
    ]
    text = blotted(document.text, [one.span for one in found])
    blanks = merged(one.whole for one in found)
    return (
        replace(
            reading,
            document=replace(document, text=text),
            turns=tuple(blank(one, blanks) for one in turns),
        ),
        len(merged(one.span for one in found)),
    )


def without_forgotten(prepared: Prepared) -> Prepared:
    """Leave out memories that say by themselves what was forgotten, with the words they come from."""
    document, plan = prepared.reading.document, prepared.plan
    drafts = tuple(_joined(one, document.text) for one in prepared.drafts)
    gone = [text_key(document.bank, one.text) in document.forgotten for one in drafts]
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


def _joined(draft: Draft, text: str) -> Draft:
    """Close the gaps that blanks left within a memory."""
    if BLOT not in text[draft.start : draft.end]:
        return draft
    return replace(draft, text=without_gaps(draft.text))


def _as_in(text: str, chunk: Chunk) -> Chunk:
    return replace(chunk, text=text[chunk.start : chunk.end])
