"""The server itself."""

import asyncio
from importlib.metadata import version
from time import monotonic

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import Route

from tacitus.domain.errors import StorageUnavailable
from tacitus.http.bodies import Topic
from tacitus.http.served import ServedEngine, ServedRuntime
from tacitus.wire import Features, Health, Liveness, Readiness, Version

SERVER_VERSION = version("tacitus-memory")
WIRE_VERSION = "1.1.0"
"""Of the wire format that is spoken."""
_PATIENCE = 2.0
"""Seconds that the database has to answer."""

router = Topic(tags=["server"])


@router.get("/health")
async def health() -> Health:
    """Say that the process answers; the database is not asked."""
    return Health(version=SERVER_VERSION)


@router.get("/health/live")
async def live(request: Request) -> Liveness:
    """Say that the process answers, and since when."""
    up = monotonic() - request.app.state.started
    return Liveness(version=SERVER_VERSION, uptime_seconds=up)


@router.get("/health/ready")
async def ready(engine: ServedEngine, runtime: ServedRuntime) -> Readiness:
    """Ask the database; 503 where it does not answer. Says how far background work is behind."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await engine.banks(limit=1)
            left = await runtime.backlog()
    except TimeoutError:
        raise StorageUnavailable(f"The database did not answer in {_PATIENCE:g} s") from None
    return Readiness(
        status="ready", database="connected", queue_age_seconds=round(left.age_seconds, 1)
    )


class MetricsText(Response):
    """Text as Prometheus reads it."""

    media_type = CONTENT_TYPE_LATEST


@router.get("/metrics", response_class=MetricsText)
async def metrics(runtime: ServedRuntime) -> MetricsText:
    """Tell Prometheus what this process measured, and what background work is left."""
    told = runtime.watching.metrics.told(await runtime.backlog(), runtime.pool)
    return MetricsText(told)


@router.get("/version")
async def served_version(request: Request, runtime: ServedRuntime) -> Version:
    """Say what is spoken, and what of it is served."""
    features = Features(
        observations=runtime.models.language is not None,
        mcp=_speaks_mcp(request.app),
        worker=True,
        bank_config_api=True,
        bank_llm_health=False,
        file_upload_api=True,
        document_export_api=False,
        document_import_api=False,
        audit_log=False,
        llm_trace=False,
        store_document_text=True,
    )
    return Version(api_version=WIRE_VERSION, features=features, server_version=SERVER_VERSION)


def _speaks_mcp(app: FastAPI) -> bool:
    """Whether what agents ask by MCP is answered beside these routes."""
    return any(isinstance(route, Route) and route.path.startswith("/mcp/") for route in app.routes)
