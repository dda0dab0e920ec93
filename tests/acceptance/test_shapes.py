"""Every answer that the reference describes has its shape: each route is asked once."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.http.app import create_app
from tests.acceptance.shapes import ANSWERS, Comparing, faults_in, route_of

BANK = "/v1/default/banks/notes"
TALK = "Ana: I moved to Oslo last week.\nBen: Are you still with Kim at the aquarium?"


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime()


@pytest.fixture
def comparing(runtime: Runtime) -> Comparing:
    app = create_app(runtime)
    return Comparing(app)


@pytest.fixture
async def http(comparing: Comparing) -> AsyncGenerator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(comparing)
    async with httpx.AsyncClient(transport=transport, base_url="http://memory") as client:
        yield client


async def test_every_answer_has_the_shape_that_the_reference_describes(
    http: httpx.AsyncClient, comparing: Comparing, runtime: Runtime
) -> None:
    async def ask(method: str, path: str, **body: Any) -> Any:
        answer = await http.request(method, path, json=body or None)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    await ask("PUT", BANK, mission="Remember.", disposition_skepticism=5)
    await ask("PATCH", BANK, name="Notes")
    await ask(
        "PUT", f"{BANK}/profile", disposition={"skepticism": 3, "literalism": 3, "empathy": 3}
    )
    await ask("PATCH", f"{BANK}/config", updates={"disposition_empathy": 4})
    for path in ("profile", "config"):
        await ask("GET", f"{BANK}/{path}")
    await ask("DELETE", f"{BANK}/config")
    item = {"content": TALK, "document_id": "talk", "tags": ["calls"], "timestamp": "2024-05-06"}
    await ask("POST", f"{BANK}/memories", items=[item])
    later = await ask(
        "POST", f"{BANK}/memories", items=[{"content": "Cleo sings."}], **{"async": True}
    )
    files = {"files": ("hours.txt", b"The aquarium opens at nine.")}
    uploaded = await http.post(f"{BANK}/files/retain", files=files, data={"request": "{}"})
    assert uploaded.is_success
    operation = f"{BANK}/operations/{later['operation_id']}"
    await ask("GET", f"{BANK}/operations")
    await ask("DELETE", operation)
    await ask("POST", f"{operation}/retry")
    await ask("DELETE", operation)
    await ask("DELETE", f"{operation}/delete")
    await ask("POST", f"{BANK}/documents/talk/reprocess")
    await runtime.work(forever=False)
    done = await ask("GET", f"{BANK}/operations")
    await ask("GET", f"{BANK}/operations/{done['operations'][0]['id']}")
    await ask("POST", f"{BANK}/consolidate", observation_scopes=None)
    include: dict[str, object] = {"entities": {}, "chunks": {}, "source_facts": {}}
    recalled = await ask(
        "POST", f"{BANK}/memories/recall", query="Where does Ana live?", include=include, trace=True
    )
    assert recalled["results"]
    assert recalled["entities"]
    assert recalled["chunks"]
    reflected = await ask(
        "POST",
        f"{BANK}/reflect",
        query="Where does Ana live?",
        include={"facts": {}, "tool_calls": {}},
    )
    assert reflected["based_on"]["memories"]
    for path in ("memories/list", "entities", "entities/graph", "documents", "tags", "stats"):
        assert await ask("GET", f"{BANK}/{path}")
    [entity, *_] = (await ask("GET", f"{BANK}/entities"))["items"]
    await ask("GET", f"{BANK}/entities/{entity['id']}")
    chunks = await ask("GET", f"{BANK}/documents/talk/chunks")
    await ask("GET", f"/v1/default/chunks/{chunks['items'][0]['chunk_id']}")
    await ask("GET", f"{BANK}/documents/talk/history")
    await ask("GET", f"{BANK}/documents/talk")
    await ask("DELETE", f"{BANK}/documents/talk")
    await ask("GET", "/v1/default/banks")
    await ask("GET", "/version")
    await ask("DELETE", BANK)

    assert comparing.faults == []
    assert ANSWERS.keys() - comparing.asked == set()


def test_what_is_missing_added_or_of_another_kind_is_found() -> None:
    good = {"success": True, "message": None, "deleted_count": 3}
    told = {
        json.dumps(value): [*faults_in(value, "DeleteResponse", "it")]
        for value in (
            good,
            {"success": True, "message": None},
            {**good, "deleted_count": True},
            {**good, "message": 7},
            {**good, "colour": "red"},
            [good],
        )
    }

    assert [faults[0].partition(": ")[0] if faults else "" for faults in told.values()] == [
        "",
        "it.deleted_count is missing",
        "it.deleted_count",
        "it.message",
        "it.colour",
        "it",
    ]
    assert (
        route_of("GET", f"{BANK}/documents/a%2Fb")
        == "GET /v1/default/banks/{bank}/documents/{document}"
    )
    assert route_of("GET", f"{BANK}/documents/a/b") is None
