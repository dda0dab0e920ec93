"""Having something forgotten, and the receipts of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from tacitus.domain.banks import Bank
from tacitus.domain.expiry import Lifetime
from tacitus.domain.forgetting import ForgettingReceipt, Gone, KeptAway, Order
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId


class ForgettingStore(Protocol):
    """Takes things away for good: each in one transaction, with the receipt that it writes.

    A dry run does the same and takes it back: what it lists is what would go.
    """

    async def memories(self, bank: Bank, ids: Sequence[MemoryId], order: Order) -> Gone:
        """Delete memories and blot them out of their documents; see `MemoryStore.delete`."""
        ...

    async def document(self, bank: Bank, id: DocumentId, order: Order) -> Gone | None:
        """Delete a document and what was read only from it; None where there is none."""
        ...

    async def entity(self, bank: Bank, id: EntityId, order: Order) -> Gone | None:
        """Retract everything that names an entity, by any form; None where there is none.

        Memories that mention or name it go whole. In the documents, the sentences that name it and
        what it says itself are blotted out, and kept away from all documents of the bank.

        Raises:
            Conflict: Something that names it is being read right now.
        """
        ...

    async def bank(self, bank: Bank, order: Order) -> Gone:
        """Delete a bank with everything in it; its receipts stay."""
        ...

    async def kept_away(self, bank: BankId) -> KeptAway:
        """Return what was retracted; what is stored in view of it says so (`Changes.retractions`)."""
        ...

    async def expired(self, bank: BankId, at: datetime, *, limit: int) -> list[MemoryId]:
        """Return memories whose time is over, those first whose time was over first."""
        ...

    async def shorten(self, bank: BankId, lifetime: Lifetime) -> None:
        """Let facts and experiences that are there be kept no longer than a bank keeps them."""
        ...

    async def banks_expired(self, at: datetime) -> list[Bank]:
        """Return the banks, of all tenants, that hold memories whose time is over."""
        ...

    async def receipts(
        self, tenant: str, bank: BankId | None, *, limit: int, offset: int
    ) -> tuple[list[ForgettingReceipt], int]:
        """Return a page of receipts, latest first, and how many there are in all."""
        ...
