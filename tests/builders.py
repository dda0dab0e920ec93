"""Small values for tests: say what matters, the rest is filled in, and nothing is random."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import numpy as np

from tacitus.domain.banks import DEFAULT_TENANT, Bank
from tacitus.domain.changes import Changes, Record
from tacitus.domain.documents import Chunk, Document
from tacitus.domain.graph import Entity, EntityType, Mention
from tacitus.domain.ids import BankId, DocumentId, EntityId, EvidenceId, MemoryId, OperationId
from tacitus.domain.memories import Dating, Memory, Network, Source
from tacitus.domain.operations import Job, JobKind
from tacitus.domain.opinions import Evidence, Relation
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector

DIMENSION = 384
"""That of the default embedder."""

NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)
"""A Monday, and "now" unless a test says otherwise."""

_counter = count(1)


def _next_uuid() -> UUID:
    """Ids that sort in the order in which they were made."""
    return UUID(int=next(_counter) << 80 | 0x7 << 76 | 0b10 << 62)


def day(year: int, month: int, day: int = 1, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def days(start: datetime, length: float = 1) -> Interval:
    return Interval(start, start + timedelta(days=length))


def a_vector(*components: float, dimension: int = DIMENSION) -> Vector:
    """Unit vector in the direction of the components, zero from there on."""
    vector = np.zeros(dimension, np.float32)
    vector[: len(components)] = components
    return vector / np.float32(math.sqrt(sum(c * c for c in components)))


def at_cosine(cosine: float, *, dimension: int = DIMENSION) -> Vector:
    """Unit vector whose cosine with `a_vector(1)` is the one given."""
    return a_vector(cosine, math.sqrt(1 - cosine * cosine), dimension=dimension)


def a_bank(name: str = "notes", *, tenant: str = DEFAULT_TENANT, **other: Any) -> Bank:
    values: dict[str, Any] = {
        "id": BankId(_next_uuid()),
        "tenant": tenant,
        "name": name,
        "created_at": NOON,
        "updated_at": NOON,
        "embedder": "test",
    }
    return Bank(**values | other)


ANYWHERE = BankId(UUID(int=0xBA4C << 64))
"""The bank of memories in tests that need none."""


def a_source(
    document: str = "letter",
    *,
    chunk: int = 0,
    start: int = 0,
    end: int | None = None,
    speaker: str | None = None,
    mentioned_at: datetime = NOON,
) -> Source:
    return Source(
        document=DocumentId(document),
        chunk=chunk,
        start=start,
        end=start + 10 if end is None else end,
        speaker=speaker,
        mentioned_at=mentioned_at,
    )


def a_memory(text: str = "It rained.", *, bank: Bank | BankId = ANYWHERE, **other: Any) -> Memory:
    """A world memory said at noon, which holds from then on an instant, without a source."""
    mentioned_at = other.get("mentioned_at", NOON)
    values: dict[str, Any] = {
        "id": MemoryId(_next_uuid()),
        "bank": bank.id if isinstance(bank, Bank) else bank,
        "network": Network.WORLD,
        "text": text,
        "mentioned_at": mentioned_at,
        "known_at": NOON,
        "occurred": Interval(mentioned_at, mentioned_at),
        "dating": Dating.MENTION,
        "tokens": len(text.split()),
    }
    return Memory(**values | other)


def an_opinion(
    text: str = "Rain is dull.", confidence: float = 0.5, *, bank: Bank | BankId, **other: Any
) -> Memory:
    return a_memory(text, bank=bank, network=Network.OPINION, confidence=confidence, **other)


def a_record(
    memory: Memory | str = "It rained.",
    *,
    vector: Vector | None = None,
    terms: Sequence[str] | None = None,
    state_key: str | None = None,
    **other: Any,
) -> Record:
    """A memory with its vector (`a_vector(1)`) and terms (its words in lower case)."""
    made = a_memory(memory, **other) if isinstance(memory, str) else replace(memory, **other)
    words = made.text.lower().replace(".", "").replace("?", "").split()
    return Record(
        memory=made,
        vector=a_vector(1) if vector is None else vector,
        terms=tuple(words if terms is None else terms),
        state_key=state_key,
    )


def a_document(
    id: str = "letter", text: str = "It rained.", *, bank: Bank | BankId = ANYWHERE, **other: Any
) -> Document:
    values: dict[str, Any] = {
        "id": DocumentId(id),
        "bank": bank.id if isinstance(bank, Bank) else bank,
        "text": text,
        "timestamp": NOON,
        "received_at": NOON,
        "digest": f"digest of {text}",
    }
    return Document(**values | other)


def a_chunk(text: str = "It rained.", *, index: int = 0, start: int = 0) -> Chunk:
    return Chunk(
        index=index,
        start=start,
        end=start + len(text),
        text=text,
        digest=f"digest of {text}",
        turns=(),
    )


def an_entity(
    name: str = "Ann", *, bank: Bank | BankId, type: EntityType = EntityType.PERSON, **other: Any
) -> Entity:
    """An entity whose key is its name in lower case."""
    values: dict[str, Any] = {
        "id": EntityId(_next_uuid()),
        "bank": bank.id if isinstance(bank, Bank) else bank,
        "name": name,
        "key": name.lower(),
        "type": type,
        "first_seen": NOON,
        "last_seen": NOON,
    }
    return Entity(**values | other)


def a_mention(record: Record | Memory, entity: Entity, surface: str | None = None) -> Mention:
    memory = record.memory if isinstance(record, Record) else record
    return Mention(memory.id, entity.id, entity.name if surface is None else surface)


def some_evidence(
    opinion: Memory,
    relation: Relation = Relation.REINFORCE,
    *,
    memory: Memory | None = None,
    source: str | None = None,
    at: datetime = NOON,
    **other: Any,
) -> Evidence:
    """Evidence with a voice of its own, unless `source` says whose it is."""
    id = EvidenceId(_next_uuid())
    values: dict[str, Any] = {
        "id": id,
        "opinion": opinion.id,
        "memory": memory.id if memory else None,
        "relation": relation,
        "source": str(id) if source is None else source,
        "at": at,
        "assessor": "test",
    }
    return Evidence(**values | other)


def a_job(
    kind: JobKind = JobKind.RETAIN,
    *,
    bank: Bank | BankId,
    payload: Mapping[str, object] | None = None,
    **other: Any,
) -> Job:
    values: dict[str, Any] = {
        "id": OperationId(_next_uuid()),
        "bank": bank.id if isinstance(bank, Bank) else bank,
        "kind": kind,
        "payload": payload or {},
    }
    return Job(**values | other)


def changes_of(
    *records: Record, bank: Bank | BankId, document: Document | None = None, **other: Any
) -> Changes:
    """What a retain of these records writes; with a document, its text is one chunk."""
    values: dict[str, Any] = {
        "bank": bank.id if isinstance(bank, Bank) else bank,
        "document": document,
        "records": records,
        "chunks": (a_chunk(document.text),) if document else (),
    }
    return Changes(**values | other)
