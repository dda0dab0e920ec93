"""Calls for webhooks: who is told when background work is done."""

from tacitus.client.calls import Calls, path_of
from tacitus.wire import (
    Deleted,
    WebhookChangeRequest,
    WebhookDeliveries,
    WebhookDetail,
    WebhookList,
    WebhookRequest,
)


class WebhookCalls(Calls):
    """Webhooks."""

    async def webhooks(self, bank: str, *, limit: int = 100, offset: int = 0) -> WebhookList:
        """List webhooks, oldest first."""
        query = {"limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "webhooks"), WebhookList, query)

    async def add_webhook(self, bank: str, webhook: WebhookRequest) -> WebhookDetail:
        """Have an address told when background work is done."""
        return await self._send("POST", path_of("banks", bank, "webhooks"), WebhookDetail, webhook)

    async def change_webhook(
        self, bank: str, id: str, change: WebhookChangeRequest
    ) -> WebhookDetail:
        path = path_of("banks", bank, "webhooks", id)
        return await self._send("PATCH", path, WebhookDetail, change)

    async def delete_webhook(self, bank: str, id: str) -> Deleted:
        """Tell an address nothing more."""
        return await self._send("DELETE", path_of("banks", bank, "webhooks", id), Deleted)

    async def deliveries(
        self, bank: str, id: str, *, limit: int = 50, cursor: str | None = None
    ) -> WebhookDeliveries:
        """List what an address was told, latest first."""
        query = {"limit": limit, "cursor": cursor}
        path = path_of("banks", bank, "webhooks", id, "deliveries")
        return await self._get(path, WebhookDeliveries, query)
