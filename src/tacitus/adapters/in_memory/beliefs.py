"""Evidence, and the words it puts opinions into."""

from collections.abc import Sequence
from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.ids import MemoryId
from tacitus.domain.opinions import Evidence, Opinion, Wording, worded


def add_evidence(
    contents: Contents, evidence: Sequence[Evidence], wordings: Sequence[Wording] = ()
) -> None:
    """Add events; those of an opinion or a memory that is gone are left out."""
    by_text = {one.text: one for one in wordings}
    for event in evidence:
        known = event.memory is None or event.memory in contents.records
        if known and event.opinion in contents.records:
            contents.evidence.setdefault(event.id, event)
            if event.rewording:
                _keep_first_words(contents, event)
                contents.wordings[event.opinion, event.rewording] = by_text[event.rewording]
    put_in_words(contents)


def put_in_words(contents: Contents) -> None:
    """Put every opinion in the words that the evidence which now counts gives it."""
    for opinion, first in contents.first_words.items():
        text = worded(first.text, contents.evidence_of(opinion))
        chosen = first if text == first.text else contents.wordings[opinion, text]
        record = contents.records[opinion]
        memory = replace(record.memory, text=chosen.text, tokens=chosen.tokens)
        contents.records[opinion] = replace(
            record, memory=memory, vector=chosen.vector, terms=chosen.terms
        )


def opinion_of(contents: Contents, id: MemoryId) -> Opinion | None:
    """Return an opinion with its evidence; None for what is no opinion."""
    record = contents.records.get(id)
    if record is None or record.memory.confidence is None:
        return None
    first = contents.first_words.get(id)
    return Opinion(
        memory=contents.memory(id),
        initial=record.memory.confidence,
        first_text=first.text if first else record.memory.text,
        evidence=tuple(contents.evidence_of(id)),
        disposition=contents.formed.get(id),
        drawn_from=tuple(sorted(contents.drawn_from.get(id, ()))),
        folding=contents.folding,
    )


def _keep_first_words(contents: Contents, event: Evidence) -> None:
    record = contents.records[event.opinion]
    words = Wording(record.memory.text, record.vector, record.terms, record.memory.tokens)
    contents.first_words.setdefault(event.opinion, words)
