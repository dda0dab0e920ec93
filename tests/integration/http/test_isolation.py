"""Nothing of a tenant reaches another, nor anything of a bank who holds a key for others.

Whoever asks is told the same of what is not there and of what is somebody else's.
"""

from urllib.parse import quote

import httpx
import pytest
from fastapi import FastAPI

from tacitus.asgi import tools
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.access import Right
from tacitus.http.app import create_app
from tacitus.mcp.tools import TOOLS
from tacitus.settings import Settings
from tests.integration.http.keyed import holding, key_of
from tests.integration.http.vault import BANKS, READING, ROUTES, VAULT, Vault, asked, filled

OTHER = "pinboard"


@pytest.fixture
async def vault(app: FastAPI) -> Vault:
    """Fill the vault, in a server for which nobody is too fast."""
    return await filled(app, in_memory_runtime(Settings(key_rate=10_000)))


async def test_whose_it_is_finds_everything_by_every_route_that_reads(vault: Vault) -> None:
    """Otherwise the tests below would ask for what nobody finds."""
    async with holding(vault.app, vault.key) as acme:
        answers = {route: await asked(acme, route, vault.names) for route in READING}

    offered = {route: got for route, got in answers.items() if got.status_code != 501}
    assert {route: got.text for route, got in offered.items() if got.status_code != 200} == {}
    assert sum(bool(vault.told(got.text)) for got in offered.values()) > 20


async def test_another_tenant_finds_and_changes_nothing_by_any_route(vault: Vault) -> None:
    async with (
        holding(vault.app, vault.key) as acme,
        holding(vault.app, await key_of(vault.runtime, "burglars")) as thief,
    ):
        before = [await asked(acme, route, vault.names) for route in READING]
        assert await vault.leaks(thief, READING) == []
        assert await vault.told_apart(thief, READING) == []
        await thief.put(f"{BANKS}/{quote(VAULT, safe='')}", json={})  # a bank of that name, too
        assert await vault.leaks(thief, ROUTES) == []
        after = [await asked(acme, route, vault.names) for route in READING]

    pairs = zip(READING, before, after, strict=True)
    assert [route for route, one, two in pairs if _differ(one, two)] == []


def _differ(one: httpx.Response, two: httpx.Response) -> bool:
    volatile = ("/metrics", "/health", "/keys", "/audit")
    return (one.status_code, one.text) != (two.status_code, two.text) and not any(
        part in str(one.request.url) for part in volatile
    )


async def test_who_holds_a_key_for_another_bank_finds_nothing_by_any_route(vault: Vault) -> None:
    key = await key_of(vault.runtime, "acme", Right.ADMIN, OTHER)
    async with holding(vault.app, key) as holder:
        await holder.put(f"{BANKS}/{OTHER}", json={})

        assert await vault.told_apart(holder, ROUTES) == []
        assert await vault.leaks(holder, ROUTES) == []
        listed = (await holder.get(BANKS)).json()

    assert (listed["total"], [bank["bank_id"] for bank in listed["banks"]]) == (1, [OTHER])


async def test_no_tool_finds_anything_of_another_tenant_or_bank_nor_does_more_than_the_key_may() -> (
    None
):
    runtime = in_memory_runtime(Settings(key_rate=10_000))
    app = create_app(runtime, tools)
    reader = await key_of(runtime, "acme", Right.READ)
    thieves = [
        await key_of(runtime, "burglars"),
        await key_of(runtime, "acme", Right.ADMIN, OTHER),
    ]
    async with app.router.lifespan_context(app):
        vault = await filled(app, runtime)
        calls = _calls(vault.names)
        said = {
            key: [await _call(app, key, *one) for one in calls]
            for key in (*thieves, reader, vault.key)
        }

    assert [text for key in thieves for text in said[key] if vault.told(text)] == []
    assert len([text for text in said[vault.key] if vault.told(text)]) > 8
    refused = [text for text in said[reader] if "this takes write" in text]
    assert len(refused) == len([one for one in calls if one[0] in {"retain", "retract"}])
    assert {name for name, _ in calls} == set(TOOLS)


def _calls(names: dict[str, str]) -> list[tuple[str, dict[str, object]]]:
    ids = ("memory_id", "document_id", "operation_id")
    return [
        ("recall", {"query": "Who keeps the lighthouse?"}),
        ("reflect", {"query": "Who keeps the lighthouse?"}),
        ("opinions", {}),
        ("opinions", {"opinion_id": names["opinion_id"]}),
        *(("list", {"what": what}) for what in ("memories", "documents", "operations")),
        *(("get", {id: names[id]}) for id in ids),
        ("retain", {"content": "Rain fell."}),
        *(("retract", {id: names[id]}) for id in ids[:2]),
    ]


async def _call(app: FastAPI, key: str, tool: str, arguments: dict[str, object]) -> str:
    """Call a tool of the bank; return all that is answered."""
    params = {"name": tool, "arguments": arguments}
    async with holding(app, key) as asking:
        answer = await asking.post(
            f"/mcp/{quote(VAULT, safe='')}",
            json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
            headers={"Accept": "application/json, text/event-stream"},
        )
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_who_may_only_read_leaves_no_opinion_behind(runtime: Runtime) -> None:
    for right, forms in ((Right.READ, False), (Right.WRITE, True)):
        grant = await runtime.gate.grant(await key_of(runtime, "acme", right))
        assert runtime.granted(grant).engine.reflecting.forms is forms


async def test_banks_for_some_are_paged_by_name(app: FastAPI, runtime: Runtime) -> None:
    names, app.state.runtime = ["b", "a", "c"], runtime
    key = await key_of(runtime, "acme", Right.WRITE, *names, "never made")
    async with holding(app, key) as holder:
        for name in names:
            await holder.put(f"{BANKS}/{name}", json={})
        page = (await holder.get(BANKS, params={"limit": 2, "offset": 1})).json()

    assert (page["total"], [bank["bank_id"] for bank in page["banks"]]) == (3, ["b", "c"])
