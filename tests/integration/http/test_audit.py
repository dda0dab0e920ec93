"""Who asked for what of which bank is kept, and told to those who may see all of the tenant."""

from typing import Any
from uuid import UUID

import httpx
from fastapi import FastAPI

from tacitus.asgi import tools
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.access import Right
from tacitus.http.app import create_app
from tests.integration.http.keyed import holding, key_of

AUDIT, BANK = "/v1/default/audit", "/v1/default/banks/notes"
TEXT = {"items": [{"content": "Quillon rows in Zanzibar."}]}


async def rows(holder: httpx.AsyncClient, **asked: str) -> list[dict[str, Any]]:
    return (await holder.get(AUDIT, params=asked)).raise_for_status().json()["items"]


async def test_reads_and_writes_are_kept_with_who_asked_and_how_it_was_answered(
    app: FastAPI, runtime: Runtime
) -> None:
    app.state.runtime = runtime
    admin, reader = await key_of(runtime, "acme"), await key_of(runtime, "acme", Right.READ)
    async with holding(app, admin) as boss, holding(app, reader) as guest:
        await boss.post(f"{BANK}/memories", json=TEXT, headers={"X-Request-ID": "job-7.1"})
        await guest.post(f"{BANK}/memories/recall", json={"query": "Who rows in Zanzibar?"})
        await guest.post(f"{BANK}/memories", json=TEXT)
        await guest.get(f"{BANK}/memories/list", params={"q": "Zanzibar"})
        await boss.get("/v1/default/banks/nowhere/stats")
        await boss.get("/health")
        found = await rows(boss)

    told = [(row["what"], row["bank_id"], row["status"], row["key_id"] or "") for row in found]
    high, low = (str(UUID(key.split("_")[1])) for key in (admin, reader))
    assert told == [
        ("stats", "nowhere", 404, high),
        ("list_memories", "notes", 200, low),
        ("retain", "notes", 403, low),
        ("recall", "notes", 200, low),
        ("retain", "notes", 200, high),
    ]
    assert found[-1]["request_id"] == "job-7.1"
    assert "Zanzibar" not in str(found)


async def test_rows_are_asked_for_by_bank_key_request_and_time(http: httpx.AsyncClient) -> None:
    await http.put("/v1/default/banks/a", json={})
    await http.put("/v1/default/banks/b", json={}, headers={"X-Request-ID": "mine"})

    [of_b] = await rows(http, bank_id="b")
    assert await rows(http, request_id="mine") == [of_b]
    assert await rows(http, since=of_b["at"], bank_id="a") == []
    assert await rows(http, key_id="0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b") == []
    assert (await http.get(AUDIT, params={"key_id": "none"})).status_code == 400


async def test_a_bank_that_is_forgotten_leaves_its_rows(http: httpx.AsyncClient) -> None:
    await http.put(BANK, json={})
    await http.delete(BANK)

    assert [row["what"] for row in await rows(http, bank_id="notes")] == [
        "delete_bank",
        "create_bank",
    ]


async def test_a_tenant_and_who_holds_a_key_for_some_banks_see_nothing_of_others(
    app: FastAPI, runtime: Runtime
) -> None:
    app.state.runtime = runtime
    acme, other = await key_of(runtime, "acme"), await key_of(runtime, "other")
    scoped = await key_of(runtime, "acme", Right.ADMIN, "notes")
    async with (
        holding(app, acme) as boss,
        holding(app, other) as else_,
        holding(app, scoped) as one,
    ):
        await boss.put(BANK, json={})

        assert await rows(else_) == []
        assert (await one.get(AUDIT)).status_code == 403


async def test_a_tool_that_an_agent_calls_is_kept_by_its_name() -> None:
    runtime = in_memory_runtime()
    app = create_app(runtime, tools)
    call = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "retain", "arguments": {"content": "Quillon rows."}},
    }  # fmt: skip
    headers = {"Accept": "application/json, text/event-stream"}
    async with app.router.lifespan_context(app), holding(app, None) as here:
        answer = await here.post("/mcp/notes", json=call, headers=headers)
        assert answer.status_code == 200
        [row] = await rows(here)

    assert (row["what"], row["bank_id"], row["status"]) == ("mcp retain", "notes", 200)
