"""Documents and their chunks."""

from fastapi import Depends

from tacitus.domain.errors import InvalidRequest, NotFound
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.http.bodies import Topic
from tacitus.http.served import Limit, Offset, Refusing, ServedEngine
from tacitus.http.unoffered import refuse_unoffered
from tacitus.views.chunk_ids import named_by
from tacitus.views.documents import (
    detailed_document,
    document_event,
    listed_chunk,
    listed_document,
)
from tacitus.views.forgetting import forgotten
from tacitus.wire import (
    ChunkItem,
    ChunkList,
    DocumentChanged,
    DocumentChangeRequest,
    DocumentDeleted,
    DocumentDetail,
    DocumentHistory,
    DocumentList,
    DocumentReprocessed,
    Forgotten,
)

router = Topic(prefix="/v1/default", tags=["documents"])

_DOCUMENT = "/banks/{bank_id:name}/documents/{document_id:name}"


_LISTED = Refusing(
    "documents are listed latest first; memories are found by words and tags",
    *("q", "tags", "start_date", "end_date"),
)


@router.get("/banks/{bank_id:name}/documents", dependencies=[Depends(_LISTED)])
async def list_documents(
    bank_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> DocumentList:
    """List documents, latest received first."""
    listed, total = await engine.documents(bank_id, limit=limit, offset=offset)
    items = [listed_document(bank_id, listing) for listing in listed]
    return DocumentList(items=items, total=total, limit=limit, offset=offset)


@router.get(_DOCUMENT)
async def get_document(bank_id: str, document_id: str, engine: ServedEngine) -> DocumentDetail:
    """Return a document with its text."""
    document = await engine.document(bank_id, DocumentId(document_id))
    _, memories = await engine.memories(bank_id, MemoryPage(document=document.id, limit=1))
    return detailed_document(bank_id, document, memories)


@router.patch(_DOCUMENT)
async def change_document(
    bank_id: str, document_id: str, body: DocumentChangeRequest, engine: ServedEngine
) -> DocumentChanged:
    """Give a document and what was read in it other tags."""
    refuse_unoffered(body)
    if body.tags is None:
        raise InvalidRequest("There is nothing to change: name the tags")
    await engine.curation.retag(bank_id, DocumentId(document_id), body.tags)
    return DocumentChanged()


@router.delete(_DOCUMENT)
async def delete_document(
    bank_id: str, document_id: str, engine: ServedEngine, dry_run: bool = False
) -> DocumentDeleted | Forgotten:
    """Delete a document and what was read only from it; with `dry_run` say only what would go."""
    gone = await engine.forgetting.document(bank_id, DocumentId(document_id), dry_run=dry_run)
    if dry_run:
        return forgotten(gone, dry_run=True)
    message = f"Document '{document_id}' deleted"
    return DocumentDeleted(
        success=True, message=message, document_id=document_id, memory_units_deleted=gone.memories
    )


@router.get(_DOCUMENT + "/chunks")
async def list_chunks(
    bank_id: str, document_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> ChunkList:
    """List the chunks of a document, in reading order."""
    document = await engine.document(bank_id, DocumentId(document_id))
    chunks = await engine.chunks(bank_id, document.id)
    items = [listed_chunk(bank_id, document, chunk) for chunk in chunks[offset : offset + limit]]
    return ChunkList(items=items, total=len(chunks), limit=limit, offset=offset)


@router.get(_DOCUMENT + "/history")
async def document_history(
    bank_id: str, document_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> DocumentHistory:
    """Return what was done to a document and to what was read in it, latest first."""
    done = await engine.curation.document_history(bank_id, DocumentId(document_id))
    items = [document_event(document_id, change) for change in done[offset : offset + limit]]
    return DocumentHistory(
        document_id=document_id, items=items, total=len(done), limit=limit, offset=offset
    )


@router.post(_DOCUMENT + "/reprocess")
async def reprocess_document(
    bank_id: str, document_id: str, engine: ServedEngine
) -> DocumentReprocessed:
    """Have a document read anew in the background, as it is."""
    operation = await engine.curation.reread(bank_id, DocumentId(document_id))
    return DocumentReprocessed(operation_id=str(operation))


@router.get("/chunks/{chunk_id:name}")
async def get_chunk(chunk_id: str, engine: ServedEngine) -> ChunkItem:
    """Return one chunk of any bank."""
    named = named_by(chunk_id)
    if named is None:
        raise NotFound(f"Chunk '{chunk_id}' not found")
    bank_id, document_id, index = named
    document = await engine.document(bank_id, DocumentId(document_id))
    for chunk in await engine.chunks(bank_id, document.id):
        if chunk.index == index:
            return listed_chunk(bank_id, document, chunk)
    raise NotFound(f"Chunk '{chunk_id}' not found")
