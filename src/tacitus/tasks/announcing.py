"""Telling those who asked for it that background work is done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tacitus.domain.banks import Bank
from tacitus.domain.operations import Operation
from tacitus.domain.webhooks import SIGNATURE, message, signed, telling
from tacitus.ports.runtime import Clock, TaskQueue
from tacitus.ports.webhooks import Messenger, WebhookStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcing:
    """Adds a job for each who is to be told, and does such jobs."""

    webhooks: WebhookStore
    queue: TaskQueue
    messenger: Messenger
    clock: Clock

    async def announce(self, operation: Operation, result: Mapping[str, object]) -> None:
        """Have everybody told who asked for it; done twice they are told once."""
        known = await self.webhooks.all(operation.bank)
        jobs = [telling(webhook, operation, result) for webhook in known]
        if wanted := [job for job in jobs if job is not None]:
            await self.queue.enqueue(wanted)

    async def deliver(self, bank: Bank, operation: Operation) -> dict[str, object]:
        """Tell one; a webhook that is gone or switched off meanwhile is told nothing.

        Raises:
            DeliveryFailed: It did not take it.
            InvalidRequest: Its address leads to nobody who may be told.
        """
        payload: Mapping[str, Any] = operation.payload
        id = UUID(payload["webhook"])
        found = [one for one in await self.webhooks.all(bank.id) if one.id == id and one.enabled]
        if not found:
            return {"skipped": "the webhook is gone or switched off"}
        now = self.clock.now()
        body = message(bank.name, operation.id, payload, now)
        headers = {SIGNATURE: signed(found[0].secret, body, now)} if found[0].secret else {}
        return {"response_status": await self.messenger.send(found[0], body, headers)}
