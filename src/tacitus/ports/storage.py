"""What is kept: banks, documents, memories, entities, opinions; and the bundle an adapter brings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tacitus.domain.banks import Bank, BankStats
from tacitus.domain.changes import Changes
from tacitus.domain.curation import Held
from tacitus.domain.documents import Chunk, Document, DocumentChange, DocumentListing
from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.isolation import Isolation
from tacitus.domain.memories import Memory, MemoryPage, Network, State
from tacitus.domain.opinions import Evidence, Opinion, Wording
from tacitus.domain.vectors import Vector
from tacitus.domain.watching import PoolState
from tacitus.ports.access import KeyStore
from tacitus.ports.audit import AuditStore
from tacitus.ports.curating import CurationStore
from tacitus.ports.feedback import FeedbackStore
from tacitus.ports.forgetting import ForgettingStore
from tacitus.ports.identity import IdentityStore
from tacitus.ports.moving import MovingStore, ReembeddingStore
from tacitus.ports.runtime import TaskQueue
from tacitus.ports.search import SearchIndex
from tacitus.ports.standing import StandingStore
from tacitus.ports.surveying import SurveyStore
from tacitus.ports.webhooks import WebhookStore


class BankStore(Protocol):
    """Banks of all tenants."""

    async def save(self, bank: Bank) -> None:
        """Insert the bank, or replace everything but its identity, tenant and creation time.

        Raises:
            Conflict: Another bank of the tenant has that name.
        """
        ...

    async def find(self, tenant: str, name: str) -> Bank | None: ...

    def last(self, tenant: str, name: str) -> BankId | None:
        """Return which bank `find` found last under a name, as far as that is remembered."""
        ...

    async def get(self, bank: BankId) -> Bank | None:
        """Return the bank with this identity, whosoever it is; for background work."""
        ...

    async def page(self, tenant: str, *, limit: int, offset: int) -> tuple[list[Bank], int]:
        """Return a page of a tenant's banks by name, in code point order, and how many there are."""
        ...

    async def delete(self, bank: BankId) -> None:
        """Delete the bank with everything in it, its operations included; no such bank is fine."""
        ...

    async def stats(self, bank: BankId) -> BankStats:
        """Count what is there; a kind of which there is none is absent."""
        ...

    async def stats_of(self, banks: Sequence[BankId]) -> dict[BankId, BankStats]:
        """Return the `stats` of several banks at once."""
        ...


class DocumentStore(Protocol):
    """Documents and their chunks; written through `MemoryStore.apply`."""

    async def find(self, bank: BankId, id: DocumentId) -> Document | None:
        """Return a document as it now is; it says when it first came."""
        ...

    async def find_each(
        self, bank: BankId, ids: Sequence[DocumentId]
    ) -> dict[DocumentId, Document]:
        """Return those of some documents that are there, each as by `find`."""
        ...

    async def chunks(self, bank: BankId, id: DocumentId) -> list[Chunk]:
        """Return the chunks in reading order, without their turns; empty for an unknown document."""
        ...

    async def note(self, bank: BankId, id: DocumentId, change: DocumentChange) -> None:
        """Remember a change of a document; nothing where it is gone. The latest are kept."""
        ...

    async def changes(self, bank: BankId, id: DocumentId) -> list[DocumentChange]:
        """Return what was done to a document and to the memories that stand in it, latest first.

        It goes with the document; what was done to a memory goes with that.
        """
        ...

    async def held(self, bank: BankId, id: DocumentId) -> list[Held]:
        """Return what was read in a document and is edited or invalidated by hand, in no order."""
        ...

    async def page(
        self, bank: BankId, *, limit: int, offset: int
    ) -> tuple[list[DocumentListing], int]:
        """Return a page, latest received first, and how many there are in all."""
        ...

    async def delete(self, bank: BankId, id: DocumentId) -> int | None:
        """Delete a document and what was read only from it; see `MemoryStore.delete`.

        What another document states as well stays, with that source. Returns how many memories went.
        """
        ...


@dataclass(frozen=True, slots=True)
class Resemblance:
    """A stored memory near a new one.

    Attributes:
        memory: Without entities, sources and accesses: what is compared does not hang on them.
        cosine: -1 to 1.
    """

    memory: Memory
    cosine: float


class MemoryStore(Protocol):
    """Memories with all that hangs on them."""

    async def apply(self, *changes: Changes) -> int:
        """Write everything, or nothing; the document is then at `expected_revision + 1`.

        Several changes are of one bank, each of another document, and all were worked out before any of
        them was written: each may refer to what those before it write, and to nothing that a later one
        does. A memory that loses its last source, and is not restated here, goes as by `delete`. Links,
        supersessions and evidence with one that is gone are left out. Returns how many went.

        Raises:
            Conflict: The document has moved on, there is news (`retractions`, `seen`), or something
                that these restate, draw from or mention is gone: work it out anew.
            NotFound: The bank is gone.
        """
        ...

    async def mark(self, bank: BankId) -> int: ...

    async def get(self, bank: BankId, ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return those of the bank, in any state; their `entities` in alphabetical order."""
        ...

    async def resembling(
        self, bank: BankId, vectors: Sequence[Vector], *, floor: float, each: int
    ) -> list[list[Resemblance]]:
        """Return, for each vector, the `each` nearest valid evidence memories, nearest first.

        Args:
            floor: Lowest cosine of interest.
        """
        ...

    async def stating(self, bank: BankId, keys: Sequence[str]) -> dict[str, list[Memory]]:
        """Return the evidence stored under each state key, latest mention first.

        At most 20 valid memories for a key, then 20 superseded ones; a key without is absent.
        """
        ...

    async def around(
        self, bank: BankId, moments: Sequence[datetime], *, seconds: float, each: int
    ) -> list[list[tuple[MemoryId, datetime]]]:
        """Return, for each moment, the `each` valid evidence memories nearest to it in time.

        Time is the start of the occurrence, which is given back with the memory; the nearest is
        first, none is farther than `seconds`.
        """
        ...

    async def delete(self, bank: BankId, id: MemoryId) -> bool:
        """Delete one memory with its links, sources, mentions and evidence; False if there is none.

        An observation goes with any memory it is drawn from, an opinion with the last of them. What
        the memory had superseded follows its own successor, or returns to valid. An entity goes
        with its last mention, a document that nobody gave an id with the last memory read from it.
        """
        ...

    async def set_state(self, bank: BankId, id: MemoryId, state: State, *, reason: str) -> bool:
        """Invalidate a memory or make it valid again; False if there is none.

        While a memory is invalidated it replaces nothing, and its evidence does not count. Valid
        again, it stands where it stood: superseded, if it was. A superseded memory that is made
        valid is cut loose from its successor. Documents it was read in have one revision more.

        Raises:
            InvalidRequest: The state is SUPERSEDED: only a newer memory does that.
        """
        ...

    async def accessed(self, bank: BankId, counts: Mapping[MemoryId, int]) -> None:
        """Count accesses of memories; those that are gone are left out."""
        ...

    async def page(self, bank: BankId, page: MemoryPage) -> tuple[list[Memory], int]:
        """Return a page, latest mention first, and how many there are in all."""
        ...


class EntityStore(Protocol):
    """Canonical things and what is said of them; written through `MemoryStore.apply`."""

    async def alike(self, bank: BankId, keys: Sequence[str]) -> list[Entity]:
        """Return entities whose folded name or alias equals a key or shares a word with one.

        Counts and dates of entities follow the memories that mention them, in any state.
        """
        ...

    async def companions(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Mapping[EntityId, int]]:
        """Return, for each entity asked for, how many memories it shares with which others.

        The 50 closest; none is an empty mapping.
        """
        ...

    async def find(self, bank: BankId, id: EntityId) -> Entity | None: ...

    async def memories(
        self, bank: BankId, entity: EntityId, *, networks: frozenset[Network], limit: int
    ) -> list[Memory]:
        """Return the valid memories that mention an entity, latest mention first."""
        ...

    async def observations(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Memory]:
        """Return the latest valid observation of each entity; one without any is absent."""
        ...

    async def learnt(self, bank: BankId, entities: Sequence[EntityId]) -> dict[EntityId, datetime]:
        """Return when the latest valid evidence of each came to be known; one without is absent."""
        ...

    async def page(self, bank: BankId, *, limit: int, offset: int) -> tuple[list[Entity], int]:
        """Return a page of entities, most mentioned first, then by key, and how many in all."""
        ...


class OpinionStore(Protocol):
    """Beliefs and their evidence; opinions themselves are memories."""

    async def held(self, bank: BankId) -> bool:
        """Whether the bank holds any valid opinion."""
        ...

    async def touching(
        self, bank: BankId, memory: MemoryId, vector: Vector, *, limit: int
    ) -> list[Memory]:
        """Return valid opinions that share an entity with a memory or resemble it, nearest first.

        Those that were drawn from the memory, or have evidence from it, are left out: it has been
        counted in them already.
        Resembling begins at a cosine of `tacitus.domain.opinions.THEME`.
        """
        ...

    async def evidence(self, bank: BankId, opinion: MemoryId) -> list[Evidence]:
        """Return the evidence that an opinion's confidence is folded from, oldest first.

        That of invalidated memories is left out until they are valid again.
        """
        ...

    async def find(self, bank: BankId, opinion: MemoryId) -> Opinion | None:
        """Return an opinion in any state with its evidence; None for what is no opinion."""
        ...

    async def add(
        self, bank: BankId, evidence: Sequence[Evidence], wordings: Sequence[Wording] = ()
    ) -> None:
        """Add events; the same id twice is once. What follows is refolded in the transaction.

        Events whose opinion or memory is gone are left out.

        Args:
            wordings: One for each text that an event rewords an opinion to.
        """
        ...

    async def recompute(self, bank: BankId) -> int:
        """Fold every opinion of the bank anew, as its configuration says; return how many."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """One store for each port, over the same contents: what a storage adapter brings."""

    banks: BankStore
    documents: DocumentStore
    memories: MemoryStore
    entities: EntityStore
    identities: IdentityStore
    opinions: OpinionStore
    index: SearchIndex
    queue: TaskQueue
    surveys: SurveyStore
    curation: CurationStore
    standing: StandingStore
    webhooks: WebhookStore
    feedback: FeedbackStore
    audit: AuditStore
    forgetting: ForgettingStore
    keys: KeyStore
    moving: MovingStore
    reembedding: ReembeddingStore
    isolation: Isolation | None = None
    pool: Callable[[], PoolState] = PoolState
