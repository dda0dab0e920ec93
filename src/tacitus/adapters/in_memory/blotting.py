"""Blotting out of documents what was read into a memory that is forgotten."""

from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.redaction import blotted, keys_of, only_in
from tacitus.domain.sentences import Span


def blot(contents: Contents, bank: BankId, id: MemoryId) -> None:
    """Make what only this memory was read from unreadable, and let its documents remember that."""
    memory = contents.records[id].memory
    for document in {source.document for source in memory.sources} & contents.documents.keys():
        kept = contents.documents[document]
        text, spans = kept.document.text, _spans(memory, document)
        others = [
            span
            for other, record in contents.records.items()
            if other != id
            for span in _spans(record.memory, document)
        ]
        left = only_in(spans, others)
        keys = keys_of(bank, memory.text, text, spans, left)
        redacted = replace(
            kept.document,
            text=blotted(text, left),
            revision=kept.document.revision + 1,
            forgotten=tuple({*kept.document.forgotten, *keys}),
        )
        chunks = {
            index: replace(chunk, text=redacted.text[chunk.start : chunk.end])
            for index, chunk in kept.chunks.items()
        }
        contents.documents[document] = replace(kept, document=redacted, chunks=chunks)


def _spans(memory: Memory, document: DocumentId) -> list[Span]:
    return [(one.start, one.end) for one in memory.sources if one.document == document]
