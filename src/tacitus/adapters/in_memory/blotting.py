"""Blotting out of documents what was read into a memory that is forgotten."""

from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.redaction import Place, redacted
from tacitus.domain.sentences import Span


def blot(contents: Contents, bank: BankId, id: MemoryId) -> None:
    """Make what only this memory was read from unreadable, and let its documents remember that."""
    memory = contents.records[id].memory
    for document in {source.document for source in memory.sources} & contents.documents.keys():
        kept = contents.documents[document]
        places = [
            Place((one.start, one.end), one.speaker)
            for one in memory.sources
            if one.document == document
        ]
        others = [
            span
            for other, record in contents.records.items()
            if other != id
            for span in _spans(record.memory, document)
        ]
        text, keys = redacted(bank, memory.text, kept.document.text, places, others)
        blotted = replace(
            kept.document,
            text=text,
            revision=kept.document.revision + 1,
            forgotten=tuple({*kept.document.forgotten, *keys}),
        )
        chunks = {
            index: replace(chunk, text=blotted.text[chunk.start : chunk.end])
            for index, chunk in kept.chunks.items()
        }
        contents.documents[document] = replace(kept, document=blotted, chunks=chunks)


def _spans(memory: Memory, document: DocumentId) -> list[Span]:
    return [(one.start, one.end) for one in memory.sources if one.document == document]
