"""Nothing of a tenant reaches another, nor anything of a bank who holds a key for others.

Whoever asks is told the same of what is not there and of what is somebody else's.
"""

from dataclasses import dataclass
from typing import Any
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
from tests.integration.http.surface import PARAMETERS, every_route, probe

BANKS = "/v1/default/banks"
SECRET, NOWHERE, OTHER = "Vault / 7", "Not / at all", "pinboard"
WORDS = ("zanzibar", "Quillon", "Acme")
"""Stand in everything that is kept in the bank; nobody else says them."""
TEXT = "Quillon keeps the lighthouse of Zanzibar. Quillon met Ana in Zanzibar on Monday."


@dataclass(frozen=True, slots=True)
class Kept:
    """A bank that holds something of every kind.

    Attributes:
        names: What its addresses are made of, ids and the bank's name.
    """

    app: FastAPI
    runtime: Runtime
    names: dict[str, str]

    def asked_for(self, bank: str) -> dict[str, str]:
        """Return the same names, of another bank."""
        return {**self.names, "bank_id": bank}


@pytest.fixture
async def kept(app: FastAPI) -> Kept:
    """Fill a bank of Acme's, in a server for which nobody is too fast."""
    runtime = app.state.runtime = in_memory_runtime(Settings(key_rate=10_000))
    async with holding(app, await key_of(runtime, "acme")) as acme:
        return Kept(app, runtime, await _filled(runtime, acme))


async def _filled(runtime: Runtime, acme: httpx.AsyncClient) -> dict[str, str]:
    bank = f"{BANKS}/{quote(SECRET, safe='')}"

    async def said(method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = await acme.request(method, bank + path, json=body)
        assert answer.is_success, (path, answer.text)
        return answer.json()

    await said("PUT", "", {"name": "Acme", "mission": "Zanzibar", "background": "I am Quillon."})
    item = {"content": TEXT, "document_id": "zanzibar.txt", "tags": ["zanzibar"], "context": "Acme"}
    await said("POST", "/memories", {"items": [item], "document_tags": ["quillon"]})
    [memory, *_] = (await said("GET", "/memories/list"))["items"]
    later = await said("POST", "/memories", {"items": [{"content": TEXT}], "async": True})
    opinion = {"text": "Zanzibar is fine.", "confidence": 0.7, "who": "Quillon"}
    rule = {"name": "Zanzibar", "content": "Call it Zanzibar."}
    asked = {"name": "Quillon", "source_query": "Who is Quillon?", "id": "quillon"}
    hook = {"url": "https://example.org/zanzibar"}
    names = {
        **dict.fromkeys(PARAMETERS, "none of that kind"),
        "bank_id": SECRET,
        "document_id": "zanzibar.txt",
        "memory_id": memory["id"],
        "chunk_id": memory["chunk_id"],
        "entity_id": (await said("GET", "/entities"))["items"][0]["id"],
        "operation_id": later["operation_id"],
        "opinion_id": (await said("POST", "/opinions", {**opinion, "drawn_from": [memory["id"]]}))["id"],
        "directive_id": (await said("POST", "/directives", rule))["id"],
        "model_id": (await said("POST", "/mental-models", asked))["mental_model_id"],
        "webhook_id": (await said("POST", "/webhooks", hook))["id"],
        "key_id": (await acme.get("/v1/default/keys")).json()["keys"][0]["id"],
    }  # fmt: skip
    await runtime.work(forever=False)
    await said("PATCH", f"/memories/{memory['id']}", {"context": "Acme in Zanzibar"})
    return names


async def _ask(
    asking: httpx.AsyncClient, method: str, path: str, names: dict[str, str]
) -> httpx.Response:
    return await probe(method, path).ask(asking, names)


def _bank_is_deleted(route: tuple[str, str]) -> bool:
    return route == ("DELETE", f"{BANKS}/{{bank_id}}")


ROUTES = sorted(every_route(), key=_bank_is_deleted)
"""Banks are deleted last: everything else is asked of a bank that is there."""
READING = [route for route in ROUTES if route[0] == "GET"]


async def test_whose_it_is_finds_everything_by_every_route_that_reads(kept: Kept) -> None:
    """Otherwise the tests below would ask for what nobody finds."""
    async with holding(kept.app, await key_of(kept.runtime, "acme")) as acme:
        answers = {route: await _ask(acme, *route, kept.names) for route in READING}

    asked = {route: got for route, got in answers.items() if got.status_code != 501}
    assert {route: got.text for route, got in asked.items() if got.status_code != 200} == {}
    assert sum(bool(_leaks(got.text, {})) for got in asked.values()) > 20


async def test_another_tenant_finds_nothing_by_any_route(kept: Kept) -> None:
    async with (
        holding(kept.app, await key_of(kept.runtime, "acme")) as acme,
        holding(kept.app, await key_of(kept.runtime, "burglars")) as thief,
    ):
        before = [await _ask(acme, *route, kept.names) for route in READING]
        wrong = [*await _leaking(thief, READING, kept)]
        await thief.put(f"{BANKS}/{quote(SECRET, safe='')}", json={})  # a bank of that name, too
        wrong += [*await _leaking(thief, ROUTES, kept)]
        after = [await _ask(acme, *route, kept.names) for route in READING]

    assert wrong == []
    changed = [
        route for route, one, two in zip(READING, before, after, strict=True) if _differ(one, two)
    ]
    assert changed == []


async def _leaking(
    thief: httpx.AsyncClient, routes: list[tuple[str, str]], kept: Kept
) -> list[object]:
    """Return where something comes back that was not said in the question, or the question was none."""
    wrong: list[object] = []
    for route in routes:
        got = await _ask(thief, *route, kept.names)
        if found := _leaks(got.text, kept.names):
            wrong.append((route, found, got.text[:200]))
        if got.status_code == 422:
            wrong.append((route, "say in surface.py how to ask this route", got.text[:200]))
    return wrong


def _leaks(text: str, said: dict[str, str]) -> list[str]:
    """Return what is Acme's of a text, less what was in the question itself."""
    for one in said.values():
        text = text.replace(one, "").replace(quote(one, safe=""), "")
    return [word for word in WORDS if word.lower() in text.lower()]


def _differ(one: httpx.Response, two: httpx.Response) -> bool:
    volatile = ("/metrics", "/health", "/memories/recall", "/keys")
    return (one.status_code, one.text) != (two.status_code, two.text) and not any(
        part in str(one.request.url) for part in volatile
    )


async def test_what_is_of_another_tenant_and_what_is_nowhere_are_told_alike(kept: Kept) -> None:
    async with holding(kept.app, await key_of(kept.runtime, "burglars")) as thief:
        assert await _told_apart(thief, kept, READING) == []


async def test_what_is_of_another_bank_and_what_is_nowhere_are_told_alike(kept: Kept) -> None:
    key = await key_of(kept.runtime, "acme", Right.ADMIN, OTHER)
    async with holding(kept.app, key) as holder:
        await holder.put(f"{BANKS}/{OTHER}", json={})

        assert await _told_apart(holder, kept, ROUTES) == []
        assert [*await _leaking(holder, ROUTES, kept)] == []
        listed = (await holder.get(BANKS)).json()
        own = await holder.get(f"{BANKS}/{OTHER}/stats")

    assert (listed["total"], [bank["bank_id"] for bank in listed["banks"]]) == (1, [OTHER])
    assert own.status_code == 200


async def _told_apart(
    asking: httpx.AsyncClient, kept: Kept, routes: list[tuple[str, str]]
) -> list[object]:
    """Return the routes that answer otherwise for a bank which is there than for one which is not."""
    wrong: list[object] = []
    for route in [route for route in routes if "{bank_id}" in route[1]]:
        here = await _ask(asking, *route, kept.asked_for(SECRET))
        nowhere = await _ask(asking, *route, kept.asked_for(NOWHERE))
        one, two = here.text.replace(SECRET, "it"), nowhere.text.replace(NOWHERE, "it")
        if (here.status_code, one) != (nowhere.status_code, two):
            wrong.append((route, here.status_code, one[:200], nowhere.status_code, two[:200]))
    return wrong


async def test_no_tool_finds_anything_of_another_tenant_or_bank_nor_does_more_than_the_key_may() -> (
    None
):
    runtime = in_memory_runtime()
    app = create_app(runtime, tools)
    acme, reader = await key_of(runtime, "acme"), await key_of(runtime, "acme", Right.READ)
    thieves = [
        await key_of(runtime, "burglars"),
        await key_of(runtime, "acme", Right.ADMIN, OTHER),
    ]
    async with app.router.lifespan_context(app), holding(app, acme) as owner:
        names = await _filled(runtime, owner)
        said = {
            key: [text for one in _calls(names) for text in [await _call(app, key, *one)]]
            for key in (*thieves, reader, acme)
        }

    assert [text for key in thieves for text in said[key] if _leaks(text, names)] == []
    assert len([text for text in said[acme] if _leaks(text, names)]) > 8
    refused = [text for text in said[reader] if "this takes write" in text]
    assert len(refused) == len([one for one in _calls(names) if one[0] in {"retain", "retract"}])
    assert {name for name, _ in _calls(names)} == set(TOOLS)


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
            f"/mcp/{quote(SECRET, safe='')}",
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
