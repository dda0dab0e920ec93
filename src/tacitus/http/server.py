"""The server: the application on a port."""

import uvicorn

from tacitus.bootstrap import Runtime
from tacitus.http.app import create_app

_LAST_WORDS = 10
"""Seconds that requests have to end when the server stops."""


async def serve(runtime: Runtime) -> None:
    """Answer requests where the settings say, until the process is told to stop.

    Background work is left to the caller: see `tacitus.bootstrap.working`.
    """
    settings = runtime.settings
    config = uvicorn.Config(
        create_app(runtime),
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level,
        access_log=settings.log_level == "debug",
        timeout_graceful_shutdown=_LAST_WORDS,
    )
    await uvicorn.Server(config).serve()
