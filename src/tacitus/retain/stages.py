"""How far a document has come on its way into memory: one type for each stage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tacitus.domain.changes import Draft, Record, Restatement, Seen, Supersession
from tacitus.domain.documents import Chunk, Document, DocumentAct, PlacedTurn
from tacitus.domain.graph import Entity, Link, Mention
from tacitus.domain.ids import EntityId, MemoryId
from tacitus.domain.reflection import Usage
from tacitus.domain.vectors import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A document to be kept, with those of its turns that have not been read yet.

    Attributes:
        appended: The turns come after what is there, instead of replacing it.
        expires_at: Until when what is read in it is kept, as who handed it in says; None for ever.
        retractions: How many there had been when it was looked through for what is kept away.
        again: When all of it is read though nothing else was handed in; None where something was.
    """

    document: Document
    turns: tuple[PlacedTurn, ...]
    appended: bool
    expires_at: datetime | None = None
    retractions: int | None = None
    again: datetime | None = None

    @property
    def at(self) -> datetime:
        """When it is read."""
        return self.again or self.document.received_at

    @property
    def act(self) -> DocumentAct:
        """What is done to the document."""
        if self.again:
            return DocumentAct.REPROCESSED
        return DocumentAct.APPENDED if self.appended else DocumentAct.RETAINED


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be read, against what was read before.

    Attributes:
        fresh: Chunks to read: new, or changed.
        moved: (index before, chunk) of chunks that only stand elsewhere now.
        dropped: Indices before, of chunks that are no longer in the document.
    """

    fresh: tuple[Chunk, ...]
    moved: tuple[tuple[int, Chunk], ...] = ()
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What can be told of a document without the memories of its bank.

    Attributes:
        plan: None where the document is there as it is.
        vectors: One for each draft.
        forgotten: How often what was forgotten stood in it.
        held: Where memories that people put right stand now.
    """

    reading: Reading
    plan: Plan | None = None
    drafts: tuple[Draft, ...] = ()
    vectors: tuple[Vector, ...] = ()
    usage: Usage = field(default_factory=Usage)
    left_out: int = 0
    forgotten: int = 0
    held: tuple[Restatement, ...] = ()

    @property
    def length(self) -> int:
        """Characters of the drafts."""
        return sum(len(one.text) for one in self.drafts)

    @property
    def is_first_told(self) -> bool:
        """Whether the document was not there before."""
        return self.plan is not None and self.reading.document.revision == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A document whose drafts have become records.

    Attributes:
        drafts: By the id of their record, in reading order.
        expires_at: Until when what it tells again is kept at least.
    """

    prepared: Prepared
    plan: Plan
    records: tuple[Record, ...]
    drafts: Mapping[MemoryId, Draft]
    expires_at: datetime | None = None

    @property
    def reading(self) -> Reading:
        return self.prepared.reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The records that are really new, and what the others came to."""

    records: tuple[Record, ...]
    restatements: tuple[Restatement, ...]
    supersessions: tuple[Supersession, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Who and what the new memories speak of.

    Attributes:
        entities: Those that are new to the bank.
        mention_counts: Mentions of each entity spoken of, these memories included.
    """

    entities: tuple[Entity, ...]
    mentions: tuple[Mention, ...]
    mention_counts: Mapping[EntityId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What the steps before came to, for documents that are stored together.

    Attributes:
        told: One at least.
    """

    told: tuple[Recorded, ...]
    compared: Compared
    resolved: Resolved
    links: tuple[Link, ...]
    opinions_held: bool
    seen: Seen
