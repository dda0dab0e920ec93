"""Where the memories of a bank were read, as documents change and go."""

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.changes import Restatement
from tacitus.domain.documents import Chunk
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import Source, dated_by_sources


def move_sources(
    contents: Contents,
    document: DocumentId,
    moves: dict[int, tuple[Chunk, Chunk]],
    dropped: Set[int],
) -> set[MemoryId]:
    """Drop the sources read from some chunks, move those of others; return who lost one.

    Args:
        moves: (chunk as it was, as it is) by the index that it had.
        dropped: Indexes of chunks that are no longer there.
    """
    losers: set[MemoryId] = set()
    if not moves and not dropped:
        return losers
    for id, record in list(contents.records.items()):
        sources: list[Source] = []
        for source in record.memory.sources:
            if source.document == document and source.chunk in dropped:
                losers.add(id)
            elif source.document == document and source.chunk in moves:
                sources.append(_moved(source, *moves[source.chunk]))
            else:
                sources.append(source)
        if tuple(sources) != record.memory.sources:
            _set_sources(contents, id, tuple(sources))
    return losers


def drop_sources(contents: Contents, document: DocumentId) -> set[MemoryId]:
    """Drop every source in a document; return the memories that have none left."""
    bare: set[MemoryId] = set()
    for id in memories_read_in(contents, document):
        before = contents.records[id].memory.sources
        left = tuple(source for source in before if source.document != document)
        _set_sources(contents, id, left)
        if not left:
            bare.add(id)
    return bare


def memories_read_in(contents: Contents, document: DocumentId) -> list[MemoryId]:
    """Return the memories with a source in a document, whatever else they have."""
    return [
        id
        for id, record in contents.records.items()
        if any(source.document == document for source in record.memory.sources)
    ]


def outdate(contents: Contents, memory: MemoryId) -> None:
    """Let whoever works on the documents that a memory was read in start over."""
    read_in = {source.document for source in contents.records[memory].memory.sources}
    for id in read_in & contents.documents.keys():
        kept = contents.documents[id]
        document = replace(kept.document, revision=kept.document.revision + 1)
        contents.documents[id] = replace(kept, document=document)


def add_sources(contents: Contents, restatements: Sequence[Restatement]) -> None:
    """Give memories more sources; the same place twice is once.

    Raises:
        Conflict: One of the memories is gone.
    """
    added: defaultdict[MemoryId, list[Source]] = defaultdict(list)
    for restatement in restatements:
        if restatement.memory not in contents.records:
            raise Conflict(f"The memory {restatement.memory} is gone")
        added[restatement.memory].append(restatement.source)
    for id, more in added.items():
        places: dict[tuple[DocumentId, int, int], Source] = {}
        for source in (*contents.records[id].memory.sources, *more):
            places.setdefault(_place(source), source)
        _set_sources(contents, id, tuple(places.values()))


def _place(source: Source) -> tuple[DocumentId, int, int]:
    return source.document, source.start, source.end


def _moved(source: Source, old: Chunk, new: Chunk) -> Source:
    shift = new.start - old.start
    return replace(source, chunk=new.index, start=source.start + shift, end=source.end + shift)


def _set_sources(contents: Contents, id: MemoryId, sources: tuple[Source, ...]) -> None:
    record = contents.records[id]
    before = record.memory
    memory = dated_by_sources(replace(before, sources=sources))
    contents.records[id] = replace(record, memory=memory)
    if memory.mentioned_at == before.mentioned_at:
        return
    for old, successor in contents.successors.items():
        if successor.memory == id and successor.at == before.mentioned_at:
            contents.successors[old] = replace(successor, at=memory.mentioned_at)
