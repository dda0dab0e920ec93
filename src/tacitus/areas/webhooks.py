"""Who is told when background work is done."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tacitus.domain.banks import Bank
from tacitus.domain.errors import NotFound
from tacitus.domain.ids import uuid7
from tacitus.domain.operations import JobKind, Operation
from tacitus.domain.requests import check_page
from tacitus.domain.texts import kept
from tacitus.domain.webhooks import Event, Webhook, WebhookId, checked_webhook
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores

_PAGE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookChange:
    """What to set of a webhook; None leaves a value as it is."""

    url: str | None = None
    secret: str | None = None
    events: Sequence[Event] | None = None
    enabled: bool | None = None
    method: Literal["POST", "GET"] | None = None
    seconds: int | None = None
    headers: Mapping[str, str] | None = None
    params: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhooks:
    """Webhooks of banks.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`, an id that no
    webhook has raises `NotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    clock: Clock

    async def all(self, name: str) -> list[Webhook]:
        """Return all, oldest first."""
        return await self.stores.webhooks.all((await self.bank(name)).id)

    async def add(self, name: str, url: str, change: WebhookChange) -> Webhook:
        """Have an address told.

        Raises:
            InvalidRequest: It cannot be.
        """
        now = self.clock.now()
        made = Webhook(
            id=WebhookId(uuid7(now)),
            bank=(await self.bank(name)).id,
            url=url,
            created_at=now,
            updated_at=now,
        )
        return await self._save(made, change)

    async def change(self, name: str, id: WebhookId, change: WebhookChange) -> Webhook:
        """Change what is named; raises as `add` does."""
        return await self._save(await self._find(name, id), change)

    async def delete(self, name: str, id: WebhookId) -> None:
        """Tell it nothing more."""
        if not await self.stores.webhooks.delete((await self.bank(name)).id, id):
            raise NotFound(f"Webhook '{id}' not found")

    async def deliveries(
        self, name: str, id: WebhookId, *, limit: int = 50, offset: int = 0
    ) -> tuple[list[Operation], int | None]:
        """Return what it was told, latest first, and where to go on; None at the end.

        Args:
            offset: As the call before said.
        """
        check_page(limit, offset)
        bank = (await self._find(name, id)).bank
        found: list[Operation] = []
        while True:
            page, total = await self.stores.queue.page(
                bank, status=None, kind=JobKind.DELIVER, limit=_PAGE, offset=offset
            )
            for operation in page:
                if len(found) == limit:
                    return found, offset
                offset += 1
                found += [operation] if operation.payload["webhook"] == str(id) else []
            if offset >= total or not page:
                return found, None

    async def _find(self, name: str, id: WebhookId) -> Webhook:
        for one in await self.all(name):
            if one.id == id:
                return one
        raise NotFound(f"Webhook '{id}' not found")

    async def _save(self, webhook: Webhook, change: WebhookChange) -> Webhook:
        changed = replace(
            webhook,
            url=webhook.url if change.url is None else change.url,
            secret=webhook.secret if change.secret is None else kept(change.secret, "The secret"),
            events=webhook.events if change.events is None else tuple(dict.fromkeys(change.events)),
            enabled=webhook.enabled if change.enabled is None else change.enabled,
            updated_at=self.clock.now(),
        )
        changed = replace(
            changed,
            method=change.method or changed.method,
            seconds=changed.seconds if change.seconds is None else change.seconds,
            headers=changed.headers if change.headers is None else change.headers,
            params=changed.params if change.params is None else change.params,
        )
        await self.stores.webhooks.save(checked_webhook(changed))
        return changed
