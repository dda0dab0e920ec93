"""Looks at what is kept, as a whole."""

from collections.abc import Sequence
from typing import Protocol

from tacitus.domain.graph import Entity, Link
from tacitus.domain.ids import BankId, EntityId, MemoryId
from tacitus.domain.surveys import Buckets, Company, Growth, TimeField


class SurveyStore(Protocol):
    """Reads across the memories of a bank, and writes nothing."""

    async def tags(
        self, bank: BankId, *, like: str, limit: int, offset: int
    ) -> tuple[list[tuple[str, int]], int]:
        """Return a page of tags with how many memories carry each, and how many tags there are.

        The most used first, then in code point order.

        Args:
            like: Only tags of this shape, whatever the case; `*` stands for any text. Empty is any.
        """
        ...

    async def bases(
        self, bank: BankId, memories: Sequence[MemoryId]
    ) -> dict[MemoryId, tuple[MemoryId, ...]]:
        """Return what observations and opinions rest on, as learnt; what rests on nothing is absent."""
        ...

    async def links(self, bank: BankId, memories: Sequence[MemoryId]) -> list[Link]:
        """Return the stored links between some memories, heaviest first, then by their ends."""
        ...

    async def entities(self, bank: BankId, ids: Sequence[EntityId]) -> list[Entity]:
        """Return those entities of the bank, most mentioned first, then by key."""
        ...

    async def company(self, bank: BankId, *, least: int, limit: int) -> tuple[list[Company], int]:
        """Return the pairs of entities that most valid memories mention together, and how many pairs.

        The id that sorts first is `one`.

        Args:
            least: Memories that must mention both.
        """
        ...

    async def growth(self, bank: BankId, buckets: Buckets, by: TimeField) -> Growth:
        """Count the memories, in any state, that fall into each bucket."""
        ...
