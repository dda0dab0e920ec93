"""What people change of what is kept."""

from collections.abc import Sequence
from typing import Protocol

from tacitus.domain.changes import Record
from tacitus.domain.curation import MemoryChange
from tacitus.domain.ids import BankId, DocumentId, MemoryId


class CurationStore(Protocol):
    """Changes by hand, each in one transaction with what is remembered of it."""

    async def edit(self, bank: BankId, record: Record, change: MemoryChange) -> bool:
        """Let a memory of this id say what the record says; False if there is none.

        Its text, context, network, dates, vector, terms and state key are written, and the dates of
        its sources; all else stays. Links made of likeness or closeness in time go, and so does its
        evidence for opinions, which was drawn from what it said before. Documents it was read in have
        one revision more, so that whoever reads them again sees it.
        """
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
