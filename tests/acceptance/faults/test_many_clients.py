"""Many clients, few connections to the database, and an embedder that takes its time."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from time import perf_counter

import httpx
import pytest
from fastapi import FastAPI

from tacitus.bootstrap import Runtime, in_memory_runtime, open_runtime
from tacitus.client import AsyncClient
from tacitus.http.app import create_app
from tacitus.ports.models import Embedder
from tacitus.settings import Settings
from tacitus.wire import MemoryItem
from tests.acceptance.server import serve
from tests.fakes.slow_embedder import SlowEmbedder

CLIENTS, CONNECTIONS, ROUNDS = 32, 10, 3
SLOWNESS = 0.15
AT_ONCE = 0.1
"""Seconds within which a server says that it is there."""
pytestmark = pytest.mark.database


@pytest.fixture
def embedder(runtime: Runtime) -> SlowEmbedder:
    return SlowEmbedder(SLOWNESS, runtime.models.embedder.name)


@pytest.fixture
def address(runtime: Runtime, embedder: SlowEmbedder) -> Iterator[str]:
    """Where a server answers that shares the database of `runtime`."""
    home = runtime.settings.home
    settings = Settings(home=home, database_connections=CONNECTIONS)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with open_runtime(settings) as opened:
            app.state.runtime = embedding_by(embedder, opened)
            yield

    app = create_app(in_memory_runtime(settings))
    app.router.lifespan_context = lifespan
    with serve(app) as found:
        yield found


def embedding_by(embedder: Embedder, runtime: Runtime) -> Runtime:
    engine = replace(
        runtime.engine,
        embedder=embedder,
        retaining=replace(runtime.engine.retaining, embedder=embedder),
        recalling=replace(runtime.engine.recalling, embedder=embedder),
    )
    reflecting = replace(engine.reflecting, recall=engine.recalling)
    return replace(runtime, engine=replace(engine, reflecting=reflecting))


async def test_all_are_answered_and_health_at_once(address: str, embedder: SlowEmbedder) -> None:
    worst: list[float] = []
    async with AsyncClient(address) as memory:
        # A machine that has other things to do holds a server up as well: it need not in every round.
        while not worst or (min(worst) >= AT_ONCE and len(worst) < ROUNDS):
            lives = (live(number, len(worst), memory) for number in range(CLIENTS))
            clients = asyncio.gather(*lives)
            worst.append(max(await health_meanwhile(address, clients)))
            assert [len(found) for found in await clients] == [1] * CLIENTS

    assert embedder.at_once > CONNECTIONS, "nobody holds a connection while vectors are made"
    assert min(worst) < AT_ONCE, f"the longest answer of each round took {worst} s"


async def live(number: int, year: int, memory: AsyncClient) -> list[str]:
    """Tell something and ask for it; return what is found of it."""
    bank = f"client {number % 4}"
    text = f"Ann anchored ship {number} at pier {number + 7} in the year {1900 + year}."
    await memory.retain(bank, MemoryItem(content=text, document_id=f"{number} of {year}"))
    found = await memory.recall(bank, f"Where did Ann anchor ship {number} in {1900 + year}?")
    return [one.text for one in found.results if one.text == text]


async def health_meanwhile(address: str, work: "asyncio.Future[list[list[str]]]") -> list[float]:
    """Ask a server for its health until something is done; return how long each answer took."""
    waits: list[float] = []
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        while not work.done():
            began = perf_counter()
            (await http.get("/health")).raise_for_status()
            waits.append(perf_counter() - began)
            await asyncio.sleep(0.01)
    return waits
