"""What people change of what is kept."""

from collections.abc import Sequence
from typing import Protocol

from tacitus.domain.changes import AS_BEFORE, Named, Record, Resettlement
from tacitus.domain.curation import MemoryChange
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Memory


class CurationStore(Protocol):
    """Changes by hand, each in one transaction with what is remembered of it."""

    async def edit(
        self,
        bank: BankId,
        record: Record,
        change: MemoryChange,
        *,
        seen: Memory | None = None,
        settled: Resettlement = AS_BEFORE,
        named: Named | None = None,
    ) -> bool:
        """Let a memory of this id say what the record says; False if there is none.

        Its text, context, network, dates, vector, terms and state key are written, and the dates of
        its sources; all else stays. Links made of likeness or closeness in time go, and so does its
        evidence for opinions, which was drawn from what it said before. Documents it was read in have
        one revision more, so that whoever reads them again sees it.

        Args:
            seen: What the edit was worked out from.
            settled: What follows for states.
            named: Whom it mentions instead of those it mentioned; None leaves them. Who is not
                mentioned any more goes, as with a memory that is deleted. A name that was said, when
                the memory came, of somebody who has been merged since stays that one's.

        Raises:
            Conflict: It no longer says what was seen, or an entity is gone: work it out anew.
        """
        ...

    async def replaced(self, bank: BankId, memory: MemoryId) -> list[MemoryId]:
        """Return what a memory took the place of, in order of ids."""
        ...

    async def note(self, bank: BankId, memory: MemoryId, change: MemoryChange) -> None:
        """Remember a change; nothing where the memory is gone."""
        ...

    async def history(self, bank: BankId, memory: MemoryId) -> list[MemoryChange]:
        """Return the changes of a memory, latest first; they go with it."""
        ...

    async def retag(self, bank: BankId, document: DocumentId, tags: Sequence[str]) -> bool:
        """Give a document other tags, and all memories read in it; False if there is none.

        Tags that a memory has besides those of the document stay. The document's revision is one more.
        """
        ...
