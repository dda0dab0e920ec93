"""A look inside a bank: memories, documents, entities, tags."""

from typing import Literal

from pydantic import Field

from tacitus.wire.base import Body, Page, Request
from tacitus.wire.recall import EntityObservation


class MemoryListItem(Body):
    """A memory in a list; `entities` is one text, names joined by ", "."""

    id: str
    text: str = ""
    context: str = ""
    date: str = ""
    fact_type: str | None = None
    document_id: str | None = None
    mentioned_at: str | None = None
    occurred_start: str | None = None
    occurred_end: str | None = None
    entities: str = ""
    chunk_id: str | None = None
    proof_count: int = 1
    tags: list[str] = Field(default_factory=list[str])
    metadata: dict[str, object] = Field(default_factory=dict[str, object])
    consolidated_at: str | None = None
    consolidation_failed_at: str | None = None
    state: str = "valid"
    invalidation_reason: str | None = None
    invalidated_at: str | None = None
    edited_at: str | None = None
    updated_at: str | None = None
    source_memory_ids: list[str] = Field(default_factory=list[str])
    speaker: str | None = None
    """Ours."""
    confidence: float | None = None
    """Ours; 0 to 1, opinions only."""
    valid_until: str | None = None
    """Ours; when a newer memory took its place."""
    superseded_by: str | None = None
    """Ours."""
    stale: bool | None = None
    """Ours; of an observation, whether more is known by now; null of anything else."""


class MemoryList(Page):
    """A page of memories, latest mention first."""

    items: list[MemoryListItem]


class SourceSpan(Body):
    """Ours: where a memory was read; offsets in the document's text, the last one exclusive."""

    document_id: str
    chunk_id: str
    start: int
    end: int
    speaker: str | None = None
    mentioned_at: str


class MemoryDetail(Body):
    """One memory in full."""

    id: str
    text: str
    type: str
    context: str = ""
    date: str = ""
    entities: list[str] = Field(default_factory=list[str])
    document_id: str | None = None
    chunk_id: str | None = None
    mentioned_at: str | None = None
    occurred_start: str | None = None
    occurred_end: str | None = None
    tags: list[str] = Field(default_factory=list[str])
    metadata: dict[str, str] = Field(default_factory=dict[str, str])
    proof_count: int = 1
    access_count: int = 0
    state: str = "valid"
    invalidation_reason: str | None = None
    speaker: str | None = None
    confidence: float | None = None
    dating: str | None = None
    """Ours; how far its time is known: exact, mention or undated_relative."""
    known_at: str | None = None
    """Ours; when the bank learnt it."""
    valid_until: str | None = None
    superseded_by: str | None = None
    sources: list[SourceSpan] = Field(default_factory=list[SourceSpan])


class MemoryChangeRequest(Request):
    """Put a memory right, invalidate it, with a reason, or make it valid again.

    Attributes:
        text: What it should say; null leaves what is named as it is.
        fact_type: "world" or "experience".
        resolve_entities: Belongs to `entities`, which are not offered; alone it has no effect.
        reason: Kept with the change.
    """

    text: str | None = None
    context: str | None = None
    occurred_start: str | None = None
    occurred_end: str | None = None
    mentioned_at: str | None = None
    fact_type: str | None = None
    entities: list[str] | None = None
    resolve_entities: bool = True
    state: Literal["valid", "invalidated"] | None = None
    reason: str | None = None


class MemoryChange(Body):
    """Ours: one change of a memory; `before` holds what stood there before and was changed."""

    at: str
    act: Literal["edited", "invalidated", "restored"]
    reason: str = ""
    before: dict[str, object] = Field(default_factory=dict[str, object])


class MemoryHistory(Body):
    """What people changed of a memory, latest first."""

    memory_id: str
    items: list[MemoryChange]


class DocumentChangeRequest(Request):
    """Give a document, and what was read in it, other tags; null leaves them as they are."""

    tags: list[str] | None = None
    observation_scopes: str | list[list[str]] | None = None


class DocumentChanged(Body):
    """A document was changed."""

    success: bool = True


class Deleted(Body):
    """What a deletion took with it."""

    success: bool
    message: str | None = None
    deleted_count: int | None = None


class DocumentListItem(Body):
    """A document in a list, without its text; `text_length` is in characters."""

    id: str
    bank_id: str = ""
    content_hash: str | None = None
    created_at: str = ""
    updated_at: str = ""
    text_length: int = 0
    memory_unit_count: int = 0
    retain_params: dict[str, object] | None = None
    document_metadata: dict[str, object] | None = None
    tags: list[str] = Field(default_factory=list[str])
    matched_fields: list[str] = Field(default_factory=list[str])


class DocumentList(Page):
    """A page of documents, newest first."""

    items: list[DocumentListItem]
    total_is_estimate: bool = False


class DocumentDetail(Body):
    """One document in full."""

    id: str
    bank_id: str
    original_text: str | None
    content_hash: str | None
    created_at: str
    updated_at: str
    memory_unit_count: int
    nodes_by_fact_type: dict[str, int] | None = None
    tags: list[str] = Field(default_factory=list[str])
    document_metadata: dict[str, object] | None = None
    retain_params: dict[str, object] | None = None
    observation_scopes: str | list[list[str]] | None = None
    attachments: list[dict[str, object]] | None = None
    revision: int = 1
    """Ours; counts its updates."""


class DocumentReprocessed(Body):
    """A document is read anew; the operation says when it is done."""

    success: bool = True
    operation_id: str
    items_count: int = 1


class DocumentEvent(Body):
    """One change of a document or of a memory that was read in it.

    Attributes:
        fact_id: Whom it was about, where it was about one memory.
        facts_added: How many memories were new.
        facts_removed: How many had nothing left that states them.
        operation_id: Null: changes are remembered with or without one.
        observations_created: Null, as the other two: observations are of entities, not of documents.
    """

    document_id: str
    kind: Literal[
        "retain",
        "append",
        "reprocess",
        "retag",
        "fact_edited",
        "fact_invalidated",
        "fact_restored",
        "fact_deleted",
    ]
    created_at: str | None = None
    operation_id: str | None = None
    fact_id: str | None = None
    facts_added: int = 0
    facts_removed: int = 0
    observations_created: None = None
    observations_updated: None = None
    observations_removed: None = None


class DocumentHistory(Page):
    """What was done to a document, latest first; the latest 200 changes are kept."""

    document_id: str
    items: list[DocumentEvent]


class DocumentDeleted(Body):
    """A document went, and the memories that were read only from it."""

    success: bool
    message: str
    document_id: str
    memory_units_deleted: int


class ChunkItem(Body):
    """A piece of a document that was read at once."""

    chunk_id: str
    document_id: str
    bank_id: str
    chunk_index: int
    chunk_text: str
    created_at: str
    attachments: list[dict[str, object]] | None = None


class ChunkList(Page):
    """A page of chunks, in reading order."""

    items: list[ChunkItem]


class EntityListItem(Body):
    """A canonical thing; `mention_count` is the number of memories that name it."""

    id: str
    canonical_name: str
    mention_count: int
    first_seen: str | None = None
    last_seen: str | None = None
    metadata: dict[str, object] | None = None
    type: str | None = None
    """Ours; PERSON, ORG, LOCATION, PRODUCT, CONCEPT or OTHER."""
    aliases: list[str] = Field(default_factory=list[str])
    """Ours; other forms of the name, folded."""
    denied: list[str] = Field(default_factory=list[str])
    """Ours; folded forms that were split off: they do not mean it, however alike they are."""


class EntityList(Page):
    """A page of entities, most mentioned first."""

    items: list[EntityListItem]


class EntityDetail(EntityListItem):
    """One entity, with what is known of it in short."""

    observations: list[EntityObservation]
