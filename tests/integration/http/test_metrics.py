"""What the server measures of itself."""

from collections.abc import Iterable

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.operations import Backlog
from tacitus.http.app import create_app
from tacitus.http.metrics import Metrics
from tacitus.wire import MemoryItem


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
    phases = {key[1]: n for key, n in found.items() if key[0].endswith("phase_seconds_count")}
    assert len(phases) > 3
    assert set(phases.values()) == {2}
    assert "secret" not in told


async def test_work_that_waits_is_told(http: httpx.AsyncClient, memory: AsyncClient) -> None:
    await memory.retain("notes", MemoryItem(content="Ana rows in Oslo."), wait=False)

    found = await measured(http)

    assert found["tacitus_queue_jobs", "due"] == 1
    assert found["tacitus_queue_jobs", "failed"] == 0
    assert found["tacitus_queue_age_seconds",] >= 0
    assert found["tacitus_workers",] == 0


def test_what_a_model_read_and_wrote_is_told() -> None:
    metrics = Metrics()
    metrics.spent("reflect", read=300, written=40)
    metrics.spent("reflect", read=7, written=2)

    found = samples(metrics.told(Backlog()).decode())

    assert found["tacitus_model_tokens_total", "read", "reflect"] == 300 + 7
    assert found["tacitus_model_tokens_total", "written", "reflect"] == 40 + 2
