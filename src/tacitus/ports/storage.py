"""What is kept: banks, documents, memories, entities, beliefs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tacitus.domain.activation import Edge
from tacitus.domain.banks import Bank, BankStats
from tacitus.domain.changes import Changes
from tacitus.domain.documents import Chunk, Document, DocumentListing
from tacitus.domain.graph import Entity
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.memories import Memory, Network, State
from tacitus.domain.opinions import Evidence
from tacitus.domain.recollection import Filters, Hit
from tacitus.domain.vectors import Vector


class BankStore(Protocol):
    """Banks of all tenants."""

    async def save(self, bank: Bank) -> None:
        """Insert the bank, or replace everything but its identity and creation time."""
        ...

    async def find(self, tenant: str, name: str) -> Bank | None: ...

    async def get(self, bank: BankId) -> Bank | None:
        """Return the bank with this identity, whosoever it is; for background work."""
        ...

    async def page(self, tenant: str, *, limit: int, offset: int) -> tuple[list[Bank], int]:
        """Return a page of a tenant's banks by name, and how many there are in all."""
        ...

    async def delete(self, bank: BankId) -> None:
        """Delete the bank with everything in it, its operations included."""
        ...

    async def stats(self, bank: BankId) -> BankStats: ...


class DocumentStore(Protocol):
    """Documents and their chunks; written through `MemoryStore.apply`."""

    async def find(self, bank: BankId, id: DocumentId) -> Document | None: ...

    async def chunks(self, bank: BankId, id: DocumentId) -> list[Chunk]:
        """Return the chunks in reading order, without their turns; empty for an unknown document."""
        ...

    async def page(
        self, bank: BankId, *, limit: int, offset: int
    ) -> tuple[list[DocumentListing], int]:
        """Return a page of documents, newest first, and how many there are in all."""
        ...

    async def delete(self, bank: BankId, id: DocumentId) -> int | None:
        """Delete a document and what was read only from it.

        Returns:
            How many memories went, or None if there was no such document.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """What a list of memories shows.

    Attributes:
        words: Only memories whose text contains this, whatever the case.
    """

    networks: frozenset[Network] = frozenset(Network)
    state: State | None = None
    words: str = ""
    document: DocumentId | None = None
    entity: EntityId | None = None
    limit: int = 100
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Resemblance:
    """A stored memory near a new one.

    Attributes:
        cosine: -1 to 1.
    """

    memory: Memory
    cosine: float


class MemoryStore(Protocol):
    """Memories with all that hangs on them."""

    async def apply(self, changes: Changes) -> None:
        """Write everything, or nothing.

        Raises:
            Conflict: The document is not at `expected_revision` any more.
        """
        ...

    async def get(self, bank: BankId, ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return those that exist, in any state."""
        ...

    async def resembling(
        self, bank: BankId, vectors: Sequence[Vector], *, floor: float, each: int
    ) -> list[list[Resemblance]]:
        """Return, for each vector, the `each` nearest valid world and experience memories.

        Args:
            floor: Lowest cosine of interest.
        """
        ...

    async def stating(self, bank: BankId, keys: Sequence[str]) -> dict[str, list[Memory]]:
        """Return the valid evidence memories stored under each state key, latest mention first.

        At most 20 for a key; a key without memories is absent.
        """
        ...

    async def around(
        self, bank: BankId, moments: Sequence[datetime], *, seconds: float, each: int
    ) -> list[list[tuple[MemoryId, datetime]]]:
        """Return, for each moment, the `each` evidence memories nearest to it in time.

        Time is the start of the occurrence. None is farther than `seconds`.
        """
        ...

    async def delete(self, bank: BankId, id: MemoryId) -> bool:
        """Delete one memory with its links, sources and evidence."""
        ...

    async def set_state(
        self, bank: BankId, id: MemoryId, state: State, *, reason: str, at: datetime
    ) -> bool:
        """Invalidate a memory or make it valid again; False if there is none."""
        ...

    async def accessed(self, bank: BankId, ids: Sequence[MemoryId]) -> None:
        """Count one more access of each."""
        ...

    async def page(self, bank: BankId, page: MemoryPage) -> tuple[list[Memory], int]:
        """Return a page, latest mention first, and how many there are in all."""
        ...


class EntityStore(Protocol):
    """Canonical things and what is said of them; written through `MemoryStore.apply`."""

    async def alike(self, bank: BankId, keys: Sequence[str]) -> list[Entity]:
        """Return entities whose folded name or alias equals a key or shares a word with one."""
        ...

    async def companions(
        self, bank: BankId, entities: Sequence[EntityId]
    ) -> dict[EntityId, Mapping[EntityId, int]]:
        """Return, for each entity, how many memories it shares with which others (top 50)."""
        ...

    async def find(self, bank: BankId, id: EntityId) -> Entity | None: ...

    async def memories(
        self, bank: BankId, entity: EntityId, *, networks: frozenset[Network], limit: int
    ) -> list[Memory]:
        """Return the valid memories that mention an entity, latest mention first."""
        ...

    async def observation(self, bank: BankId, entity: EntityId) -> Memory | None:
        """Return the entity's current observation."""
        ...

    async def page(self, bank: BankId, *, limit: int, offset: int) -> tuple[list[Entity], int]:
        """Return a page of entities, most mentioned first, and how many there are in all."""
        ...


class OpinionStore(Protocol):
    """Beliefs and their evidence; opinions themselves are memories."""

    async def held(self, bank: BankId) -> bool:
        """Whether the bank holds any valid opinion."""
        ...

    async def touching(
        self, bank: BankId, memory: MemoryId, vector: Vector, *, limit: int
    ) -> list[Memory]:
        """Return valid opinions that share an entity with a memory or resemble it, nearest first."""
        ...

    async def evidence(self, bank: BankId, opinion: MemoryId) -> list[Evidence]:
        """Return an opinion's evidence, oldest first."""
        ...

    async def add(self, bank: BankId, evidence: Sequence[Evidence]) -> None:
        """Add events; the same id twice is once. Confidences are refolded in the transaction."""
        ...


class SearchIndex(Protocol):
    """The four channels' searches; one round trip each, filters applied inside."""

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> list[Hit]:
        """Return the nearest by cosine."""
        ...

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> list[Hit]:
        """Return the best by BM25 (k1 = 1.2, b = 0.75), document frequencies of this bank."""
        ...

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> list[Hit]:
        """Return memories whose occurrence overlaps [start, end), by closeness of the midpoints.

        Score (Eq. 14): `1 - |mid(memory) - mid(interval)| / (half the interval)`, at least 0.
        """
        ...

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        """Return the links within `hops` of the seeds, at most `fanout` from each memory and type.

        Both ends satisfy the filters, but for seeds; a stored link can be walked both ways.
        Entity edges are joined from mentions and weighted `1 / log2(1 + degree)` of the entity.
        """
        ...
