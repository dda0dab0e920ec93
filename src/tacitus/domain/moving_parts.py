"""What a bank is made of, piece by piece: one value for each line of an export.

Fields have the names of the columns that hold them, so that a table and its lines are read together.
What can be worked out from the rest is not moved: terms, counts of terms, words of names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from tacitus.domain.documents import DocumentAct
from tacitus.domain.graph import EntityType, LinkType
from tacitus.domain.memories import Dating, Network, State
from tacitus.domain.opinions import Relation

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPart:
    """The bank itself, but for its name, tenant and identity, which it has where it is."""

    title: str
    mission: str
    background: str
    disposition: Json
    config: Json
    embedder: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectivePart:
    """A rule for answers."""

    id: UUID
    name: str
    content: str
    priority: int
    active: bool
    tags: Sequence[str]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPart:
    """A question that is answered anew, and its latest answer."""

    id: str
    name: str
    question: str
    content: str
    tags: Sequence[str]
    max_tokens: int
    based_on: Sequence[Json]
    created_at: datetime
    refreshed_at: datetime | None
    seen_at: datetime | None
    failed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPart:
    """What a standing answer said before."""

    answer: str
    place: int
    content: str
    until: datetime
    rests_on: Sequence[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookPart:
    """Who is told of work that is done. What may hold a secret stays behind, and it arrives disabled."""

    id: UUID
    url: str
    events: Sequence[str]
    method: Literal["POST", "GET"]
    seconds: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPart:
    """A document as it was handed in.

    Attributes:
        forgotten: Keys of what is not read again, good in any bank (`retelling.portable`).
    """

    id: str
    text: str
    written_at: datetime | None
    received_at: datetime
    created_at: datetime
    digest: str
    context: str
    metadata: Mapping[str, str]
    tags: Sequence[str]
    entities: Sequence[tuple[str, EntityType]]
    revision: int
    forgotten: Sequence[str]
    turns: Json | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChangePart:
    """What was done to a document."""

    document: str
    place: int
    at: datetime
    act: DocumentAct
    memory: UUID | None
    added: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkPart:
    """A piece of a document that was read at once."""

    document: str
    index: int
    starts: int
    ends: int
    text: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAwayPart:
    """What was retracted and no document brings back, by a key that does not tell it."""

    key: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityPart:
    """A canonical thing, with what users decided of its names."""

    id: UUID
    name: str
    key: str
    type: EntityType
    first_seen: datetime
    last_seen: datetime
    mention_count: int
    aliases: Sequence[str]
    denied: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsorbedPart:
    """An entity that was merged into another, as it was then."""

    id: UUID
    holder: UUID
    merged_into: UUID
    merged_at: datetime
    name: str
    key: str
    type: EntityType
    first_seen: datetime
    last_seen: datetime
    mention_count: int
    aliases: Sequence[str]
    denied: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPart:
    """A memory with all that is its own.

    Attributes:
        accesses: How often it was given back, the last time at `accessed_at`.
        confidence: After the evidence that came since; `initial_confidence` is before any.
        vector: See `tacitus.domain.moving.packed`; None where vectors stay behind.
    """

    id: UUID
    network: Network
    state: State
    text: str
    speaker: str | None
    context: str
    metadata: Mapping[str, str]
    tags: Sequence[str]
    mentioned_at: datetime
    known_at: datetime
    occurred_start: datetime | None
    occurred_end: datetime | None
    dating: Dating
    valid_until: datetime | None
    superseded_by: UUID | None
    state_key: str | None
    state_reason: str
    expires_at: datetime | None
    tokens: int
    proof_count: int
    accesses: int
    accessed_at: datetime | None
    confidence: float | None
    initial_confidence: float | None
    vector: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePart:
    """Where a memory was read; `place` 0 is where it was read first."""

    memory: UUID
    place: int
    document: str
    chunk: int
    starts: int
    ends: int
    speaker: str | None
    mentioned_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionPart:
    """Who is named in which memory."""

    memory: UUID
    entity: UUID
    surface: str
    lent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsorbedMentionPart:
    """Who was named in which memory before a merger."""

    entity: UUID
    memory: UUID
    surface: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPart:
    """A relation between two memories."""

    source: UUID
    target: UUID
    type: LinkType
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SupersessionPart:
    """Which memory took another's place, and when."""

    old: UUID
    new: UUID
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BasisPart:
    """What an observation or opinion was made from."""

    memory: UUID
    basis: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class FormedPart:
    """Under which disposition an opinion was formed."""

    memory: UUID
    disposition: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePart:
    """What a memory, or a person, did to an opinion."""

    id: UUID
    opinion: UUID
    memory: UUID | None
    relation: Relation
    source: str
    at: datetime
    assessor: str
    reason: str
    weight: float
    rewording: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingPart:
    """How an event put an opinion; under the opinion's own id, how it was put first."""

    opinion: UUID
    event: UUID
    tokens: int
    text: str
    vector: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChangePart:
    """What people changed of a memory."""

    memory: UUID
    place: int
    at: datetime
    act: Literal["edited", "invalidated", "restored"]
    reason: str
    before: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackPart:
    """What a user said of a recall."""

    id: UUID
    question: str
    helped: Sequence[UUID]
    asked_at: datetime
    given_at: datetime


Part = (
    BankPart
    | DirectivePart
    | AnswerPart
    | VersionPart
    | WebhookPart
    | DocumentPart
    | DocumentChangePart
    | ChunkPart
    | KeptAwayPart
    | EntityPart
    | AbsorbedPart
    | MemoryPart
    | SourcePart
    | MentionPart
    | AbsorbedMentionPart
    | LinkPart
    | SupersessionPart
    | BasisPart
    | FormedPart
    | EvidencePart
    | WordingPart
    | MemoryChangePart
    | FeedbackPart
)
Embedded = MemoryPart | WordingPart
"""What has a vector."""
