"""Webhooks as bodies."""

from tacitus.domain.operations import Operation
from tacitus.domain.webhooks import Webhook
from tacitus.views.times import iso
from tacitus.wire import WebhookDelivery, WebhookDetail, WebhookHttp

_HIDDEN = "***"


def webhook_detail(bank: str, webhook: Webhook) -> WebhookDetail:
    """Return a webhook without what is secret of it."""
    return WebhookDetail(
        id=str(webhook.id),
        bank_id=bank,
        url=webhook.url,
        event_types=[event.value for event in webhook.events],
        enabled=webhook.enabled,
        http_config=WebhookHttp(
            method=webhook.method,
            timeout_seconds=webhook.seconds,
            headers=dict.fromkeys(webhook.headers, _HIDDEN),
            params=dict(webhook.params),
        ),
        created_at=iso(webhook.created_at),
        updated_at=iso(webhook.updated_at),
    )


def webhook_delivery(url: str, operation: Operation) -> WebhookDelivery:
    """Return what an address was told."""
    result = operation.result or {}
    status = result.get("response_status")
    return WebhookDelivery(
        id=str(operation.id),
        event_id=str(operation.id),
        webhook_id=str(operation.payload["webhook"]),
        url=url,
        event_type=str(operation.payload["event"]),
        status=operation.status.value,
        attempts=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        last_error=operation.error,
        last_response_status=status if isinstance(status, int) else None,
        last_attempt_at=iso(operation.updated_at) if operation.attempts else None,
        created_at=iso(operation.created_at),
        updated_at=iso(operation.updated_at),
    )
