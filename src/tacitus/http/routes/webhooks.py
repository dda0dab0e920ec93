"""Webhooks: who is told when background work is done."""

from collections.abc import Sequence

from tacitus.areas.webhooks import WebhookChange
from tacitus.domain.webhooks import Event, WebhookId
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.errors import Malformed, NotOffered
from tacitus.http.served import Limit, Offset, ServedEngine
from tacitus.views.webhooks import webhook_delivery, webhook_detail
from tacitus.wire import (
    Deleted,
    WebhookChangeRequest,
    WebhookDeliveries,
    WebhookDetail,
    WebhookList,
    WebhookRequest,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}/webhooks", tags=["webhooks"])


@router.get("")
async def list_webhooks(
    bank_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> WebhookList:
    """List webhooks, oldest first."""
    found = await engine.webhooks.all(bank_id)
    items = [webhook_detail(bank_id, one) for one in found[offset : offset + limit]]
    return WebhookList(items=items, total=len(found), limit=limit, offset=offset)


@router.post("", status_code=201)
async def create_webhook(bank_id: str, body: WebhookRequest, engine: ServedEngine) -> WebhookDetail:
    """Have an address told when background work is done."""
    change = _change(WebhookChangeRequest.model_validate(body.model_dump()))
    return webhook_detail(bank_id, await engine.webhooks.add(bank_id, body.url, change))


@router.patch("/{webhook_id:name}")
async def change_webhook(
    bank_id: str, webhook_id: str, body: WebhookChangeRequest, engine: ServedEngine
) -> WebhookDetail:
    """Change what is named; the rest stays."""
    id = WebhookId(identity(webhook_id))
    return webhook_detail(bank_id, await engine.webhooks.change(bank_id, id, _change(body)))


@router.delete("/{webhook_id:name}")
async def delete_webhook(bank_id: str, webhook_id: str, engine: ServedEngine) -> Deleted:
    """Tell an address nothing more."""
    await engine.webhooks.delete(bank_id, WebhookId(identity(webhook_id)))
    return Deleted(success=True, message="Webhook deleted", deleted_count=1)


@router.get("/{webhook_id:name}/deliveries")
async def list_deliveries(
    bank_id: str,
    webhook_id: str,
    engine: ServedEngine,
    limit: Limit = 50,
    cursor: str | None = None,
) -> WebhookDeliveries:
    """List what an address was told, latest first."""
    if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise Malformed("No answer of ours gave this cursor")
    id = WebhookId(identity(webhook_id))
    told, rest = await engine.webhooks.deliveries(bank_id, id, limit=limit, offset=int(cursor or 0))
    urls = {one.id: one.url for one in await engine.webhooks.all(bank_id)}
    items = [webhook_delivery(urls.get(id, ""), operation) for operation in told]
    return WebhookDeliveries(items=items, next_cursor=None if rest is None else str(rest))


def _change(body: WebhookChangeRequest) -> WebhookChange:
    http = body.http_config
    return WebhookChange(
        url=body.url,
        secret=body.secret,
        events=None if body.event_types is None else _events(body.event_types),
        enabled=body.enabled,
        method=http.method if http else None,
        seconds=http.timeout_seconds if http else None,
        headers=http.headers if http else None,
        params=http.params if http else None,
    )


def _events(names: Sequence[str]) -> list[Event]:
    unknown = [name for name in names if name not in set(Event)]
    if unknown:
        offered = ", ".join(Event)
        raise NotOffered(f"The event '{unknown[0][:80]}' is not offered; these are: {offered}")
    return [Event(name) for name in names]
