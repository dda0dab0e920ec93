"""Webhooks over HTTP, and what a receiver on this machine is told."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
import pytest
from fastapi import FastAPI

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient, InvalidRequest, NotFound, NotOffered
from tacitus.domain.webhooks import signed
from tacitus.settings import Settings
from tacitus.wire import MemoryItem, WebhookChangeRequest, WebhookHttp, WebhookRequest
from tests.builders import NOON

ANA = MemoryItem(content="Ana rows in Oslo.", document_id="ana")


HOSTS = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "localhost",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
]
"""Ways to write this machine."""


@dataclass
class Receiver:
    """Takes whatever is sent, and answers with a status."""

    status: str = "200 OK"
    url: str = ""
    heads: list[str] = field(default_factory=list[str])
    bodies: list[bytes] = field(default_factory=list[bytes])

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            (
                int(line[15:])
                for line in head.lower().split("\r\n")
                if line[:15] == "content-length:"
            ),
            0,
        )
        self.heads.append(head)
        self.bodies.append(await reader.readexactly(length))
        elsewhere = "Location: http://127.0.0.1:1/\r\n"
        writer.write(f"HTTP/1.1 {self.status}\r\n{elsewhere}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def receiving(status: str = "200 OK") -> AsyncGenerator[Receiver]:
    receiver = Receiver(status)
    server = await asyncio.start_server(receiver.take, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/told"
    async with server:
        yield receiver


def a_runtime(*, private: bool) -> Runtime:
    return in_memory_runtime(Settings(webhooks_private=private), clock=TickingClock(NOON))


@pytest.fixture
def runtime() -> Runtime:
    return a_runtime(private=True)


@pytest.fixture
async def memory(app: FastAPI, runtime: Runtime, memory: AsyncClient) -> AsyncClient:
    app.state.runtime = runtime
    await memory.create_bank("notes")
    return memory


async def test_a_receiver_is_told_that_a_document_is_remembered(
    memory: AsyncClient, runtime: Runtime
) -> None:
    async with receiving() as receiver:
        asked = WebhookRequest(
            url=receiver.url, secret="s3cret", http_config=WebhookHttp(headers={"X-Key": "abc"})
        )
        hook = await memory.add_webhook("notes", asked)
        accepted = await memory.retain("notes", ANA, wait=False)
        await runtime.work(forever=False)

        [head], [body] = receiver.heads, receiver.bodies
        told = json.loads(body)
        assert told["event_type"] == "retain.completed"
        assert (told["bank_id"], told["operation_id"]) == ("notes", accepted.operation_id)
        assert told["data"]["document"] == "ana"
        assert head.startswith("POST /told HTTP/1.1")
        assert "x-key: abc" in head.lower()
        sent = next(line[21:] for line in head.split("\r\n") if line[:19] == "X-Tacitus-Signature")
        at = runtime.engine.clock.now()
        assert sent.split(",")[0] <= f"t={int(at.timestamp())}"
        when = NOON.fromtimestamp(int(sent.split(",")[0][2:]), NOON.tzinfo)
        assert sent == signed("s3cret", body, when)

        [delivery] = (await memory.deliveries("notes", hook.id)).items
        assert (delivery.status, delivery.last_response_status) == ("completed", 200)
        assert delivery.event_id == told["event_id"]


async def test_a_receiver_that_fails_is_told_again_later(
    memory: AsyncClient, runtime: Runtime
) -> None:
    async with receiving("500 Oh no") as receiver:
        hook = await memory.add_webhook("notes", WebhookRequest(url=receiver.url))
        await memory.retain("notes", ANA, wait=False)
        await runtime.work(forever=False)
        [failed] = (await memory.deliveries("notes", hook.id)).items
        receiver.status = "204 No Content"
        clock = runtime.engine.clock
        assert isinstance(clock, TickingClock)
        clock.advance(seconds=60)
        await runtime.work(forever=False)

        [told] = (await memory.deliveries("notes", hook.id)).items
        assert failed.last_error is not None
        assert "it said 500" in failed.last_error
        assert failed.next_retry_at is not None
        assert (told.status, told.attempts) == ("completed", 2)
        first, second = (json.loads(body) for body in receiver.bodies)
        assert first["event_id"] == second["event_id"]


async def test_no_redirect_is_followed(memory: AsyncClient, runtime: Runtime) -> None:
    async with receiving("302 Found") as receiver:
        hook = await memory.add_webhook("notes", WebhookRequest(url=receiver.url))
        await memory.retain("notes", ANA, wait=False)
        await runtime.work(forever=False)

        [delivery] = (await memory.deliveries("notes", hook.id)).items
        assert delivery.last_error is not None
        assert "it said 302" in delivery.last_error
        assert len(receiver.heads) == 1


async def test_nobody_in_a_private_network_is_told_unless_that_is_allowed(
    app: FastAPI, memory: AsyncClient
) -> None:
    guarded = a_runtime(private=False)
    app.state.runtime = guarded
    await memory.create_bank("notes")
    async with receiving() as receiver:
        port = receiver.url.partition("127.0.0.1")[2]
        hooks = [
            await memory.add_webhook("notes", WebhookRequest(url=f"http://{host}{port}"))
            for host in HOSTS
        ]
        await memory.retain("notes", ANA, wait=False)
        await guarded.work(forever=False)

        for hook in hooks:
            [delivery] = (await memory.deliveries("notes", hook.id)).items
            assert delivery.status == "failed", delivery
            assert "is an address in a private network" in (delivery.last_error or ""), delivery
        assert receiver.heads == []


async def test_a_webhook_is_changed_listed_and_deleted(
    http: httpx.AsyncClient, memory: AsyncClient, runtime: Runtime
) -> None:
    asked = WebhookRequest(
        url="https://example.org/told",
        secret="s3cret",
        http_config=WebhookHttp(headers={"Authorization": "Bearer abc"}, timeout_seconds=5),
    )
    hook = await memory.add_webhook("notes", asked)
    change = WebhookChangeRequest(enabled=False, event_types=["operation.completed"])
    changed = await memory.change_webhook("notes", hook.id, change)

    listed = await http.get("/v1/default/banks/notes/webhooks")
    assert "s3cret" not in listed.text
    assert "Bearer" not in listed.text
    assert (changed.enabled, changed.event_types) == (False, ["operation.completed"])
    assert (hook.enabled, hook.event_types) == (True, ["retain.completed"])
    assert changed.http_config is not None
    assert changed.http_config.timeout_seconds == 5
    await memory.retain("notes", ANA, wait=False)
    await runtime.work(forever=False)
    assert (await memory.deliveries("notes", hook.id)).items == []
    await memory.delete_webhook("notes", hook.id)
    assert (await memory.webhooks("notes")).total == 0
    for call in (memory.delete_webhook, memory.deliveries):
        with pytest.raises(NotFound):
            await call("notes", hook.id)


async def test_what_makes_no_webhook_is_refused(memory: AsyncClient) -> None:
    with pytest.raises(NotOffered, match=r"these are: retain\.completed, operation\.completed"):
        await memory.add_webhook(
            "notes", WebhookRequest(url="https://a.org", event_types=["consolidation.completed"])
        )
    for url in ("", "ftp://a.org", "https://user:pass@a.org"):
        with pytest.raises(InvalidRequest):
            await memory.add_webhook("notes", WebhookRequest(url=url))
    assert (await memory.webhooks("notes")).total == 0
