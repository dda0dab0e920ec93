"""Every request has an id, every line of the log names it, and no line holds what was told."""

import io
import json
import logging
from collections.abc import Generator, Mapping, Sequence

import httpx
import pytest
import structlog
from fastapi import FastAPI

from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import ModelUnavailable, UnusableAnswer
from tacitus.domain.vectors import Vector
from tacitus.seeing.logs import configure_logs
from tacitus.settings import Settings
from tests.fakes.scripted_model import ScriptedModel
from tests.integration.http.keyed import holding
from tests.integration.http.vault import ROUTES, asked, filled

BANK = "/v1/default/banks/notes"
NOTHING: Mapping[str, object] = {"facts": [], "nothing_because": "small talk"}
WORDS = ("zanzibar", "quillon", "hunter2", "lighthouse")


@pytest.fixture
def logged() -> Generator[io.StringIO]:
    """Log all there is into memory, as JSON."""
    root, out = logging.getLogger(), io.StringIO()
    before = root.handlers, root.level
    configure_logs("debug", out)
    yield out
    structlog.reset_defaults()
    root.handlers, root.level = before


class Failing(HashEmbedder):
    """Works until it is broken; then it quotes what it was given, as libraries do."""

    broken: type[Exception] | None = None

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.broken is not None:
            raise self.broken(f"cannot embed {texts}")
        return await super().embed(texts)


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


async def test_no_line_of_the_log_holds_a_text_a_question_or_a_key_whatever_is_asked(
    app: FastAPI, logged: io.StringIO
) -> None:
    embedder = Failing()
    runtime = in_memory_runtime(Settings(key_rate=10_000), embedder=embedder)
    vault = await filled(app, runtime)
    secret = vault.key.rpartition("_")[2]
    async with holding(app, vault.key) as acme:
        names = {**vault.names, "key_id": "zanzibar"}  # its own key is needed till the end
        for embedder.broken in (RuntimeError, ModelUnavailable, None):
            for route in ROUTES:
                if route[0] != "DELETE" or embedder.broken is None:
                    await asked(acme, route, names)
                    await asked(acme, route, {**names, "bank_id": "other"})
        await acme.post(f"{BANK}/memories", json={"items": [{"content": "password: hunter2"}]})
        await acme.get(f"{BANK}/memories/list", params={"q": "lighthouse"})
        await acme.post(f"{BANK}/memories", content=b'{"items": ["zanzibar"')
    async with holding(app, f"{vault.key[:-4]}beef") as stranger:
        await stranger.get(f"{BANK}/documents/zanzibar.txt")

    text = logged.getvalue().lower()
    assert [word for word in (*WORDS, secret[:12], "tct_") if word in text] == []
    kinds = {str(line["event"]) for line in lines(logged)}
    assert kinds >= {"answered", "request failed", "key refused"}
    assert {line["status"] for line in lines(logged) if "status" in line} >= {
        200,
        401,
        404,
        422,
        500,
        503,
    }
    assert [
        line for line in lines(logged) if not (line.get("request_id") or line.get("operation"))
    ] == []


async def test_background_work_logs_no_text_either(logged: io.StringIO) -> None:
    runtime = in_memory_runtime(model=ScriptedModel(UnusableAnswer("zanzibar"), NOTHING))
    for text in ("Quillon rows.", "Ana rows."):
        await runtime.engine.retain_later("notes", [RetainItem(content=text)])
    await runtime.work(forever=False)

    failed, done = lines(logged)
    assert (failed["event"], failed["kind"]) == ("job failed", "retain")
    assert str(failed["trace"]).startswith("['UnusableAnswer < ")
    assert done["event"] == "job done"
    assert {"operation", "bank", "ms"} <= done.keys()
    assert [word for word in WORDS if word in logged.getvalue().lower()] == []


async def test_what_libraries_say_is_not_repeated(logged: io.StringIO) -> None:
    logging.getLogger("some.library").warning("cannot read %s", "zanzibar")
    logging.getLogger("some.library").info("reading")
    logging.getLogger("tacitus.mcp").error("failed", exc_info=ValueError("zanzibar"))

    first, second = lines(logged)
    assert (first["event"], first["logger"]) == ("a library says something", "some.library")
    assert second["trace"] == ["ValueError"]
    assert "zanzibar" not in logged.getvalue()


async def test_a_request_keeps_the_id_that_it_came_with(
    http: httpx.AsyncClient, logged: io.StringIO
) -> None:
    kept = await http.get(f"{BANK}/stats", headers={"X-Request-ID": "front-door:7/a"})
    odd = await http.get(f"{BANK}/stats", headers={"X-Request-ID": "no good\x7f"})
    long = await http.get("/health", headers={"X-Request-ID": "x" * 200})
    unsaid = await http.get("/nowhere")

    made = [answer.headers["X-Request-ID"] for answer in (odd, long, unsaid)]
    assert kept.headers["X-Request-ID"] == "front-door:7/a"
    assert all(len(id) == 32 and id.isalnum() for id in made)
    told = [line["request_id"] for line in lines(logged) if line["event"] == "answered"]
    assert told == ["front-door:7/a", *made]


async def test_what_is_refused_at_the_door_has_an_id_and_is_counted_by_kind(app: FastAPI) -> None:
    app.state.runtime = in_memory_runtime()
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        answers = [
            await http.get("/health", headers={"Host": "evil.example"}),
            await http.get("/health", headers={"Origin": "http://evil.example"}),
            await http.get(f"{BANK}/%00"),
            await http.put(BANK, json={"secrets": "refuse"}),
            await http.post(f"{BANK}/memories", json={"items": [{"content": "password: hunter2"}]}),
        ]
        counted = (await http.get("/metrics")).text

    assert [answer.status_code for answer in answers] == [421, 403, 400, 200, 422]
    assert all(answer.headers["X-Request-ID"] for answer in answers)
    assert "hunter2" not in answers[-1].text
    for kind in ("foreign_host", "foreign_page", "malformed", "sensitive"):
        assert f'tacitus_refused_total{{kind="{kind}"}} 1.0' in counted
