"""Webhooks: who is told when background work is done."""

from typing import Literal

from pydantic import Field

from tacitus.wire.base import Body, Page, Request

EventName = Literal["retain.completed", "operation.completed"]


class WebhookHttp(Body):
    """How a webhook is called; GET sends no body."""

    method: Literal["POST", "GET"] = "POST"
    timeout_seconds: int = 30
    headers: dict[str, str] = Field(default_factory=dict[str, str])
    params: dict[str, str] = Field(default_factory=dict[str, str])


class WebhookRequest(Request):
    """Have an address told.

    Attributes:
        secret: Signs what is sent: `X-Tacitus-Signature: t=<seconds>,v1=<HMAC-SHA256 of "t.body">`.
        event_types: "retain.completed" is a document that was handed in with `async`;
            "operation.completed" (ours) any background work.
    """

    url: str
    secret: str | None = None
    event_types: list[str] | None = None
    enabled: bool = True
    http_config: WebhookHttp | None = None


class WebhookChangeRequest(Request):
    """What to change of a webhook; null leaves a value as it is."""

    url: str | None = None
    secret: str | None = None
    event_types: list[str] | None = None
    enabled: bool | None = None
    http_config: WebhookHttp | None = None


class WebhookDetail(Body):
    """An address that is told; its secret and its headers' values are not shown."""

    id: str
    bank_id: str | None
    url: str
    secret: str | None = None
    event_types: list[str]
    enabled: bool
    http_config: WebhookHttp | None = None
    created_at: str | None = None
    updated_at: str | None = None


class WebhookList(Page):
    """A page of webhooks, oldest first."""

    items: list[WebhookDetail]


class WebhookDelivery(Body):
    """What an address was told; the operation of the same id can be retried."""

    id: str
    event_id: str | None = None
    webhook_id: str | None
    url: str
    event_type: str
    status: str
    attempts: int
    next_retry_at: str | None = None
    last_error: str | None = None
    last_response_status: int | None = None
    last_response_body: str | None = None
    last_attempt_at: str | None = None
    created_at: str | None = None
    updated_at: str | None = None


class WebhookDeliveries(Body):
    """What an address was told, latest first; `next_cursor` is null at the end."""

    items: list[WebhookDelivery]
    next_cursor: str | None = None
