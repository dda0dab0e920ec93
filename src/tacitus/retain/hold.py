"""What people edited or invalidated stays so when the sentences that it was read from are read again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from tacitus.domain.changes import Draft, Restatement, without
from tacitus.domain.curation import Held
from tacitus.domain.documents import Chunk, Document
from tacitus.domain.memories import Source
from tacitus.domain.redaction import blank, only_in, without_gaps
from tacitus.domain.retelling import Retold, keys_of, retold, speakers_at
from tacitus.domain.sentences import Span
from tacitus.retain.stages import Plan, Prepared


@dataclass(frozen=True, slots=True)
class Holding:
    """How held memories are kept while a document is read again.

    Attributes:
        shown: The chunks to read; words that belong to a held memory alone are blank in them.
        restatements: Where the sentences of held memories stand now.
        blanks: What is blank.
        held: Those whose words are read again.
    """

    shown: tuple[Chunk, ...]
    restatements: tuple[Restatement, ...] = ()
    blanks: tuple[Span, ...] = ()
    held: tuple[Held, ...] = ()


def hold(plan: Plan, document: Document, before: str, held: Sequence[Held]) -> Holding:
    """Find the sentences of held memories in what is to be read again.

    Each place that is dropped is looked for once: what is said once more is told anew.

    Args:
        before: The text that the sources of the held memories point into.
    """
    lost = [(one, source) for one in held for source in one.sources if source.chunk in plan.dropped]
    keys = {(one.memory, source): _keys(document, before, one, source) for one, source in lost}
    found = _found(plan, document, (key for some in keys.values() for key in some))
    restatements: list[Restatement] = []
    blanks: list[Span] = []
    for one, source in lost:
        chosen = _nearest(source, {*keys[one.memory, source]}, found)
        spans = _runs(document.text, sorted(hit.span for hit in chosen))
        restatements += [Restatement(one.memory, _at(source, span, plan)) for span in spans]
        if _alone(source, one.shared):
            blanks += [hit.whole for hit in chosen]
            found = [hit for hit in found if hit not in chosen]
    shown = tuple(
        replace(chunk, turns=tuple(blank(turn, blanks) for turn in chunk.turns))
        for chunk in plan.fresh
    )
    concerned = {one.memory: one for one, _ in lost}
    return Holding(shown, tuple(restatements), tuple(blanks), tuple(concerned.values()))


def keep_held(prepared: Prepared, plan: Plan, holding: Holding) -> Prepared:
    """Leave out drafts that say what a held memory says or said: that is another source of it.

    What was put right stays with its document even where nothing of it is found there any more.
    """
    placed = {one.memory for one in holding.restatements}
    # Where its words were blank, who says the same has said it once more.
    shown = [one for one in holding.held if one.shared or one.memory not in placed]
    said = {_folded(text): one.memory for one in shown for text in one.texts}
    drafts = [_joined(draft, holding.blanks) for draft in prepared.drafts]
    gone = [_folded(draft.text) in said for draft in drafts]
    more = [
        Restatement(memory, _source(draft, prepared.reading.document))
        for draft, away in zip(drafts, gone, strict=True)
        if away and (memory := said[_folded(draft.text)]) not in placed
    ]
    placed |= {one.memory for one in more}
    adrift = [
        Restatement(one.memory, _nowhere(one.sources[0], plan))
        for one in holding.held
        if one.memory not in placed and all(each.chunk in plan.dropped for each in one.sources)
    ]
    return replace(
        prepared,
        drafts=without(drafts, gone),
        held=(*holding.restatements, *more, *adrift),
    )


def _keys(document: Document, before: str, held: Held, source: Source) -> list[str]:
    said = [before[source.start : source.end], *held.texts]
    return [key for text in said for key in keys_of(document.bank, text, source.speaker)]


def _found(plan: Plan, document: Document, keys: Iterable[str]) -> list[Retold]:
    turns = [turn for chunk in plan.fresh for turn in chunk.turns]
    speaker_at = speakers_at(((one.start, one.end), one.turn.speaker) for one in turns)
    return [
        one
        for one in retold(document.bank, document.text, keys, speaker_at)
        if any(chunk.start <= one.span[0] < chunk.end for chunk in plan.fresh)
    ]


def _nearest(source: Source, keys: set[str], found: Sequence[Retold]) -> list[Retold]:
    """Return, of each sentence, the place nearest to where it stood."""
    best: dict[str, Retold] = {}
    for one in sorted(found, key=lambda one: abs(one.span[0] - source.start)):
        if one.key in keys:
            best.setdefault(one.key, one)
    return list(best.values())


def _runs(text: str, spans: Sequence[Span]) -> list[Span]:
    """Join sentences that stand side by side or in one another."""
    runs: list[Span] = []
    for start, stop in spans:
        if runs and not any(character.isalnum() for character in text[runs[-1][1] : start]):
            runs[-1] = runs[-1][0], max(stop, runs[-1][1])
        else:
            runs.append((start, stop))
    return runs


def _at(source: Source, span: Span, plan: Plan) -> Source:
    """Return a source at another place; who said it and when is as it was put right."""
    [chunk] = [one.index for one in plan.fresh if one.start <= span[0] < one.end]
    return replace(source, chunk=chunk, start=span[0], end=span[1])


def _nowhere(source: Source, plan: Plan) -> Source:
    """Return a source without words, in a chunk that is there."""
    chunks = [*plan.fresh, *(chunk for _, chunk in plan.moved)]
    if not chunks:
        index = next(index for index in count() if index not in plan.dropped)
        return replace(source, chunk=index, start=0, end=0)
    nearest = min(chunks, key=lambda chunk: abs(chunk.start - source.start))
    at = min(max(source.start, nearest.start), nearest.end)
    return replace(source, chunk=nearest.index, start=at, end=at)


def _alone(source: Source, shared: Sequence[Span]) -> bool:
    return not any(start < source.end and source.start < stop for start, stop in shared)


def _joined(draft: Draft, blanks: Sequence[Span]) -> Draft:
    """Close the gaps in a draft; it stands for the longest part of it that is its own."""
    parts = only_in([(draft.start, draft.end)], blanks)
    if parts == [(draft.start, draft.end)] or not parts:
        return draft
    start, end = max(parts, key=lambda part: part[1] - part[0])
    return replace(draft, text=without_gaps(draft.text), start=start, end=end)


def _source(draft: Draft, document: Document) -> Source:
    return Source(
        document=document.id,
        chunk=draft.chunk,
        start=draft.start,
        end=draft.end,
        speaker=draft.speaker,
        mentioned_at=draft.mentioned_at,
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
