"""The port of the searches, which storage adapters fill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tacitus.domain.activation import Edge, Reach
from tacitus.domain.appraisals import Appraisals
from tacitus.domain.banks import Bank
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.likeness import Likeness
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Filters, Hit
from tacitus.domain.vectors import Vector


class Searches(Protocol):
    """The four channels' searches; one round trip each, filters applied inside.

    Hits are best first. What filters admit is written down in `tacitus.domain.filtering`; an
    invalidated memory is never found.
    """

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        """Return the nearest by cosine."""
        ...

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> Sequence[Hit]:
        """Return the best by BM25 (`tacitus.domain.bm25`); each holds one of the terms at least.

        A term asked twice counts once. Frequencies and lengths are those of all memories of the
        bank, in any network and state.
        """
        ...

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        """Return memories whose occurrence overlaps [start, end), by closeness of the midpoints.

        Score (Eq. 14): `1 - |mid(memory) - mid(interval)| / (half the interval)`, at least 0.
        An instant overlaps what contains it; an empty interval finds nothing.
        """
        ...

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        """Return the links within `hops` of the seeds, at most `fanout` from each memory and type.

        Both ends satisfy the filters, but for seeds. A stored link can be walked both ways, and
        keeps its kind; of several edges of a kind to the same memory only the heaviest is there.
        Entity edges are joined from mentions and weighted `1 / log2(1 + degree)`, where the degree
        is how many memories of the bank mention the entity.
        """
        ...

    async def graph(
        self,
        bank: BankId,
        seeds: Mapping[MemoryId, float],
        filters: Filters,
        limit: int,
        reach: Reach,
    ) -> Sequence[Hit]:
        """Return what activation reaches from the seeds over `edges`, most active first.

        See `tacitus.domain.activation.spread`.

        Args:
            seeds: How active each is to begin with.
        """
        ...

    async def appraise(
        self,
        bank: BankId,
        ids: Sequence[MemoryId],
        vector: Vector,
        terms: Sequence[str],
        filters: Filters,
    ) -> Appraisals:
        """Return what there is to say of each memory, and of its neighbours in its document.

        What the filters do not admit is as if it were not there.

        Args:
            vector: Of the question.
            terms: Of the question.
        """
        ...

    async def memories(self, bank: BankId, ids: Sequence[MemoryId]) -> Mapping[MemoryId, Memory]:
        """Return memories in full, those that are there.

        How often each was given back, and when, may be older than all else.
        """
        ...

    async def likeness(self, bank: BankId, ids: Sequence[MemoryId]) -> Likeness:
        """Return how alike memories are, as far as that is at hand without a look at the database."""
        ...


@dataclass(frozen=True, slots=True)
class Opened:
    """A bank and its searches, as both are at one moment.

    Attributes:
        speakers: Who spoke in it, as far as that is at hand.
    """

    bank: Bank
    index: Searches
    speakers: Sequence[str] = ()


class SearchIndex(Searches, Protocol):
    """The searches of all banks: whoever asks several of one question opens the bank first."""

    async def open(self, bank: BankId) -> Opened | None:
        """Return a bank with its searches for one question; None where there is no such bank.

        They find what is in the bank by now; what is written later they may leave out.
        """
        ...

    def speakers(self, bank: BankId) -> Sequence[str]:
        """Return who spoke in a bank when it was opened last, as far as that is at hand."""
        ...
