"""The memory unit of the paper: `f = (u, b, t, v, ts, te, tm, l, c, x)`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.tags import TagMatch
from tacitus.domain.time import Interval


class Network(StrEnum):
    """Where a memory lives; evidence and belief never share one."""

    WORLD = "world"
    """Objective facts."""
    EXPERIENCE = "experience"
    """The agent's own acts, in the first person."""
    OPINION = "opinion"
    """A judgment with a confidence."""
    OBSERVATION = "observation"
    """A preference-neutral summary of an entity."""


EVIDENCE = (Network.WORLD, Network.EXPERIENCE)
"""The networks that record what was seen; the other two are made from them."""


class State(StrEnum):
    """Whether a memory still counts. What is gone has no row at all."""

    VALID = "valid"
    SUPERSEDED = "superseded"
    """Was true; a newer statement replaced it."""
    INVALIDATED = "invalidated"
    """Was wrong; reversible, with a reason."""


class Dating(StrEnum):
    """How far the occurrence of a memory is known."""

    EXACT = "exact"
    """The text names a date or a time that could be resolved."""
    MENTION = "mention"
    """No time in the text: it is taken to hold when it was said, if anybody knows when that was."""
    UNDATED_RELATIVE = "undated_relative"
    """The text says "last week", and nobody said when that was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory was read: a span of a document. A memory has one or more.

    Attributes:
        chunk: Index of the chunk within its document.
        start: First character in the document's text.
        end: One past the last character. Reading order is the order of `start`.
    """

    document: DocumentId
    chunk: int
    start: int
    end: int
    speaker: str | None
    mentioned_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One self-contained statement.

    Attributes:
        occurred: When it happened in the world; None where not even the mention is dated.
        mentioned_at: When it was said first, as its sources have it.
        known_at: When the system learnt it (second time line).
        confidence: 0 to 1; opinions only.
        valid_until: When it stopped holding; set with `superseded_by`.
        proof_count: Distinct sources that state it.
        tokens: Length of `text` in tokens.
        sources: First the one it was first read in; empty for observations and opinions.
        accessed_at: When it was told last; None where that is not known.
        expires_at: From when on it is not recalled, and goes; None for never.
    """

    id: MemoryId
    bank: BankId
    network: Network
    text: str
    mentioned_at: datetime
    known_at: datetime
    occurred: Interval | None
    dating: Dating
    tokens: int
    speaker: str | None = None
    context: str = ""
    confidence: float | None = None
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    """Canonical names, for reading; the graph holds the links."""
    state: State = State.VALID
    state_reason: str = ""
    valid_until: datetime | None = None
    superseded_by: MemoryId | None = None
    proof_count: int = 1
    access_count: int = 0
    sources: tuple[Source, ...] = ()
    accessed_at: datetime | None = None
    expires_at: datetime | None = None

    @property
    def document(self) -> DocumentId | None:
        """The document it was first read in."""
        return self.sources[0].document if self.sources else None


def dated_by_sources(memory: Memory) -> Memory:
    """Return a memory said when the earliest of its sources says so.

    What is taken to hold when it was said then holds from that moment.
    """
    if not memory.sources:
        return memory
    first = min(source.mentioned_at for source in memory.sources)
    said = memory.mentioned_at
    follows = memory.dating is Dating.MENTION and memory.occurred == Interval(said, said)
    return replace(
        memory,
        mentioned_at=first,
        occurred=Interval(first, first) if follows else memory.occurred,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """What a list of memories shows.

    Attributes:
        words: Only memories whose text contains this, whatever the case.
        tags: Bind as they do in `tacitus.domain.recollection.Filters`.
    """

    networks: frozenset[Network] = frozenset(Network)
    state: State | None = None
    words: str = ""
    document: DocumentId | None = None
    entity: EntityId | None = None
    tags: tuple[str, ...] | None = None
    tag_match: TagMatch = TagMatch.ANY
    limit: int = 100
    offset: int = 0
