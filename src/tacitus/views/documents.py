"""Documents, their chunks, and what became of what was handed in, as bodies."""

from datetime import datetime

from tacitus.domain.changes import Outcome, Receipt
from tacitus.domain.documents import Chunk, Document, DocumentChange, DocumentListing
from tacitus.views.chunk_ids import chunk_id
from tacitus.views.times import iso
from tacitus.wire import (
    ChunkItem,
    DocumentDetail,
    DocumentEvent,
    DocumentListItem,
    RetainedDocument,
)


def retained(bank: str, receipt: Receipt) -> RetainedDocument:
    """Return what became of one document."""
    return RetainedDocument(
        bank_id=bank,
        document_id=receipt.document,
        outcome="unchanged" if receipt.outcome is Outcome.UNCHANGED else "stored",
        memories=len(receipt.memories),
        memory_ids=[str(id) for id in receipt.memories],
        restated=receipt.restated,
        superseded=receipt.superseded,
        dropped=receipt.dropped,
        chunks_read=receipt.chunks_read,
        left_out=receipt.left_out,
        forgotten=receipt.forgotten,
    )


def document_event(document: str, change: DocumentChange) -> DocumentEvent:
    """Return one change of a document."""
    return DocumentEvent(
        document_id=document,
        kind=change.act.value,
        created_at=change.at.isoformat(),
        fact_id=None if change.memory is None else str(change.memory),
        facts_added=change.added,
        facts_removed=change.removed,
    )


def listed_document(bank: str, listing: DocumentListing) -> DocumentListItem:
    """Return a document for a list."""
    return DocumentListItem(
        id=listing.id,
        bank_id=bank,
        content_hash=listing.digest,
        created_at=listing.created_at.isoformat(),
        updated_at=listing.updated_at.isoformat(),
        text_length=listing.length,
        memory_unit_count=listing.memories,
        retain_params=_retain_params(listing.context, listing.timestamp),
        document_metadata=dict(listing.metadata),
        tags=list(listing.tags),
    )


def detailed_document(bank: str, document: Document, memories: int) -> DocumentDetail:
    """Return a document with its text; `memories` is how many were read from it."""
    return DocumentDetail(
        id=document.id,
        bank_id=bank,
        original_text=document.text,
        content_hash=document.digest,
        created_at=(document.created_at or document.received_at).isoformat(),
        updated_at=document.received_at.isoformat(),
        memory_unit_count=memories,
        tags=list(document.tags),
        document_metadata=dict(document.metadata),
        retain_params=_retain_params(document.context, document.timestamp),
        revision=document.revision,
    )


def _retain_params(context: str, timestamp: datetime | None) -> dict[str, object]:
    return {"context": context or None, "timestamp": iso(timestamp)}


def listed_chunk(bank: str, document: Document, chunk: Chunk) -> ChunkItem:
    """Return a chunk with its text."""
    return ChunkItem(
        chunk_id=chunk_id(bank, document.id, chunk.index),
        document_id=document.id,
        bank_id=bank,
        chunk_index=chunk.index,
        chunk_text=chunk.text,
        created_at=document.received_at.isoformat(),
    )
