"""The application: routes, errors and limits joined."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from time import monotonic
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route
from starlette.types import ASGIApp

from tacitus.bootstrap import Runtime, open_runtime, working
from tacitus.http.access import Authenticated
from tacitus.http.errors import REFUSALS, answer_errors
from tacitus.http.heads import Headed
from tacitus.http.hosts import KnownHosts
from tacitus.http.limits import BodyLimit, Paced
from tacitus.http.paths import PathsAsSent
from tacitus.http.requests import Told
from tacitus.http.routes import (
    audit,
    banks,
    config,
    directives,
    documents,
    entities,
    feedback,
    files,
    forgetting,
    identities,
    keys,
    memories,
    moving,
    operations,
    opinions,
    remembering,
    standing,
    summaries,
    surveys,
    system,
    unoffered,
    webhooks,
)
from tacitus.http.routes.system import SERVER_VERSION
from tacitus.wire import InvalidRequest, Refused

_TOPICS = (
    remembering,
    feedback,
    system,
    banks,
    config,
    memories,
    opinions,
    directives,
    standing,
    webhooks,
    summaries,
    documents,
    files,
    operations,
    unoffered,
    identities,
    surveys,
    entities,
    forgetting,
    keys,
    moving,
    audit,
)
"""In order of matching: what is asked most comes first, and `/entities/graph` is no entity."""
_REFUSED = 400

Beside = Callable[[Runtime], AbstractAsyncContextManager[Mapping[str, ASGIApp]]]
"""Opens what answers beside our routes, by path, and closes it when the server stops."""


@asynccontextmanager
async def nothing(runtime: Runtime) -> AsyncGenerator[Mapping[str, ASGIApp]]:
    """Open nothing besides our routes."""
    yield {}


def create_app(runtime: Runtime, beside: Beside = nothing) -> FastAPI:
    """Return the application over a memory that is open and stays so."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with beside(runtime) as others:
            _mount(app, others)
            yield

    app = _assembled()
    app.state.runtime = runtime
    app.router.lifespan_context = lifespan
    return app


def serving(beside: Beside = nothing) -> FastAPI:
    """Return the application over the memory that the settings name, open while it runs.

    Background work is done in the same process.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with open_runtime() as runtime, working(runtime), beside(runtime) as others:
            await runtime.warm()
            app.state.runtime = runtime
            _mount(app, others)
            yield

    app = _assembled()
    app.router.lifespan_context = lifespan
    return app


def _mount(app: FastAPI, others: Mapping[str, ASGIApp]) -> None:
    app.router.routes.extend(Route(path, other) for path, other in others.items())


class _Described(FastAPI):
    """An application whose description says that refusals are JSON, whatever else a route answers with."""

    def openapi(self) -> dict[str, Any]:
        described = super().openapi()
        for path in described["paths"].values():
            for operation in path.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= _REFUSED:
                        [schema] = answer["content"].values()
                        answer["content"] = {"application/json": schema}
        return described


def _assembled() -> FastAPI:
    app = _Described(
        title="Tacitus",
        version=SERVER_VERSION,
        description="Long-term memory for AI agents.",
        redirect_slashes=False,
        # We trace ourselves: this would tell of questions in addresses and of what errors quote.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        generate_unique_id_function=_route_name,
        responses={
            **{status: {"model": Refused} for status in REFUSALS},
            422: {"model": InvalidRequest},
        },
    )
    app.state.started = monotonic()
    app.state.moves = asyncio.Semaphore(moving.AT_ONCE)
    app.add_middleware(BodyLimit)
    app.add_middleware(Paced)
    app.add_middleware(Authenticated)
    app.add_middleware(PathsAsSent)
    app.add_middleware(KnownHosts)
    app.add_middleware(Headed)
    app.add_middleware(Told)
    answer_errors(app)
    for topic in _TOPICS:
        app.include_router(topic.router)
    return app


def _route_name(route: APIRoute) -> str:
    return route.name
