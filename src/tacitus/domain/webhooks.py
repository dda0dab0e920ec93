"""Who is told when background work is done, and what they are told."""

import hashlib
import hmac
import ipaddress
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, NewType
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Job, JobKind, Operation
from tacitus.domain.texts import said

WebhookId = NewType("WebhookId", UUID)

LONGEST_URL = 2000
SIGNATURE = "X-Tacitus-Signature"
"""Header `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" with the secret, in hexadecimals>`."""
_ASSIGNED = ipaddress.IPv6Network("2000::/3")
"""Public IPv6. Outside of it, and in 6to4, an address may stand for one of IPv4, a private one too."""
_HEADER = re.compile(r"[A-Za-z0-9-]{1,64}")
_OURS = frozenset(("host", "content-length", "content-type", "transfer-encoding", "connection"))


class Event(StrEnum):
    """What can be told."""

    RETAINED = "retain.completed"
    """A document that was handed in without waiting is remembered."""
    DONE = "operation.completed"
    """Any background work of the bank is done. Ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """An address that is told of events.

    Attributes:
        secret: Signs what is sent; empty sends it unsigned.
        seconds: Longest wait for an answer.
    """

    id: WebhookId
    bank: BankId
    url: str
    created_at: datetime
    updated_at: datetime
    secret: str = field(default="", repr=False)
    events: tuple[Event, ...] = (Event.RETAINED,)
    enabled: bool = True
    method: Literal["POST", "GET"] = "POST"
    seconds: int = 30
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    params: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)


def checked_webhook(webhook: Webhook) -> Webhook:
    """Return a webhook that can be called.

    Raises:
        InvalidRequest: The message says what to change.
    """
    check_address(webhook.url)
    if not webhook.events:
        raise InvalidRequest("A webhook is told of one kind of event at least")
    if not 1 <= webhook.seconds <= 60:
        raise InvalidRequest("timeout_seconds must be between 1 and 60")
    for name, value in webhook.headers.items():
        if not _HEADER.fullmatch(name) or name.lower() in _OURS or name == SIGNATURE:
            raise InvalidRequest(f"The header '{name[:64]}' cannot be set")
        if not value.isascii() or not value.isprintable():
            raise InvalidRequest(f"The header '{name}' must be printable ASCII")
    return webhook


def check_address(url: str) -> None:
    """Refuse an address that leads to no public server, as far as its words tell.

    Raises:
        InvalidRequest: The message says why.
    """
    try:
        parts = urlsplit(said(url, "The URL"))
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise InvalidRequest("The URL makes no sense") from None
    if not url.isprintable() or any(letter.isspace() for letter in url):
        raise InvalidRequest("A URL holds no spaces, and nothing hidden: write %20")
    if parts.scheme not in {"http", "https"} or not host or len(url) > LONGEST_URL:
        raise InvalidRequest("A webhook needs a URL like https://example.org/told")
    if parts.username is not None or parts.password is not None:
        raise InvalidRequest("A URL holds no password: set a header instead")


def is_public(address: str) -> bool:
    """Whether an IP address belongs to nobody's own network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if isinstance(found, ipaddress.IPv6Address) and (found not in _ASSIGNED or found.sixtofour):
        return False
    return found.is_global and not found.is_multicast


def telling(webhook: Webhook, operation: Operation, result: Mapping[str, object]) -> Job | None:
    """Return the job that tells of an operation that was done; None where nobody wants to know."""
    done = Event.RETAINED if operation.kind is JobKind.RETAIN else Event.DONE
    wanted = [event for event in webhook.events if event in {done, Event.DONE}]
    if not webhook.enabled or not wanted or operation.kind is JobKind.DELIVER:
        return None
    return Job(
        id=OperationId(uuid5(operation.id, str(webhook.id))),
        bank=operation.bank,
        kind=JobKind.DELIVER,
        payload={
            "webhook": str(webhook.id),
            "event": wanted[0].value,
            "operation": str(operation.id),
            "operation_type": operation.kind.value,
            "result": dict(result),
        },
    )


def signed(secret: str, body: bytes, at: datetime) -> str:
    """Return the value of the header `SIGNATURE`."""
    seconds = str(int(at.timestamp()))
    digest = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return f"t={seconds},v1={digest.hexdigest()}"


def message(bank: str, id: OperationId, payload: Mapping[str, object], at: datetime) -> bytes:
    """Return what is sent, as JSON; `event_id` is the same however often it is sent."""
    told = {
        "event_id": str(id),
        "event_type": payload["event"],
        "bank_id": bank,
        "operation_id": payload["operation"],
        "operation_type": payload["operation_type"],
        "status": "completed",
        "timestamp": at.isoformat(),
        "data": payload["result"],
    }
    return json.dumps(told, ensure_ascii=False).encode()
