"""Step 3 of retain, where somebody had something forgotten: it is not read in again."""

from collections.abc import Sequence
from dataclasses import replace

from tacitus.domain.changes import Draft
from tacitus.domain.documents import Chunk, Document
from tacitus.domain.redaction import blotted, forgotten_key
from tacitus.retain.stages import Prepared


def keep_away(prepared: Prepared) -> Prepared:
    """Leave out what was forgotten of the document, in its text as well.

    A correction of what is left out has nothing left to correct.
    """
    document, plan = prepared.reading.document, prepared.plan
    gone = [_is_forgotten(draft, document) for draft in prepared.drafts]
    if plan is None or not any(gone):
        return prepared
    spans = [(one.start, one.end) for one, away in zip(prepared.drafts, gone, strict=True) if away]
    text = blotted(document.text, spans)
    reading = replace(prepared.reading, document=replace(document, text=text))
    fresh = tuple(_as_in(text, chunk) for chunk in plan.fresh)
    moved = tuple((before, _as_in(text, chunk)) for before, chunk in plan.moved)
    return replace(
        prepared,
        reading=reading,
        plan=replace(plan, fresh=fresh, moved=moved),
        drafts=_without(prepared.drafts, gone),
        forgotten=sum(gone),
    )


def _is_forgotten(draft: Draft, document: Document) -> bool:
    read = draft.text, document.text[draft.start : draft.end]
    return any(forgotten_key(document.bank, words) in document.forgotten for words in read)


def _as_in(text: str, chunk: Chunk) -> Chunk:
    return replace(chunk, text=text[chunk.start : chunk.end])


def _without(drafts: Sequence[Draft], gone: Sequence[bool]) -> tuple[Draft, ...]:
    places: dict[int, int] = {}
    for at, away in enumerate(gone):
        if not away:
            places[at] = len(places)
    # Causes count the drafts of their chunk.
    changed = {draft.chunk for draft, away in zip(drafts, gone, strict=True) if away}
    return tuple(
        replace(
            drafts[at],
            corrects=None if wrong is None else places.get(wrong),
            causes=() if drafts[at].chunk in changed else drafts[at].causes,
        )
        for at, wrong in ((at, drafts[at].corrects) for at in places)
    )
