"""The records in both databases, and the memory over a server that keeps nothing."""

from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
import pytest_asyncio

from recallops.adapters.memory_tacitus import TacitusMemory
from recallops.adapters.records_sql import SqlRecords, open_records
from tacitus.adapters.postgres import embedded_url
from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.http.app import create_app
from tests.homes import make_ready

_DATABASES = [
    pytest.param("sqlite", id="sqlite"),
    pytest.param("postgres", id="postgres", marks=pytest.mark.database),
]


@pytest_asyncio.fixture(params=_DATABASES)
async def records(request: pytest.FixtureRequest) -> AsyncIterator[SqlRecords]:
    with TemporaryDirectory(prefix="recallops-", ignore_cleanup_errors=True) as home:
        if request.param == "sqlite":
            opened = await open_records(f"sqlite:///{home}/records.db")
            yield opened
            await opened.close()
        else:
            make_ready(Path(home))
            async with embedded_url(Path(home)) as url:
                opened = await open_records(url)
                yield opened
                await opened.close()


@pytest_asyncio.fixture
async def client() -> AsyncIterator[AsyncClient]:
    transport = httpx.ASGITransport(create_app(in_memory_runtime()))
    async with AsyncClient("http://memory", transport=transport) as client:
        yield client


@pytest.fixture
def memory(client: AsyncClient) -> TacitusMemory:
    return TacitusMemory(client, url="http://memory")
