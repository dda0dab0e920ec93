"""What the engine gives back to answers."""

from datetime import datetime

from tacitus.domain.banks import Bank, BankStats, Disposition
from tacitus.domain.changes import Outcome, Receipt
from tacitus.domain.documents import Chunk, Document, DocumentListing
from tacitus.domain.graph import Entity
from tacitus.domain.memories import Memory, Network, Source, State
from tacitus.domain.operations import Operation, OperationStatus
from tacitus.wire import (
    BankListItem,
    BankProfile,
    ChunkItem,
    DocumentDetail,
    DocumentListItem,
    EntityDetail,
    EntityListItem,
    EntityObservation,
    MemoryDetail,
    MemoryListItem,
    OperationDetail,
    OperationItem,
    OperationProgress,
    RetainedDocument,
    SourceSpan,
    Traits,
)
from tacitus.wire import BankStats as BankStatsBody


def iso(at: datetime | None) -> str | None:
    """Return ISO 8601 with a zone."""
    return None if at is None else at.isoformat()


def chunk_id(bank: str, document: str, index: int) -> str:
    """Return an id that no other chunk of any bank has: each name is escaped before joining."""
    return f"{_escaped(bank)}_{_escaped(document)}_{index}"


def named_by(chunk: str) -> tuple[str, str, int] | None:
    """Return the bank, document and index that an id of a chunk names; None if it is no such id."""
    try:
        bank, document, index = chunk.split("_")
        return _unescaped(bank), _unescaped(document), int(index)
    except ValueError:
        return None


def _escaped(name: str) -> str:
    plain = (c if c.isascii() and (c.isalnum() or c in "-.") else _code(c) for c in name)
    return "".join(plain)


def _code(character: str) -> str:
    return "".join(f"~{byte:02X}" for byte in character.encode("utf-8"))


def _unescaped(name: str) -> str:
    head, *coded = name.split("~")
    return b"".join(
        (head.encode(), *(bytes.fromhex(part[:2]) + part[2:].encode() for part in coded))
    ).decode("utf-8")


# ----------------------------------------------------------------------------------------- banks


def traits(disposition: Disposition) -> Traits:
    """Return how a bank leans."""
    return Traits(
        skepticism=disposition.skepticism,
        literalism=disposition.literalism,
        empathy=disposition.empathy,
        bias_strength=disposition.bias_strength,
    )


def profile(bank: Bank) -> BankProfile:
    """Return what a bank is; one without a title is called by its name."""
    return BankProfile(
        bank_id=bank.name,
        name=bank.title or bank.name,
        disposition=traits(bank.disposition),
        mission=bank.mission,
        background=bank.background,
    )


def listed_bank(bank: Bank, stats: BankStats) -> BankListItem:
    """Return a bank for a list."""
    return BankListItem(
        bank_id=bank.name,
        name=bank.title or bank.name,
        disposition=traits(bank.disposition),
        mission=bank.mission,
        created_at=iso(bank.created_at),
        updated_at=iso(bank.updated_at),
        fact_count=sum(stats.memories.values()),
        last_document_at=iso(stats.last_document_at),
        last_write_at=iso(stats.last_memory_at),
    )


def bank_stats(name: str, stats: BankStats) -> BankStatsBody:
    """Return how much a bank holds; links are not told apart by network."""
    return BankStatsBody(
        bank_id=name,
        total_nodes=sum(stats.memories.values()),
        total_links=sum(stats.links.values()),
        total_documents=stats.documents,
        nodes_by_fact_type=dict(stats.memories),
        links_by_link_type=dict(stats.links),
        links_by_fact_type={},
        links_breakdown={},
        pending_operations=stats.operations.get(OperationStatus.PENDING, 0),
        failed_operations=stats.operations.get(OperationStatus.FAILED, 0),
        operations_by_status=dict(stats.operations),
        last_memory_write_at=iso(stats.last_memory_at),
        total_observations=stats.memories.get(Network.OBSERVATION, 0),
        total_entities=stats.entities,
    )


# -------------------------------------------------------------------------------------- memories


def retained(receipt: Receipt) -> RetainedDocument:
    """Return what became of one document."""
    return RetainedDocument(
        document_id=receipt.document,
        outcome="unchanged" if receipt.outcome is Outcome.UNCHANGED else "stored",
        memories=len(receipt.memories),
        restated=receipt.restated,
        superseded=receipt.superseded,
        dropped=receipt.dropped,
    )


def chunk_of(bank: str, memory: Memory) -> str | None:
    """Return the id of the chunk that a memory was first read in."""
    if not memory.sources:
        return None
    first = memory.sources[0]
    return chunk_id(bank, first.document, first.chunk)


def listed_memory(bank: str, memory: Memory) -> MemoryListItem:
    """Return a memory for a list; its entities are one text."""
    return MemoryListItem(
        id=str(memory.id),
        text=memory.text,
        context=memory.context,
        date=_date(memory),
        fact_type=memory.network,
        document_id=memory.document,
        mentioned_at=iso(memory.mentioned_at),
        occurred_start=iso(memory.occurred.start) if memory.occurred else None,
        occurred_end=iso(memory.occurred.end) if memory.occurred else None,
        entities=", ".join(memory.entities),
        chunk_id=chunk_of(bank, memory),
        proof_count=memory.proof_count,
        tags=list(memory.tags),
        metadata=dict(memory.metadata),
        state=memory.state,
        invalidation_reason=_why_invalid(memory),
        speaker=memory.speaker,
        confidence=memory.confidence,
        valid_until=iso(memory.valid_until),
        superseded_by=_id(memory.superseded_by),
    )


def detailed_memory(bank: str, memory: Memory) -> MemoryDetail:
    """Return a memory with everything that is known of it."""
    return MemoryDetail(
        id=str(memory.id),
        text=memory.text,
        type=memory.network,
        context=memory.context,
        date=_date(memory),
        entities=list(memory.entities),
        document_id=memory.document,
        chunk_id=chunk_of(bank, memory),
        mentioned_at=iso(memory.mentioned_at),
        occurred_start=iso(memory.occurred.start) if memory.occurred else None,
        occurred_end=iso(memory.occurred.end) if memory.occurred else None,
        tags=list(memory.tags),
        metadata=dict(memory.metadata),
        proof_count=memory.proof_count,
        access_count=memory.access_count,
        state=memory.state,
        invalidation_reason=_why_invalid(memory),
        speaker=memory.speaker,
        confidence=memory.confidence,
        dating=memory.dating,
        known_at=iso(memory.known_at),
        valid_until=iso(memory.valid_until),
        superseded_by=_id(memory.superseded_by),
        sources=[_span(bank, source) for source in memory.sources],
    )


def _span(bank: str, source: Source) -> SourceSpan:
    return SourceSpan(
        document_id=source.document,
        chunk_id=chunk_id(bank, source.document, source.chunk),
        start=source.start,
        end=source.end,
        speaker=source.speaker,
        mentioned_at=source.mentioned_at.isoformat(),
    )


def _date(memory: Memory) -> str:
    return (memory.occurred.start if memory.occurred else memory.mentioned_at).isoformat()


def _why_invalid(memory: Memory) -> str | None:
    return memory.state_reason if memory.state is State.INVALIDATED else None


def _id(value: object) -> str | None:
    return None if value is None else str(value)


# ------------------------------------------------------------------------- documents and entities


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


def listed_entity(entity: Entity) -> EntityListItem:
    """Return an entity for a list."""
    return EntityListItem(
        id=str(entity.id),
        canonical_name=entity.name,
        mention_count=entity.mention_count,
        first_seen=iso(entity.first_seen),
        last_seen=iso(entity.last_seen),
        type=entity.type,
        aliases=list(entity.aliases),
        denied=list(entity.denied),
    )


def detailed_entity(entity: Entity, observation: Memory | None) -> EntityDetail:
    """Return an entity with its observation, if it has one."""
    return EntityDetail(
        **listed_entity(entity).model_dump(), observations=observations(observation)
    )


def observations(observation: Memory | None) -> list[EntityObservation]:
    """Return the list of the one observation, or of none."""
    if observation is None:
        return []
    said = EntityObservation(text=observation.text, mentioned_at=iso(observation.mentioned_at))
    return [said]


# ------------------------------------------------------------------------------------- operations


def listed_operation(operation: Operation) -> OperationItem:
    """Return an operation for a list."""
    return OperationItem(
        id=str(operation.id),
        task_type=operation.kind,
        operation_id=str(operation.id),
        operation_type=operation.kind,
        items_count=1,
        created_at=operation.created_at.isoformat(),
        updated_at=iso(operation.updated_at),
        status=operation.status,
        error_message=operation.error,
        retry_count=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        progress=_progress(operation),
        waits_for_model=operation.waits_for_model,
    )


def detailed_operation(operation: Operation) -> OperationDetail:
    """Return an operation with its result."""
    done = operation.status is OperationStatus.COMPLETED
    return OperationDetail(
        operation_id=str(operation.id),
        status=operation.status.value,
        operation_type=operation.kind,
        id=str(operation.id),
        task_type=operation.kind,
        created_at=iso(operation.created_at),
        updated_at=iso(operation.updated_at),
        completed_at=iso(operation.updated_at) if done else None,
        error_message=operation.error,
        retry_count=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        progress=_progress(operation),
        result_metadata=None if operation.result is None else dict(operation.result),
        waits_for_model=operation.waits_for_model,
    )


def _progress(operation: Operation) -> OperationProgress | None:
    progress = operation.progress
    if progress is None:
        return None
    return OperationProgress(
        stage=progress.stage,
        at=progress.at.isoformat(),
        processed=progress.processed,
        total=progress.total,
    )
