"""What moving a bank needs of a store: everything that makes it, out and in."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Protocol

from tacitus.domain.ids import BankId
from tacitus.domain.moving import Header
from tacitus.domain.moving_parts import Part
from tacitus.domain.reembedding import Embedding, Unembedded
from tacitus.domain.vectors import Vector


class MovingStore(Protocol):
    """Banks as parts (`tacitus.domain.moving`)."""

    def leave(self, bank: BankId, *, vectors: bool) -> AsyncGenerator[Header | Sequence[Part]]:
        """Yield the header, then all parts in their order, as they were at one moment.

        Nothing is held back for whoever is slow to take them: after a minute in which nothing was
        taken it ends with `StorageError`.
        """
        ...

    async def arrive(self, bank: BankId, parts: AsyncIterator[Sequence[Part]]) -> None:
        """Fill an empty bank with parts, those of a kind together; all of them or none.

        The parts have been looked at (`tacitus.domain.moving.Arrival`), and have their vectors. What
        `parts` raises goes through, and nothing is kept.

        Raises:
            Conflict: The bank holds something already.
            NotFound: The bank is gone.
        """
        ...


class ReembeddingStore(Protocol):
    """New vectors, which wait beside the old until all are there. Searches see the old until then."""

    async def unembedded(self, bank: BankId, embedder: str, *, limit: int) -> list[Unembedded]:
        """Return texts that have no vector of an embedder yet."""
        ...

    async def keep(
        self, bank: BankId, embedder: str, made: Sequence[tuple[Unembedded, Vector]]
    ) -> None:
        """Keep new vectors; of a memory that is gone meanwhile, none."""
        ...

    async def progress(self, bank: BankId, embedder: str) -> Embedding: ...

    async def switch(self, bank: BankId, embedder: str) -> bool:
        """Give all memories their new vectors at once; False if some came that have none yet.

        From then on the bank is of that embedder, and who comes with vectors of another is refused.

        Raises:
            NotFound: The bank is gone.
        """
        ...
