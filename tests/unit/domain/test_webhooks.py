"""Which addresses may be told, of what, and how it is signed."""

import hashlib
import hmac
from dataclasses import replace
from uuid import UUID

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import JobKind, Operation, OperationStatus
from tacitus.domain.webhooks import (
    Event,
    Webhook,
    WebhookId,
    checked_webhook,
    is_public,
    signed,
    telling,
)
from tests.builders import NOON

BANK = BankId(UUID(int=1))
HOOK = Webhook(
    id=WebhookId(UUID(int=2)),
    bank=BANK,
    url="https://example.org/told",
    created_at=NOON,
    updated_at=NOON,
)


def done(kind: JobKind) -> Operation:
    return Operation(
        id=OperationId(UUID(int=3)),
        bank=BANK,
        kind=kind,
        status=OperationStatus.PROCESSING,
        created_at=NOON,
        updated_at=NOON,
    )


def test_addresses_of_somebodys_own_network_are_not_public() -> None:
    private = [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:0:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "fec0::1",
        "198.18.0.1",
        "192.0.2.1",
    ]
    public = ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"]

    assert [address for address in private if is_public(address)] == []
    assert [address for address in public if not is_public(address)] == []


def test_what_cannot_be_called_is_refused() -> None:
    fine = [
        HOOK,
        replace(HOOK, url="http://example.org:8080/a?b=c"),
        replace(HOOK, headers={"X-Key": "abc"}),
    ]
    urls = ["", "example.org", "ftp://example.org", "file:///etc/passwd", "https://", "http://[::1"]
    urls += [
        "https://user:pass@example.org",
        "https://example.org:99999",
        "https://e.org/" + "x" * 2000,
        *(f"https://e{hidden}.org/" for hidden in (" ", "\t", "\n", "\u00a0", "\u200b", "\u202e")),
        "https://e.org/a b",
    ]
    odd = [
        *(replace(HOOK, url=url) for url in urls),
        replace(HOOK, events=()),
        replace(HOOK, seconds=0),
        replace(HOOK, seconds=61),
        *(
            replace(HOOK, headers={name: "x"})
            for name in ("Host", "content-length", "X Y", "", "a:b", "X-Tacitus-Signature")
        ),
        replace(HOOK, headers={"X-Key": "a\r\nHost: b"}),
        replace(HOOK, headers={"X-Key": "é"}),
    ]

    passed: list[Webhook] = []
    for one in (*fine, *odd):
        try:
            passed.append(checked_webhook(one))
        except InvalidRequest:
            continue

    assert passed == fine


def test_who_asked_for_it_is_told_once() -> None:
    everything = replace(HOOK, events=(Event.DONE,))
    rows = [
        (HOOK, JobKind.RETAIN, "retain.completed"),
        (HOOK, JobKind.OBSERVE, None),
        (everything, JobKind.RETAIN, "operation.completed"),
        (everything, JobKind.OBSERVE, "operation.completed"),
        (everything, JobKind.DELIVER, None),
        (replace(everything, enabled=False), JobKind.RETAIN, None),
    ]

    jobs = [telling(hook, done(kind), {"memories": 1}) for hook, kind, _ in rows]

    assert [job and job.payload["event"] for job in jobs] == [event for *_, event in rows]
    assert jobs[0] == telling(HOOK, done(JobKind.RETAIN), {"memories": 1})


def test_a_message_is_signed_with_its_time() -> None:
    body = b'{"a": 1}'
    seconds = int(NOON.timestamp())

    expected = hmac.new(b"secret", f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()

    assert signed("secret", body, NOON) == f"t={seconds},v1={expected}"
