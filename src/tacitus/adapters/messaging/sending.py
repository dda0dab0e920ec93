"""Messages over HTTP, guarded: a name is looked up once, and what is called is what was looked at."""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from tacitus.domain.errors import DeliveryFailed, InvalidRequest
from tacitus.domain.webhooks import Webhook, check_address, is_public

_PORTS = {"http": 80, "https": 443}


class HttpMessenger:
    """Fills `Messenger`.

    Args:
        private: Whether addresses in private networks may be told, this machine's among them.
    """

    def __init__(self, *, private: bool = False) -> None:
        self._private = private

    async def send(self, webhook: Webhook, body: bytes, headers: Mapping[str, str]) -> int:
        check_address(webhook.url)
        parts = urlsplit(webhook.url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        address = await self._address(host, port)
        named = f"[{host}]" if ":" in host else host
        sent = {
            **webhook.headers,
            **headers,
            "Host": named if port == _PORTS[parts.scheme] else f"{named}:{port}",
            "Content-Type": "application/json",
        }
        from tacitus.adapters.messaging.calling import called  # noqa: PLC0415 - most tell nobody

        try:
            async with asyncio.timeout(webhook.seconds):
                return await called(webhook, address, body, sent)
        except (DeliveryFailed, TimeoutError, OSError) as error:
            reason = str(error) or type(error).__name__
            raise DeliveryFailed(f"{parts.scheme}://{named} did not answer: {reason}") from error

    async def _address(self, host: str, port: int) -> str:
        """Return the address that a name stands for; every one of several must be allowed."""
        try:
            loop = asyncio.get_running_loop()
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise DeliveryFailed(f"Nothing is called {host}: {error}") from error
        addresses = [str(one[4][0]) for one in found]
        if not self._private and not all(map(is_public, addresses)):
            raise InvalidRequest(
                f"{host} is an address in a private network, where nobody is told:"
                " set TACITUS_WEBHOOKS_PRIVATE to allow it"
            )
        return str(ipaddress.ip_address(addresses[0].partition("%")[0]))
