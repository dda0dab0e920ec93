"""Telling others that work is done."""

from collections.abc import Mapping
from typing import Protocol

from tacitus.domain.ids import BankId
from tacitus.domain.webhooks import Webhook, WebhookId


class WebhookStore(Protocol):
    """Who is to be told; goes with the bank."""

    async def all(self, bank: BankId) -> list[Webhook]:
        """Return all, oldest first."""
        ...

    async def save(self, webhook: Webhook) -> None:
        """Insert it, or replace everything but its creation time.

        Raises:
            NotFound: The bank is gone.
        """
        ...

    async def delete(self, bank: BankId, id: WebhookId) -> bool:
        """Delete it; False if there is none."""
        ...


class Messenger(Protocol):
    """Sends messages to addresses that strangers chose."""

    async def send(self, webhook: Webhook, body: bytes, headers: Mapping[str, str]) -> int:
        """Send one message; return the status of the answer, from 200 to 299.

        Nothing is sent to an address in a private network, and no redirect is followed.

        Raises:
            DeliveryFailed: There was no such answer; worth another try.
            InvalidRequest: The address leads to nobody who may be told.
        """
        ...
