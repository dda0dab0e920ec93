"""Documents, in memory."""

from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents, KeptDocument, Shelf
from tacitus.adapters.in_memory.forgetting import forget
from tacitus.adapters.in_memory.sources import drop_sources, memories_read_in
from tacitus.domain.documents import Chunk, Document, DocumentListing
from tacitus.domain.ids import BankId, DocumentId


class Documents:
    """Fills `DocumentStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def find(self, bank: BankId, id: DocumentId) -> Document | None:
        kept = self._shelf.of(bank).documents.get(id)
        return replace(kept.document, created_at=kept.created_at) if kept else None

    async def chunks(self, bank: BankId, id: DocumentId) -> list[Chunk]:
        kept = self._shelf.of(bank).documents.get(id)
        chunks = kept.chunks if kept else {}
        return [replace(chunks[index], turns=()) for index in sorted(chunks)]

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
