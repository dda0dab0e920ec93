"""By which names a server on this machine answers: no web page reaches it under a name of its own."""

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from tacitus.bootstrap import Runtime
from tacitus.http.errors import foreign_host, foreign_origin

ANY = "*"
_HERE = frozenset(("localhost", "host.docker.internal", "host.containers.internal"))
"""Names by which this machine, and the containers on it, call this machine."""
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^\s:/?#@\[\]]+)(?::\d*)?")


class KnownHosts:
    """Refuses requests under a name, or from pages of a name, that does not mean this machine.

    A web page can let its own name lead here, and would then be to a browser what this server is. A
    server that listens for others may have any name, and what stands in front of it decides; so it is
    only held to names where the settings list some.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = _names(scope)
        if known is None or ANY in known:
            await self.app(scope, receive, send)
            return
        for header, value in scope["headers"]:
            text = value.decode("latin-1")
            if header == b"host" and not _is_known(host_named(text), known):
                await foreign_host()(scope, receive, send)
                return
            if header == b"origin" and not _is_known(_page_of(text), known):
                await foreign_origin()(scope, receive, send)
                return
        await self.app(scope, receive, send)


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


def is_elsewhere(address: str) -> bool:
    """Whether an address is one that others reach; what is no address, such as a socket's file, is not."""
    try:
        return not ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def _names(scope: Scope) -> Collection[str] | None:
    """Return the further names that a request may use; None where it may use any."""
    if scope["type"] not in {"http", "websocket"}:
        return None
    runtime: Runtime = scope["app"].state.runtime
    listed = runtime.settings.allowed_hosts
    # Where another server runs the application, the settings do not say what it listens on.
    reached = str((scope.get("server") or ("",))[0])
    here = is_loopback(runtime.settings.host) and is_loopback(reached)
    return listed if here or listed else None


def _page_of(origin: str) -> str:
    try:
        return host_named(urlsplit(origin).netloc)
    except ValueError:
        return ""


def _is_known(name: str, further: Collection[str]) -> bool:
    return name in _HERE or name in further or name.endswith(".localhost") or is_loopback(name)
