"""What `tacitus serve` answers: the HTTP API, and the tools for agents beside it."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from tacitus.bootstrap import Runtime
from tacitus.http import app, server
from tacitus.mcp.transports import BANK, over_http


async def serve(runtime: Runtime) -> None:
    """Answer requests where the settings say, until the process is told to stop."""
    await server.serve(runtime, tools)


def serving() -> FastAPI:
    """Return the application over the memory that the settings name, open while it runs.

    A factory for ASGI servers: `uvicorn --factory tacitus.asgi:serving`. Background work is done in the
    same process.
    """
    return app.serving(tools)


@asynccontextmanager
async def tools(runtime: Runtime) -> AsyncGenerator[Mapping[str, ASGIApp]]:
    """Open the tools of every bank, each at a path of its own."""
    async with over_http(runtime) as endpoint:
        yield {f"/mcp/{{{BANK}:name}}": endpoint}
