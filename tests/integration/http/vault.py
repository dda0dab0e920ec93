"""A bank of Acme's that holds something of every kind, and what others get to see of it."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from fastapi import FastAPI

from tacitus.bootstrap import Runtime
from tests.integration.http.keyed import holding, key_of
from tests.integration.http.surface import PARAMETERS, every_route, probe

BANKS = "/v1/default/banks"
VAULT, NOWHERE = "Vault / 7", "Not / at all"
Route = tuple[str, str]
_WORDS = ("zanzibar", "quillon", "acme")
"""Stand in everything that is kept in the bank; nobody else says them."""
_TEXT = "Quillon keeps the lighthouse of Zanzibar. Quillon met Ana in Zanzibar on Monday."
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _bank_is_deleted(route: Route) -> bool:
    return route == ("DELETE", f"{BANKS}/{{bank_id}}")


ROUTES = sorted(every_route(), key=_bank_is_deleted)
"""Banks are deleted last: everything else is asked of a bank that is there."""
READING = [route for route in ROUTES if route[0] == "GET"]


@dataclass(frozen=True, slots=True)
class Vault:
    """The bank.

    Attributes:
        key: That opens all of Acme's banks.
        names: What its addresses are made of: ids, and the bank's name.
        ids: All that Acme is told.
    """

    app: FastAPI
    runtime: Runtime
    key: str
    names: dict[str, str]
    ids: frozenset[str]

    async def leaks(self, thief: httpx.AsyncClient, routes: list[Route]) -> list[object]:
        """Return where something comes back that was not in the question, or the question was none."""
        wrong: list[object] = []
        for route in routes:
            got = await asked(thief, route, self.names)
            if found := self.told(got.text):
                wrong.append((route, found, got.text[:200]))
            if got.status_code == 422:
                wrong.append((route, "say in surface.py how to ask this route", got.text[:200]))
            if got.status_code in {401, 429, 500}:
                wrong.append((route, got.status_code, got.text[:200]))
        return wrong

    async def told_apart(self, asking: httpx.AsyncClient, routes: list[Route]) -> list[object]:
        """Return the routes that answer otherwise for the bank than for one which is nowhere."""
        wrong: list[object] = []
        for route in [route for route in routes if "{bank_id}" in route[1]]:
            here = await asked(asking, route, self.names)
            nowhere = await asked(asking, route, {**self.names, "bank_id": NOWHERE})
            one, two = here.text.replace(VAULT, "it"), nowhere.text.replace(NOWHERE, "it")
            if (here.status_code, one) != (nowhere.status_code, two):
                wrong.append((route, here.status_code, one[:200], nowhere.status_code, two[:200]))
        return wrong

    def told(self, text: str) -> list[str]:
        """Return what a text tells of Acme, less what was in the question itself."""
        for one in self.names.values():
            text = text.replace(one, "").replace(quote(one, safe=""), "")
        words = [word for word in _WORDS if word in text.lower()]
        return [*words, *(self.ids & set(_ID.findall(text)))]


async def asked(asking: httpx.AsyncClient, route: Route, names: dict[str, str]) -> httpx.Response:
    """Ask a route about what the names mean."""
    return await probe(*route).ask(asking, names)


async def filled(app: FastAPI, runtime: Runtime) -> Vault:
    """Fill the bank, over HTTP."""
    app.state.runtime = runtime
    key = await key_of(runtime, "acme")
    async with holding(app, key) as acme:
        names = await _filled(runtime, acme)
        told = [(await asked(acme, route, names)).text for route in READING]
    return Vault(app, runtime, key, names, frozenset(_ID.findall(" ".join(told))))


async def _filled(runtime: Runtime, acme: httpx.AsyncClient) -> dict[str, str]:
    bank = f"{BANKS}/{quote(VAULT, safe='')}"

    async def said(method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = await acme.request(method, bank + path, json=body)
        assert answer.is_success, (path, answer.text)
        return answer.json()

    await said("PUT", "", {"name": "Acme", "mission": "Zanzibar", "background": "I am Quillon."})
    item = {
        "content": _TEXT,
        "document_id": "zanzibar.txt",
        "tags": ["zanzibar"],
        "context": "Acme",
    }
    await said("POST", "/memories", {"items": [item], "document_tags": ["quillon"]})
    [memory, *_] = (await said("GET", "/memories/list"))["items"]
    later = await said("POST", "/memories", {"items": [{"content": _TEXT}], "async": True})
    opinion = {"text": "Zanzibar is fine.", "confidence": 0.7, "who": "Quillon"}
    rule = {"name": "Zanzibar", "content": "Call it Zanzibar."}
    question = {"name": "Quillon", "source_query": "Who is Quillon?", "id": "quillon"}
    hook = {"url": "https://example.org/zanzibar"}
    names = {
        **dict.fromkeys(PARAMETERS, "none of that kind"),
        "bank_id": VAULT,
        "document_id": "zanzibar.txt",
        "memory_id": memory["id"],
        "chunk_id": memory["chunk_id"],
        "entity_id": (await said("GET", "/entities"))["items"][0]["id"],
        "operation_id": later["operation_id"],
        "opinion_id": (await said("POST", "/opinions", {**opinion, "drawn_from": [memory["id"]]}))["id"],
        "directive_id": (await said("POST", "/directives", rule))["id"],
        "model_id": (await said("POST", "/mental-models", question))["mental_model_id"],
        "webhook_id": (await said("POST", "/webhooks", hook))["id"],
        "key_id": (await acme.get("/v1/default/keys")).json()["keys"][0]["id"],
    }  # fmt: skip
    await runtime.work(forever=False)
    await said("PATCH", f"/memories/{memory['id']}", {"context": "Acme in Zanzibar"})
    return names
