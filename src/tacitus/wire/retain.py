"""Retain: what is handed in, and what became of it."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from tacitus.wire.base import Body, Moment, Request, Usage

_ASYNC = AliasChoices("async", "async_")


class TextBlock(Body):
    """A stretch of text."""

    type: Literal["text"] = "text"
    text: str


class AttachmentBlock(Body):
    """An image or a file; nothing here reads one yet, so that it is refused with a reason."""

    type: Literal["image", "file"]
    source: dict[str, object] = Field(default_factory=dict[str, object])


Block = Annotated[TextBlock | AttachmentBlock, Field(discriminator="type")]


class EntityInput(Body):
    """A name that the caller knows to be in the content."""

    text: str
    type: str | None = None


class MemoryItem(Body):
    """One document to remember.

    Attributes:
        content: Prose, a conversation (JSON, JSONL or lines of "Name: words"), or blocks of it.
        timestamp: When it was written or said, ISO 8601 with a zone, or a date. Null and "unset" both
            say that nobody knows.
        document_id: Names the document; without one it is named by its content.
        update_mode: What to do where the document is already there; null replaces it.
        expires_at: Ours: from when on what is read in it is not recalled, and goes.
        ttl: Ours: the same, in seconds from when it is handed in.
    """

    content: str | list[Block]
    timestamp: Moment | None = None
    context: str | None = None
    metadata: dict[str, str] | None = None
    document_id: str | None = None
    entities: list[EntityInput] | None = None
    resolve_entities: bool = True
    tags: list[str] | None = None
    observation_scopes: str | list[list[str]] | None = None
    strategy: str | None = None
    update_mode: Literal["replace", "append"] | None = None
    expires_at: Moment | None = None
    ttl: float | None = Field(default=None, gt=0, le=3_155_760_000)


class RetainRequest(Request):
    """Documents to remember; `async` answers at once with an operation to watch.

    Attributes:
        operation_id: The caller's own UUID for the work in the background: documents that are sent
            again under the same one are taken once. Without `async` it has no effect: what is there
            already is not read again anyway.
    """

    items: list[MemoryItem]
    async_: bool = Field(default=False, validation_alias=_ASYNC, serialization_alias="async")
    document_tags: list[str] | None = None
    operation_id: str | None = None


class RetainedDocument(Body):
    """Ours: what one item came to.

    Attributes:
        outcome: "unchanged" where the same content was there already.
        memories: How many new memories were read from it.
        memory_ids: Their ids.
        restated: How many memories that were there gained a source.
        superseded: How many older memories a newer one replaced.
        chunks_read: How many pieces of the document were new or changed; no other was read again.
        dropped: How many memories went with content that the document no longer holds.
        forgotten: How many statements of it stay away, because they were deleted by hand.
        left_out: How many characters read, blanks aside, became no memory: code, prompts and the like.
    """

    bank_id: str
    document_id: str
    outcome: Literal["stored", "unchanged"]
    memories: int = 0
    memory_ids: list[str] = Field(default_factory=list[str])
    restated: int = 0
    superseded: int = 0
    dropped: int = 0
    chunks_read: int = 0
    left_out: int = 0
    forgotten: int = 0


class RetainResponse(Body):
    """What was remembered, or the operation that will do so."""

    success: bool
    bank_id: str
    items_count: int
    async_: bool = Field(validation_alias=_ASYNC, serialization_alias="async")
    operation_id: str | None = None
    operation_ids: list[str] | None = None
    usage: Usage | None = None
    documents: list[RetainedDocument] | None = None
    """Ours; null where the work is still to be done."""
