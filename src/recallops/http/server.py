"""The server: the application on a port."""

import asyncio
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager

import uvicorn

from recallops.bootstrap import Runtime
from recallops.http.app import create_app

_LAST_WORDS = 10
"""Seconds that requests have to end when the server stops."""
_STOPS = (signal.SIGINT, signal.SIGTERM)


async def serve(runtime: Runtime, say: Callable[[str], None]) -> None:
    """Answer requests where the settings say, until the process is told to stop.

    Args:
        say: Told the address once it is ours.

    Raises:
        OSError: The address is taken, or not ours.
    """
    settings = runtime.settings
    config = uvicorn.Config(
        create_app(runtime), log_level="warning", timeout_graceful_shutdown=_LAST_WORDS
    )
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.create_server((settings.host, settings.port), family=family) as listening:
        # Answers go out at once; asyncio asks for that only of sockets that name their protocol.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host, port = listening.getsockname()[:2]
        say(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
        await _Server(config).serve(sockets=[listening])


class _Server(uvicorn.Server):
    """Stops on a signal, and leaves the process to end its memory in peace."""

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
