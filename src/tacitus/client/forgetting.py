"""Calls for forgetting: what would go, and what went."""

from tacitus.client.calls import Calls, path_of
from tacitus.wire import Forgotten, ReceiptList

_DRY = "?dry_run=true"


class ForgettingCalls(Calls):
    """Forgetting."""

    async def retract_entity(self, bank: str, id: str, *, dry_run: bool = False) -> Forgotten:
        """Forget everything that names an entity, by any form of its name.

        Args:
            dry_run: Only say what would go.
        """
        path = path_of("banks", bank, "entities", id)
        return await self._send("DELETE", f"{path}{_DRY if dry_run else ''}", Forgotten)

    async def deletion_preview(
        self, bank: str, *, memory: str | None = None, document: str | None = None
    ) -> Forgotten:
        """Say what would go with a memory, with a document, or (neither) with the bank."""
        parts = ("memories", memory) if memory else ("documents", document) if document else ()
        return await self._send("DELETE", path_of("banks", bank, *parts) + _DRY, Forgotten)

    async def receipts(
        self, bank: str | None = None, *, limit: int = 100, offset: int = 0
    ) -> ReceiptList:
        """List what was forgotten in a bank, or (None) in all, latest first."""
        path = path_of("banks", bank, "receipts") if bank is not None else path_of("receipts")
        return await self._get(path, ReceiptList, {"limit": limit, "offset": offset})
