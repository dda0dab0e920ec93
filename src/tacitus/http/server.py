"""The server: the application on a port."""

import asyncio
import logging
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from tacitus.bootstrap import Runtime
from tacitus.domain.errors import Unguarded
from tacitus.http.app import Beside, create_app, nothing
from tacitus.http.hosts import is_loopback
from tacitus.seeing.logs import configure_logs

_LAST_WORDS = 10
"""Seconds that requests have to end when the server stops."""
_LOG = logging.getLogger("uvicorn.error")
_STOPS = (signal.SIGINT, signal.SIGTERM)


async def serve(runtime: Runtime, beside: Beside = nothing) -> None:
    """Answer requests where the settings say, until the process is told to stop.

    Background work is left to the caller: see `tacitus.bootstrap.working`.

    Raises:
        Unguarded: Others would reach the server, and no key keeps them out.
        OSError: The address is taken, or not ours.
    """
    settings = runtime.settings
    await _see_to_the_door(runtime)
    configure_logs(settings.log_level)
    await runtime.warm()
    config = uvicorn.Config(
        create_app(runtime, beside),
        log_config=None,  # ours is
        access_log=False,  # it holds whole addresses, and what is asked in them
        timeout_graceful_shutdown=_LAST_WORDS,
    )
    with listening(settings.host, settings.port) as door:
        await _Server(config).serve(sockets=[door])


async def _see_to_the_door(runtime: Runtime) -> None:
    settings = runtime.settings
    if is_loopback(settings.host) or settings.without_keys or await runtime.gate.locked():
        return
    raise Unguarded(
        f"At {settings.host} others reach the server, and there is no key yet: make one with"
        " `tacitus key create`, or say --without-keys (TACITUS_WITHOUT_KEYS=true) to let everybody in"
    )


def listening(host: str, port: int) -> socket.socket:
    """Return a socket whose connections send what they have at once.

    Asyncio asks for that only of sockets made with the protocol named, and these are not: without it
    a client that asks again and again waits 40 ms for every answer.

    Raises:
        OSError: The address is taken, or not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.create_server((host, port), family=family)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return door


class _Server(uvicorn.Server):
    """Stops on a signal, and leaves the process to close its memory in peace.

    Uvicorn would raise the signal once more when it has stopped, and SIGTERM would then end the
    process before the database is shut down.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say where: uvicorn is silent about sockets that it was handed."""
        await super().startup(sockets)
        if self.started:
            for one in sockets or ():
                host, port = one.getsockname()[:2]
                shown = f"[{host}]" if ":" in host else host
                _LOG.info("running on http://%s:%d, described at /docs", shown, port)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for stop in _STOPS:
            loop.add_signal_handler(stop, self.handle_exit, stop, None)
        try:
            yield
        finally:
            for stop in _STOPS:
                loop.remove_signal_handler(stop)
