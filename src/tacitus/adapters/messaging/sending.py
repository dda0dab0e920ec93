"""Messages over HTTP, guarded: a name is looked up once, and what is called is what was looked at."""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

import httpx

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
        url = httpx.URL(webhook.url).copy_with(host=address)
        if webhook.params:
            url = url.copy_merge_params(webhook.params)
        named = f"[{host}]" if ":" in host else host
        sent = {
            **webhook.headers,
            **headers,
            "Host": named if port == _PORTS[parts.scheme] else f"{named}:{port}",
            "Content-Type": "application/json",
        }
        try:
            async with asyncio.timeout(webhook.seconds):
                return await _answer(webhook.method, url, body, sent, host)
        except (httpx.HTTPError, TimeoutError, OSError) as error:
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


async def _answer(
    method: str, url: httpx.URL, body: bytes, headers: Mapping[str, str], host: str
) -> int:
    # A proxy would look the name up again, and a redirect lead anywhere.
    async with httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=None) as client:
        request = client.build_request(
            method,
            url,
            content=body if method == "POST" else None,
            headers=dict(headers),
            extensions={"sni_hostname": host},
        )
        answer = await client.send(request, stream=True)  # what is said is not read
        await answer.aclose()
        if not answer.is_success:
            raise httpx.HTTPError(f"it said {answer.status_code}")
        return answer.status_code
