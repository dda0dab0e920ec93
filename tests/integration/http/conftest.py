"""The application over a memory that keeps nothing, asked without a network."""

from collections.abc import AsyncGenerator

import httpx
import pytest
from fastapi import FastAPI

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.http.app import create_app
from tacitus.settings import Settings


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings()


@pytest.fixture
def runtime(settings: Settings) -> Runtime:
    return in_memory_runtime(settings)


@pytest.fixture(scope="session")
def app() -> FastAPI:
    """Return the application, made once: the first request to one takes its time."""
    return create_app(in_memory_runtime())


@pytest.fixture
def transport(app: FastAPI, runtime: Runtime) -> httpx.ASGITransport:
    app.state.runtime = runtime
    return httpx.ASGITransport(app, raise_app_exceptions=False)


@pytest.fixture
async def http(transport: httpx.ASGITransport) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=transport, base_url="http://memory") as client:
        yield client


@pytest.fixture
async def memory(transport: httpx.ASGITransport) -> AsyncGenerator[AsyncClient]:
    async with AsyncClient("http://memory", transport=transport) as client:
        yield client
