"""What the server measures of itself."""

import socket
from collections.abc import Iterable

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from tacitus.adapters.telemetry.metrics import Metrics
from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import UnusableAnswer
from tacitus.domain.operations import Backlog
from tacitus.domain.watching import PoolState
from tacitus.http.app import create_app
from tacitus.wire import MemoryItem
from tests.fakes.scripted_model import ScriptedModel


async def measured(http: httpx.AsyncClient) -> dict[tuple[str, ...], float]:
    answer = (await http.get("/metrics")).raise_for_status()
    assert answer.headers["content-type"].startswith("text/plain")
    return samples(answer.text)


def samples(told: str) -> dict[tuple[str, ...], float]:
    """Return each sample by its name and the values of its labels."""
    return {
        (sample.name, *_values(sample.labels)): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
    }


def _values(labels: dict[str, str]) -> Iterable[str]:
    return (value for name, value in sorted(labels.items()) if name != "le")


@pytest.fixture(scope="module")
def fresh() -> FastAPI:
    """Return an application that has counted nothing, made ready: its first request takes its time."""
    app = create_app(in_memory_runtime())
    TestClient(app).get("/health")
    return app


async def test_requests_are_counted_by_route_and_never_by_what_they_name(fresh: FastAPI) -> None:
    transport = httpx.ASGITransport(fresh, raise_app_exceptions=False)
    async with (
        httpx.AsyncClient(transport=transport, base_url="http://memory") as http,
        AsyncClient("http://memory", transport=transport) as memory,
    ):
        await memory.retain("secret name", MemoryItem(content="Ana rows in Oslo."))
        for _ in range(2):
            await memory.recall("secret name", "Where does Ana row?")
        await http.get("/v1/default/banks/nobody/stats")
        await http.get("/no/such/secret")

        found = await measured(http)
        told = (await http.get("/metrics")).text

    count, bank = "tacitus_request_seconds_count", "/v1/default/banks/{bank_id}"
    assert found[count, "POST", f"{bank}/memories", "200"] == 1
    assert found[count, "POST", f"{bank}/memories/recall", "200"] == 2
    assert found[count, "GET", f"{bank}/stats", "404"] == 1
    assert found[count, "GET", "none", "404"] == 1
    for work, times in (("recall", 2), ("retain", 1)):
        named = f"tacitus_{work}_phase_seconds_count"
        phases = {key[1]: count for key, count in found.items() if key[0] == named}
        assert len(phases) > 3
        assert set(phases.values()) == {times}
    assert found["tacitus_refused_total", "not_found"] == 2
    assert "secret" not in told


async def test_work_that_waits_is_told(http: httpx.AsyncClient, memory: AsyncClient) -> None:
    await memory.retain("notes", MemoryItem(content="Ana rows in Oslo."), wait=False)

    found = await measured(http)

    assert found["tacitus_queue_jobs", "due"] == 1
    assert found["tacitus_queue_jobs", "failed"] == 0
    assert found["tacitus_queue_age_seconds",] >= 0
    assert found["tacitus_workers",] == 0


async def test_tokens_are_told_of_background_work_too_and_of_answers_that_were_of_no_use() -> None:
    model = ScriptedModel(
        {"facts": [], "nothing_because": "small talk"}, UnusableAnswer("gibberish", (7, 2, 1))
    )
    runtime = in_memory_runtime(model=model)
    await runtime.engine.retain("notes", "Ana rows.")
    await runtime.engine.retain_later("notes", [RetainItem(content="Bo rows.")])
    await runtime.work(forever=False)

    found = samples(runtime.watching.metrics.told(await runtime.backlog(), PoolState()).decode())

    assert found["tacitus_model_tokens_total", "read", "retain"] == 10 + 7
    assert found["tacitus_model_tokens_total", "written", "retain"] == 1 + 2
    assert found["tacitus_model_call_seconds_count", "ask", "ok"] == 1
    assert found["tacitus_model_call_seconds_count", "ask", "UnusableAnswer"] == 1
    assert found["tacitus_job_seconds_count", "UnusableAnswer", "retain"] == 1


def test_waiting_for_connections_is_told() -> None:
    pool = PoolState(open=10, idle=3, waiting=2, waits=40, waited_seconds=1.5)

    found = samples(Metrics().told(Backlog(), pool).decode())

    assert found["tacitus_pool_connections", "busy"] == 10 - 3
    assert found["tacitus_pool_connections", "idle"] == 3
    assert found["tacitus_pool_waiting",] == 2
    assert found["tacitus_pool_waits",] == 40
    assert found["tacitus_pool_wait_seconds",] == 1.5


def test_a_process_without_a_server_tells_prometheus_at_a_port_of_its_own() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    metrics = Metrics()
    metrics.spent("observe", read=7, written=2)

    with metrics.served("127.0.0.1", port):
        told = httpx.get(f"http://127.0.0.1:{port}/metrics").text

    assert samples(told)["tacitus_model_tokens_total", "read", "observe"] == 7
