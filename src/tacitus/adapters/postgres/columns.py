"""Values of the domain as rows of the database: what `jsonb_to_recordset` reads."""

from collections.abc import Iterable, Mapping, Sequence

from tacitus.adapters.postgres.entities import words_of
from tacitus.domain.changes import Record
from tacitus.domain.documents import Chunk, Document, DocumentChange
from tacitus.domain.graph import Entity, Link, Mention
from tacitus.domain.ids import DocumentId, EntityId, MemoryId
from tacitus.domain.memories import Memory, Source
from tacitus.domain.turns import turns_to_json

Columns = dict[str, object]


def change_columns(document: DocumentId, change: DocumentChange) -> Columns:
    """What was done to a document."""
    return {
        "document": document,
        "at": change.at,
        "act": change.act,
        "memory": change.memory,
        "added": change.added,
        "removed": change.removed,
    }


def document_columns(document: Document) -> Columns:
    """A document, but for what the database counts."""
    return {
        "document": document.id,
        "text": document.text,
        "length": len(document.text),
        "written_at": document.timestamp,
        "received_at": document.received_at,
        "digest": document.digest,
        "context": document.context,
        "metadata": dict(document.metadata),
        "tags": list(document.tags),
        "entities": [[entity.text, entity.type] for entity in document.entities],
        "turns": None if document.turns is None else turns_to_json(document),
    }


def chunk_columns(chunk: Chunk) -> Columns:
    """A piece of a document; whose, is said apart."""
    return {
        "index": chunk.index,
        "starts": chunk.start,
        "ends": chunk.end,
        "text": chunk.text,
        "digest": chunk.digest,
    }


def memory_columns(record: Record) -> Columns:
    """What the searches look at, but for the vector."""
    memory = record.memory
    return {
        "id": memory.id,
        "network": memory.network,
        "mentioned_at": memory.mentioned_at,
        "known_at": memory.known_at,
        "occurred_start": memory.occurred.start if memory.occurred else None,
        "occurred_end": memory.occurred.end if memory.occurred else None,
        "tags": memory.tags,
        "expires_at": memory.expires_at,
        "state_key": record.state_key,
    }


def text_columns(memory: Memory) -> Columns:
    """What is only read."""
    return {
        "id": memory.id,
        "confidence": memory.confidence,
        "tokens": memory.tokens,
        "proof_count": len(memory.sources) or memory.proof_count,
        "dating": memory.dating,
        "text": memory.text,
        "speaker": memory.speaker,
        "context": memory.context,
        "metadata": dict(memory.metadata),
    }


def source_columns(memory: MemoryId, source: Source) -> Columns:
    """Where a memory was read."""
    return {
        "memory": memory,
        "document": source.document,
        "chunk": source.chunk,
        "starts": source.start,
        "ends": source.end,
        "speaker": source.speaker,
        "mentioned_at": source.mentioned_at,
    }


def entity_columns(entity: Entity) -> Columns:
    """A canonical thing, without the words that lead to it."""
    return {
        "id": entity.id,
        "name": entity.name,
        "key": entity.key,
        "type": entity.type,
        "first_seen": entity.first_seen,
        "last_seen": entity.last_seen,
        "aliases": entity.aliases,
    }


def word_columns(entity: Entity) -> Iterable[Columns]:
    """The words that lead to an entity, with its key."""
    words = {word for form in (entity.key, *entity.aliases) for word in words_of(form)}
    return [{"key": entity.key, "word": word} for word in sorted(words)]


def mention_columns(mention: Mention, keys: Mapping[EntityId, str]) -> Columns:
    """The key, of an entity that is new, stands for whoever has it by now."""
    return {
        "memory": mention.memory,
        "entity": mention.entity,
        "key": keys.get(mention.entity),
        "surface": mention.surface,
    }


def link_columns(link: Link) -> Columns:
    """A relation between two memories."""
    return {
        "source": link.source,
        "target": link.target,
        "type": link.type,
        "weight": link.weight,
    }


def drawn_from_columns(
    drawn_from: Sequence[tuple[MemoryId, tuple[MemoryId, ...]]],
) -> list[Columns]:
    """What observations and opinions were made from, a row for each pair."""
    return [{"memory": made, "basis": basis} for made, memories in drawn_from for basis in memories]
