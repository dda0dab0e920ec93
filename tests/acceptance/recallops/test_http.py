"""The HTTP API, over a server that keeps nothing: what the pages ask, and what is refused."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest_asyncio
from pydantic import SecretStr

from recallops.adapters.memory_tacitus import TacitusMemory
from recallops.adapters.records_sql import open_records
from recallops.adapters.redaction import DetectedSecrets
from recallops.adapters.system_clock import SystemClock
from recallops.bootstrap import Runtime, demonstration
from recallops.casebook import Casebook, Tools
from recallops.cli.demonstration import load
from recallops.http.app import create_app
from recallops.intake.signatures import sign
from recallops.settings import Settings
from tacitus.client import AsyncClient

SECRET = "s3cret-for-tests"
ALERT = {
    "version": "4",
    "alerts": [
        {
            "status": "firing",
            "labels": {"alertname": "PoolFull", "service": "checkout", "instance": "db-1"},
            "annotations": {"summary": "No connection is free"},
            "startsAt": "2026-03-01T12:00:00Z",
        }
    ],
}


@pytest_asyncio.fixture
async def runtime(client: AsyncClient, tmp_path: Path) -> AsyncIterator[Runtime]:
    records = await open_records()
    tools = Tools(
        records=records,
        memory=TacitusMemory(client, url="http://memory"),
        redactor=DetectedSecrets(),
        clock=SystemClock(),
    )
    yield Runtime(
        casebook=Casebook.over(tools),
        settings=Settings(webhook_secret=SecretStr(SECRET), ui=tmp_path),
        database="sqlite://",
        memory_url="http://memory",
        client=client,
    )
    await records.close()


@pytest_asyncio.fixture
async def api(runtime: Runtime) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(runtime))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as api:
        yield api


async def opened(api: httpx.AsyncClient, **given: object) -> dict[str, Any]:
    body = {"title": "Checkout is slow", "service": "checkout", "severity": "high", "by": "Ann"}
    answer = await api.post("/api/incidents", json={**body, **given})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_an_incident_goes_from_its_opening_to_its_postmortem(api: httpx.AsyncClient) -> None:
    incident = await opened(api, symptoms=["Requests time out", " "])
    id = incident["id"]

    assert incident["root_cause"] == {"value": None, "confirmed_by": None, "confirmed_at": None}
    assert incident["symptoms"] == ["Requests time out"]
    update = {"text": "40 of 40 in use", "kind": "observed", "at": None, "by": "Ann"}
    told = (await api.post(f"/api/incidents/{id}/updates", json=update)).json()
    assert (told["status"], told["timeline"][0]["kind"]) == ("investigating", "observed")
    noted = (await api.get(f"/api/evidence/{told['timeline'][0]['evidence_id']}")).json()
    assert (noted["text"], noted["kind"], noted["incident_id"]) == (update["text"], "observed", id)
    cause = {"field": "root_cause", "value": "Pool too small", "by": "Ann"}
    told = (await api.post(f"/api/incidents/{id}/confirm", json=cause)).json()
    assert told["root_cause"]["confirmed_by"] == "Ann"
    fix = {"text": "Raise the pool", "outcome": "unknown", "applied_at": None, "by": "Ann"}
    told = (await api.post(f"/api/incidents/{id}/fixes", json=fix)).json()
    over = {"status": "resolved", "by": "Ann"}
    told = (await api.patch(f"/api/incidents/{id}", json=over)).json()
    assert told["resolved_at"] is not None
    text = await api.get(f"/api/incidents/{id}/postmortem")
    assert text.headers["content-type"].startswith("text/markdown")
    assert "Pool too small (confirmed by Ann" in text.text


async def test_a_list_is_narrowed_and_counted(api: httpx.AsyncClient) -> None:
    await opened(api)
    await opened(api, title="Search is slow", service="search", severity="low")

    asked = {"service": "search", "severity": ["low", "high"], "sort": "title"}
    page = (await api.get("/api/incidents", params=asked)).json()
    assert [one["title"] for one in page["items"]] == ["Search is slow"]
    assert page["total"] == 1
    assert {one["value"] for one in page["facets"]["service"]} == {"checkout", "search"}


async def test_what_is_refused_is_refused_in_one_line(api: httpx.AsyncClient) -> None:
    id = (await opened(api))["id"]
    nameless = {"field": "root_cause", "value": "x", "by": " "}
    refused = [
        (404, await api.get("/api/incidents/INC-77")),
        (404, await api.get(f"/api/incidents/{id}/analysis")),
        (404, await api.get("/api/nothing")),
        (422, await api.post("/api/incidents", json={"title": "x"})),
        (422, await api.get("/api/incidents", params={"sort": "mood"})),
        (400, await api.post(f"/api/incidents/{id}/confirm", json=nameless)),
        (404, await api.post(f"/api/incidents/{id}/fixes/f", json={"outcome": "failed", "by": "A"})),
        (404, await api.get("/api/evidence/01a22cdc-1819-7638-bc5c-fa8d3f60f705")),
        (401, await api.post("/api/webhooks/generic", json={"title": "x"})),
        (422, await api.post("/api/webhooks/smoke", json={})),
    ]  # fmt: skip
    for status, answer in refused:
        detail = answer.json()["detail"]
        assert answer.status_code == status, answer.text
        assert isinstance(detail, str)
        assert "\n" not in detail


async def test_no_page_of_another_name_reaches_the_server(
    api: httpx.AsyncClient, runtime: Runtime
) -> None:
    here = ("localhost", "127.0.0.1:8787", "[::1]:8787", "recallops.localhost")
    foreign = ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b")

    async def answers(api: httpx.AsyncClient, **headers: str) -> list[int]:
        names = [*here, *foreign]
        named = [{name: text.format(one) for name, text in headers.items()} for one in names]
        return [(await api.get("/api/health", headers=one)).status_code for one in named]

    expected = [200] * len(here) + [403] * len(foreign)
    assert await answers(api, host="{}") == expected
    assert await answers(api, origin="http://{}") == expected
    assert (await api.get("/api/health", headers={"origin": "null"})).status_code == 403

    for changed, status in (({"allowed_hosts": {"evil.example"}}, 200), ({"host": "0.0.0.0"}, 200)):
        settings = runtime.settings.model_copy(update=changed)
        other = httpx.ASGITransport(create_app(replace(runtime, settings=settings)))
        async with httpx.AsyncClient(transport=other, base_url="http://evil.example") as known:
            assert (await known.get("/api/health")).status_code == status


async def test_files_are_imported_once_and_others_refused(api: httpx.AsyncClient) -> None:
    report = b"# Disk full\n\n## Summary\n\nThe disk of the search was full and it stopped.\n"
    files = [("files", ("a.md", report)), ("files", ("b.png", b"\x89PNG"))]
    first = (await api.post("/api/import", files=files)).json()
    again = (await api.post("/api/import", files=files[:1])).json()

    [imported] = first["imported"]
    assert [one["file"] for one in first["refused"]] == ["b.png"]
    assert (again["imported"], again["unchanged"]) == ([], [imported["id"]])


async def test_a_signed_alert_opens_counts_ends_and_opens_again(api: httpx.AsyncClient) -> None:
    async def hear(**changed: object) -> list[dict[str, str]]:
        alert = {**ALERT["alerts"][0], **changed}  # type: ignore[dict-item, index]
        body = json.dumps({**ALERT, "alerts": [alert]}).encode()
        answer = await api.post(
            "/api/webhooks/alertmanager",
            content=body,
            headers={"x-recallops-signature": sign(body, SECRET)},
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["incidents"]

    other = {"alertname": "PoolFull", "service": "checkout", "instance": "db-2"}
    over = {"status": "resolved", "endsAt": "2026-03-01T13:00:00Z"}
    assert await hear() == [{"id": "INC-1", "action": "opened"}]
    assert await hear(labels=other) == [{"id": "INC-1", "action": "occurrence"}]
    await hear(**over)
    assert await hear(labels=other, **over) == [{"id": "INC-1", "action": "resolved"}]
    assert await hear(startsAt="2026-03-02T12:00:00Z") == [{"id": "INC-2", "action": "reopened"}]

    first = (await api.get("/api/incidents/INC-1")).json()
    second = (await api.get("/api/incidents/INC-2")).json()
    assert (first["occurrences"], first["status"]) == (2, "resolved")
    assert second["similar_to"] == ["INC-1"]


async def test_secrets_are_neither_kept_nor_remembered(
    api: httpx.AsyncClient, client: AsyncClient
) -> None:
    secret = "hunter2-correct-horse"
    incident = await opened(api, problem=f"It logs password={secret} in the clear")

    assert secret not in json.dumps(incident)
    document = await client.document("recallops", incident["document_id"])
    assert secret not in (document.original_text or "")


async def test_the_pages_say_how_they_are_built_and_never_leave_their_folder(
    api: httpx.AsyncClient, tmp_path: Path
) -> None:
    assert "make ui" in (await api.get("/")).text
    (tmp_path / "index.html").write_text("<title>pages</title>")
    (tmp_path / "app.js").write_text("let x")

    for path in ("/", "/incidents/INC-1", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"):
        assert (await api.get(path)).text == "<title>pages</title>"
    assert (await api.get("/app.js")).text == "let x"


async def test_the_demonstration_has_something_to_see_on_every_page(
    api: httpx.AsyncClient, runtime: Runtime
) -> None:
    await load(runtime.casebook, demonstration())

    page = (await api.get("/api/incidents")).json()
    assert page["total"] >= 9
    lasting = next(one["id"] for one in page["items"] if one["status"] != "resolved")
    confirmed = [one for one in page["items"] if one["root_cause"]["confirmed_by"]]
    assert confirmed
    ends = [(one["resolved_at"][:10], one["root_cause"]["confirmed_at"][:10]) for one in confirmed]
    assert all(end <= at < "2026-12" for end, at in ends), "said in the days after, not today"
    made = (await api.post(f"/api/incidents/{lasting}/analyse", json={})).json()
    assert made["hypotheses"]
    assert made["actions"]
    assert made["unsupported"] == []
    insights = (await api.get("/api/insights")).json()
    assert len(insights["patterns"]) >= 2
    assert insights["recurrences"]
    assert any(one["confidence"] < 0.5 for one in insights["beliefs"])
    numbers = (await api.get("/api/analytics", params={"days": 36500})).json()
    assert numbers["mttr_hours"] > 0
    answer = await api.post("/api/insights/ask", json={"question": "What keeps happening?"})
    assert answer.json()["answer"][0]["references"]
    found = (await api.get("/api/memory/search", params={"q": "disk full of logs"})).json()
    assert found["items"]
    assert (await api.get("/api/settings")).json()["memory"]["ok"]


async def test_what_people_said_stays_when_a_file_is_imported_again(api: httpx.AsyncClient) -> None:
    report = b"# Disk full\n\n## Summary\n\nThe disk of the search was full.\n\n## Resolution\n\nDelete logs.\n"
    files = [("files", ("a.md", report))]
    [imported] = (await api.post("/api/import", files=files)).json()["imported"]
    path = f"/api/incidents/{imported['id']}"
    [fix] = (await api.get(path)).json()["fixes"]
    concluded = {"outcome": "failed", "by": "Ann"}
    said = (await api.post(f"{path}/fixes/{fix['id']}", json=concluded)).json()["fixes"]
    again = (await api.post("/api/import", files=files)).json()

    assert (said[0]["outcome"], said[0]["by"]) == ("failed", "Ann")
    assert again["unchanged"] == [imported["id"]]
    assert (await api.get(path)).json()["fixes"] == said


async def test_whatever_is_written_is_kept_or_refused_and_never_half_of_it(
    api: httpx.AsyncClient, client: AsyncClient
) -> None:
    kept = await opened(api, title="x\0y", problem="\0 \N{GRINNING FACE}", symptoms=["a\nb"])
    times = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "2026-01-01T00:00:00")
    body = {"title": "t", "service": "s", "severity": "low", "by": "Ann"}
    refused = [await api.post("/api/incidents", json={**body, "started_at": at}) for at in times]

    assert kept["title"] == "x y"
    assert [one.status_code for one in refused] == [400, 400, 422]
    assert (await api.get("/api/incidents")).json()["total"] == 1
    assert (await client.documents("recallops")).total == 1
    assert (await api.get("/api/memory/search", params={"q": "\0"})).status_code == 400
