"""A server on a port of this machine, as `tacitus serve` runs it."""

from collections.abc import Generator
from contextlib import contextmanager
from socket import socket
from threading import Event, Thread

import uvicorn
from starlette.types import ASGIApp

from tacitus.seeing.logs import configure_logs

_LONGEST_START = 60


class Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
        self.listening = Event()
        self.address = ""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        try:
            await super().startup(sockets)
            if self.started:
                host, port = self.servers[0].sockets[0].getsockname()[:2]
                self.address = f"http://{host}:{port}"
        finally:
            self.listening.set()


@contextmanager
def serve(app: ASGIApp) -> Generator[str]:
    """Run the application in a thread; yields its address."""
    configure_logs("warning", libraries=False)
    server = Server(app)
    thread = Thread(target=server.run, name="server", daemon=True)
    thread.start()
    try:
        assert server.listening.wait(_LONGEST_START), "the server did not start in time"
        assert server.address, "the server did not start: its log says why"
        yield server.address
    finally:
        server.should_exit = True
        thread.join()
