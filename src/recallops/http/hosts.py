"""By which names the server answers: no web page reaches it under a name of its own."""

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_HERE = frozenset(("localhost", "host.docker.internal", "host.containers.internal"))
"""Names by which this machine, and the containers on it, call this machine."""
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^\s:/?#@\[\]]+)(?::\d*)?")


class KnownHosts:
    """Refuses requests under a name, or from pages of a name, that does not mean this machine.

    A web page can let its own name lead here, and would then be to a browser what this server is. One
    that listens for other machines may have any name, and is held to names only where some are listed.
    """

    def __init__(self, app: ASGIApp, *, listening: str, allowed: Collection[str]) -> None:
        """Stand before an application.

        Args:
            listening: The address it listens on.
            allowed: Further names under which it may be called.
        """
        self.app = app
        self._open = not allowed and not is_loopback(listening)
        self._allowed = frozenset(name.lower() for name in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._open:
            for header, value in scope["headers"]:
                refused = self._refused(header, value.decode("latin-1"))
                if refused:
                    await JSONResponse({"detail": refused}, status_code=403)(scope, receive, send)
                    return
        await self.app(scope, receive, send)

    def _refused(self, header: bytes, text: str) -> str | None:
        if header == b"host" and not self._known(host_named(text)):
            return "This server does not answer under that name; RECALLOPS_ALLOWED_HOSTS lists more"
        if header == b"origin" and not self._known(_page_of(text)):
            return "Pages of other servers may not ask this one"
        return None

    def _known(self, name: str) -> bool:
        here = name in _HERE or name.endswith(".localhost") or is_loopback(name)
        return here or name in self._allowed


def host_named(header: str) -> str:
    """Return the name in a `Host` header, without its port; empty where none can be read."""
    found = _HOST.fullmatch(header.strip())
    return found["name"].strip("[]").rstrip(".").lower() if found else ""


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return address.lower() == "localhost"


def _page_of(origin: str) -> str:
    try:
        return host_named(urlsplit(origin).netloc)
    except ValueError:
        return ""
