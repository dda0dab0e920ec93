"""Webhooks, in memory."""

from dataclasses import replace

from tacitus.adapters.in_memory.contents import Shelf
from tacitus.domain.ids import BankId
from tacitus.domain.webhooks import Webhook, WebhookId


class Webhooks:
    """Fills `WebhookStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def all(self, bank: BankId) -> list[Webhook]:
        found = self._shelf.of(bank).webhooks.values()
        return sorted(found, key=lambda one: (one.created_at, one.id))

    async def save(self, webhook: Webhook) -> None:
        with self._shelf.writing(webhook.bank) as contents:
            known = contents.webhooks.get(webhook.id)
            created_at = known.created_at if known else webhook.created_at
            contents.webhooks[webhook.id] = replace(webhook, created_at=created_at)

    async def delete(self, bank: BankId, id: WebhookId) -> bool:
        if id not in self._shelf.of(bank).webhooks:
            return False
        with self._shelf.writing(bank) as contents:
            del contents.webhooks[id]
        return True
