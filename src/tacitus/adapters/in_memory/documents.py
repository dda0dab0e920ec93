"""Documents, in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents, KeptDocument, Shelf
from tacitus.adapters.in_memory.forgetting import forget
from tacitus.adapters.in_memory.noting import note
from tacitus.adapters.in_memory.sources import drop_sources, memories_read_in
from tacitus.domain.curation import Act, Held
from tacitus.domain.documents import (
    Chunk,
    Document,
    DocumentAct,
    DocumentChange,
    DocumentListing,
)
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Source


class Documents:
    """Fills `DocumentStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def find(self, bank: BankId, id: DocumentId) -> Document | None:
        kept = self._shelf.of(bank).documents.get(id)
        return replace(kept.document, created_at=kept.created_at) if kept else None

    async def find_each(
        self, bank: BankId, ids: Sequence[DocumentId]
    ) -> dict[DocumentId, Document]:
        found = {id: await self.find(bank, id) for id in ids}
        return {id: one for id, one in found.items() if one}

    async def chunks(self, bank: BankId, id: DocumentId) -> list[Chunk]:
        kept = self._shelf.of(bank).documents.get(id)
        chunks = kept.chunks if kept else {}
        return [replace(chunks[index], turns=()) for index in sorted(chunks)]

    async def note(self, bank: BankId, id: DocumentId, change: DocumentChange) -> None:
        if id in self._shelf.of(bank).documents:
            with self._shelf.writing(bank) as contents:
                note(contents, id, change)

    async def changes(self, bank: BankId, id: DocumentId) -> list[DocumentChange]:
        contents = self._shelf.of(bank)
        kept = contents.documents.get(id)
        by_hand = [
            DocumentChange(at=one.at, act=DocumentAct(f"fact_{one.act}"), memory=memory)
            for memory in memories_read_in(contents, id)
            for one in contents.history.get(memory, ())
        ]
        done = [*(kept.changes if kept else ()), *by_hand]
        return sorted(done, key=lambda one: one.at)[::-1]

    async def held(self, bank: BankId, id: DocumentId) -> list[Held]:
        contents = self._shelf.of(bank)
        read = {one: _sources(contents, one, id) for one in memories_read_in(contents, id)}
        return [_held(contents, one, read) for one in read if _is_held(contents, one)]

    async def delete(self, bank: BankId, id: DocumentId) -> int | None:
        if id not in self._shelf.of(bank).documents:
            return None
        with self._shelf.writing(bank) as contents:
            del contents.documents[id]
            return len(forget(contents, drop_sources(contents, id)))

    async def page(
        self, bank: BankId, *, limit: int, offset: int
    ) -> tuple[list[DocumentListing], int]:
        contents = self._shelf.of(bank)
        kept = sorted(
            contents.documents.values(),
            key=lambda kept: (kept.document.received_at, kept.document.id),
            reverse=True,
        )
        page = [_listing(contents, each) for each in kept[offset : offset + limit]]
        return page, len(kept)


def _is_held(contents: Contents, id: MemoryId) -> bool:
    changes = contents.history.get(id, ())
    return id in contents.invalidated or any(one.act is Act.EDITED for one in changes)


def _held(contents: Contents, id: MemoryId, read: Mapping[MemoryId, Sequence[Source]]) -> Held:
    before = [one.before.get("text") for one in contents.history.get(id, ())]
    own = read[id]
    return Held(
        memory=id,
        texts=(
            contents.records[id].memory.text,
            *(text for text in before if isinstance(text, str)),
        ),
        sources=tuple(own),
        shared=tuple(
            (other.start, other.end)
            for memory, others in read.items()
            if memory != id
            for other in others
            if any(other.start < one.end and one.start < other.end for one in own)
        ),
    )


def _sources(contents: Contents, memory: MemoryId, document: DocumentId) -> list[Source]:
    sources = contents.records[memory].memory.sources
    return [source for source in sources if source.document == document]


def _listing(contents: Contents, kept: KeptDocument) -> DocumentListing:
    document = kept.document
    return DocumentListing(
        id=document.id,
        digest=document.digest,
        created_at=kept.created_at,
        updated_at=document.received_at,
        length=len(document.text),
        memories=len(memories_read_in(contents, document.id)),
        metadata=document.metadata,
        tags=document.tags,
        context=document.context,
        timestamp=document.timestamp,
    )
