"""Is the server there, is it ready, what can it do."""

from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient, NotFound, Unavailable
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import StorageUnavailable
from tacitus.http.app import create_app
from tacitus.http.server import serve
from tacitus.ports.storage import BankStore


class AwayBanks:
    """Banks of a database that cannot be reached."""

    def __getattr__(self, name: str) -> Any:
        async def away(*args: object, **kwargs: object) -> None:
            raise StorageUnavailable("The database is away")

        return away


@pytest.fixture
def without_database(runtime: Runtime) -> AsyncClient:
    stores = replace(runtime.engine.stores, banks=cast(BankStore, AwayBanks()))
    app = create_app(replace(runtime, engine=replace(runtime.engine, stores=stores)))
    return AsyncClient("http://memory", transport=httpx.ASGITransport(app))


async def test_health_does_not_ask_the_database(without_database: AsyncClient) -> None:
    assert (await without_database.health()).status == "healthy"


async def test_a_server_without_its_database_is_unavailable(without_database: AsyncClient) -> None:
    with pytest.raises(Unavailable, match="The database is away") as raised:
        await without_database.stats("notes")

    assert raised.value.retry_after == 1


async def test_ready_asks_the_database_and_says_how_long_work_has_been_waiting(
    http: httpx.AsyncClient, app: FastAPI
) -> None:
    clock = TickingClock(datetime(2026, 3, 1, tzinfo=UTC), step=timedelta())
    app.state.runtime = runtime = in_memory_runtime(clock=clock)
    ready = {"status": "ready", "database": "connected"}

    assert (await http.get("/health/ready")).json() == ready | {"queue_age_seconds": 0.0}

    await runtime.engine.retain_later("notes", [RetainItem(content="Ann moved to Lisbon.")])
    clock.advance(seconds=90)
    assert (await http.get("/health/ready")).json() == ready | {"queue_age_seconds": 90.0}

    await runtime.work(forever=False)
    assert (await http.get("/health/ready")).json() == ready | {"queue_age_seconds": 0.0}


async def test_alive_says_since_when(http: httpx.AsyncClient) -> None:
    answer = (await http.get("/health/live")).json()

    assert answer["status"] == "alive"
    assert answer["uptime_seconds"] >= 0


async def test_the_version_is_that_of_the_wire_and_says_what_is_served(
    memory: AsyncClient,
) -> None:
    version = await memory.version()

    assert version.api_version == "1.1.0"
    assert version.server == "tacitus"
    assert version.features.worker
    assert not version.features.observations, "there is no language model"


async def test_the_api_describes_itself(http: httpx.AsyncClient) -> None:
    described = (await http.get("/openapi.json")).json()

    assert described["info"]["title"] == "Tacitus"
    assert "/v1/default/banks/{bank_id}/memories/recall" in described["paths"]


async def test_refusals_are_described_as_json_whatever_a_route_answers_with(
    http: httpx.AsyncClient,
) -> None:
    described = (await http.get("/openapi.json")).json()

    kinds: defaultdict[bool, set[str]] = defaultdict(set)
    for path in described["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                kinds[int(status) >= 400] |= answer["content"].keys()

    assert kinds[True] == {"application/json"}
    assert kinds[False] > {"application/json", "application/x-ndjson"}


async def test_an_unknown_path_is_not_found(http: httpx.AsyncClient) -> None:
    answer = await http.get("/v1/other/banks")

    assert (answer.status_code, answer.json()) == (404, {"detail": "Not Found"})


async def test_another_method_is_not_allowed(http: httpx.AsyncClient) -> None:
    assert (await http.post("/health")).status_code == 405


async def test_what_does_not_exist_says_so(memory: AsyncClient) -> None:
    with pytest.raises(NotFound, match="Bank 'nobody' not found"):
        await memory.stats("nobody")


class Warmed(Exception):
    """The embedder was asked to load."""


class LateEmbedder(HashEmbedder):
    """Loads with the first question, or when it is told to."""

    async def warm(self) -> None:
        raise Warmed


async def test_a_server_loads_its_models_before_it_listens(runtime: Runtime) -> None:
    models = replace(runtime.models, embedder=LateEmbedder())

    with pytest.raises(Warmed):
        await serve(replace(runtime, models=models))


async def test_what_needs_no_loading_is_left_alone(runtime: Runtime) -> None:
    await runtime.warm()
