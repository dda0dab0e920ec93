"""Rows of the database as values of the domain."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from pydantic_core import PydanticSerializationError, from_json, to_json

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.curation import Held
from tacitus.domain.documents import (
    Chunk,
    Document,
    DocumentAct,
    DocumentChange,
    DocumentListing,
)
from tacitus.domain.graph import Entity, EntityType, Surface
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Dating, Memory, Network, Source, State
from tacitus.domain.opinions import Evidence, Relation
from tacitus.domain.time import Interval
from tacitus.domain.turns import turns_from_json

Values = Mapping[str, Any]


def as_json(value: object) -> Jsonb:
    """Return a parameter for `jsonb`; ids and times in it as text."""
    return Jsonb(value, dumps=_dumps)


def _dumps(value: object) -> str | bytes:
    """Return JSON, made by a library that knows ids and times, and takes less of it than `json`.

    That refuses lone surrogates; the database does too, and says so as it says the rest.
    """
    try:
        return to_json(value, fallback=str)
    except PydanticSerializationError:
        return json.dumps(value, default=str)


def counted_page(rows: Iterable[Values], id: str = "id") -> tuple[list[Values], int]:
    """Return the rows of a page and the number of all, which each row holds as `total`.

    A page past the end is one row without an id.
    """
    found = list(rows)
    total = int(found[0]["total"]) if found else 0
    return [row for row in found if row[id] is not None], total


def bank_of(row: Values) -> Bank:
    """Read a row of `banks`."""
    return Bank(
        id=row["id"],
        tenant=row["tenant"],
        name=row["name"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        embedder=row["embedder"],
        title=row["title"],
        mission=row["mission"],
        background=row["background"],
        disposition=Disposition(**row["disposition"]),
        config=row["config"],
    )


def document_of(row: Values) -> Document:
    """Read a row of `documents`."""
    return Document(
        id=row["id"],
        bank=row["bank"],
        text=row["text"],
        timestamp=row["written_at"],
        received_at=row["received_at"],
        digest=row["digest"],
        context=row["context"],
        metadata=row["metadata"],
        tags=tuple(row["tags"]),
        entities=tuple(Surface(text, EntityType(type)) for text, type in row["entities"]),
        revision=row["revision"],
        created_at=row["created_at"],
        forgotten=tuple(row["forgotten"]),
        turns=turns_from_json(row["turns"], row["digest"]),
    )


def document_change_of(row: Values) -> DocumentChange:
    """Read a row of `document_changes`, or of what was done to a memory of the document."""
    return DocumentChange(
        at=row["at"],
        act=DocumentAct(row["act"]),
        memory=row["memory"],
        added=row["added"],
        removed=row["removed"],
    )


def listing_of(row: Values) -> DocumentListing:
    """Read a row of `documents` without its text."""
    return DocumentListing(
        id=row["id"],
        digest=row["digest"],
        created_at=row["created_at"],
        updated_at=row["received_at"],
        length=row["length"],
        memories=row["memories"],
        metadata=row["metadata"],
        tags=tuple(row["tags"]),
        context=row["context"],
        timestamp=row["written_at"],
    )


def chunk_of(row: Values) -> Chunk:
    """Read a row of `chunks`."""
    return Chunk(
        index=row["index"],
        start=row["starts"],
        end=row["ends"],
        text=row["text"],
        digest=row["digest"],
        turns=(),
    )


def memory_of(row: Values, bank: Any) -> Memory:
    """Read a row of `memories_with_ids`."""
    start = row["occurred_start"]
    return Memory(
        id=row["id"],
        bank=bank,
        network=Network(row["network"]),
        text=row["text"],
        mentioned_at=row["mentioned_at"],
        known_at=row["known_at"],
        occurred=Interval(start, row["occurred_end"]) if start else None,
        dating=Dating(row["dating"]),
        tokens=row["tokens"],
        speaker=row["speaker"],
        context=row["context"],
        confidence=row["confidence"],
        metadata=row["metadata"],
        tags=tuple(row["tags"]),
        entities=tuple(row["entities"]),
        state=State(row["state"]),
        state_reason=row["state_reason"],
        valid_until=row["valid_until"],
        superseded_by=row["superseded_by"],
        proof_count=row["proof_count"],
        access_count=row["access_count"],
        accessed_at=row["accessed_at"],
        expires_at=row["expires_at"],
        sources=tuple(_source_of(source) for source in row["sources"] or ()),
    )


_TOLD = (
    "network", "state", "mentioned_at", "known_at", "occurred_start", "occurred_end", "valid_until",
    "superseded_by", "expires_at", "tags", "text", "speaker", "context", "metadata", "dating",
    "tokens", "confidence", "state_reason", "proof_count", "access_count", "accessed_at",
    "entities", "sources",
)  # fmt: skip
"""What a picture is told of a memory, in the order of the query `rows`."""
_MOMENTS = (
    "mentioned_at", "known_at", "occurred_start", "occurred_end", "valid_until", "expires_at",
    "accessed_at",
)  # fmt: skip


def memory_told(line: bytes, id: MemoryId, bank: BankId) -> Memory:
    """Read what a picture was told of a memory."""
    row: dict[str, Any] = dict(zip(_TOLD, from_json(line), strict=True))
    for name in _MOMENTS:
        if row[name] is not None:
            row[name] = datetime.fromisoformat(row[name])
    successor = row["superseded_by"]
    row["superseded_by"] = UUID(successor) if successor else None
    return memory_of({**row, "id": id}, bank)


def _source_of(values: list[Any]) -> Source:
    document, chunk, start, end, speaker, mentioned_at = values
    return Source(
        document=document,
        chunk=chunk,
        start=start,
        end=end,
        speaker=speaker,
        mentioned_at=datetime.fromisoformat(mentioned_at),
    )


def held_of(row: Values) -> Held:
    """Read a memory that is held."""
    return Held(
        memory=row["id"],
        texts=tuple(row["texts"]),
        sources=tuple(_source_of(values) for values in row["sources"]),
        shared=tuple((start, stop) for start, stop in row["shared"]),
    )


def entity_of(row: Values) -> Entity:
    """Read a row of `entities`."""
    return Entity(
        id=row["id"],
        bank=row["bank"],
        name=row["name"],
        key=row["key"],
        type=EntityType(row["type"]),
        first_seen=row["first_seen"],
        last_seen=row["last_seen"],
        mention_count=row["mention_count"],
        aliases=tuple(row["aliases"]),
        denied=tuple(row["denied"]),
    )


def evidence_of(row: Values) -> Evidence:
    """Read a row of `evidence`."""
    return Evidence(
        id=row["id"],
        opinion=row["opinion"],
        memory=row["memory"],
        relation=Relation(row["relation"]),
        source=row["source"],
        at=row["at"],
        assessor=row["assessor"],
        reason=row["reason"],
        weight=row["weight"],
        rewording=row["rewording"],
    )
