"""The server: the application on a port, with background work beside it."""

import uvicorn

from tacitus.bootstrap import Runtime, working
from tacitus.http.app import create_app

_LAST_WORDS = 10
"""Seconds that requests have to end when the server stops."""


async def serve(runtime: Runtime) -> None:
    """Answer requests where the settings say, until the process is told to stop."""
    settings = runtime.settings
    config = uvicorn.Config(
        create_app(runtime),
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level,
        access_log=settings.log_level == "debug",
        timeout_graceful_shutdown=_LAST_WORDS,
    )
    async with working(runtime):
        await uvicorn.Server(config).serve()
