"""Calls over HTTP: what every part of the client works with."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel

from tacitus.client.answers import read_answer
from tacitus.client.errors import InvalidRequest, Unreachable
from tacitus.domain.texts import leads_elsewhere

Shape = TypeVar("Shape", bound=BaseModel)
Query = Mapping[str, str | int | Sequence[str] | None]

_IDLE_SECONDS = 2.0
"""How long an idle connection is kept: less than a server keeps it (uvicorn: 5), so that no request is sent
just as the server closes."""


class Calls:
    """Sends requests to one server, and reads what it answers."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: float = 300.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Nothing is sent yet.

        Args:
            timeout: Seconds to wait for an answer; reading a long document takes its time.
            transport: Stands in for the network, as `httpx.ASGITransport` does.
        """
        self._http = httpx.AsyncClient(
            base_url=base_url.rstrip("/"),
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=timeout,
            transport=transport,
            limits=httpx.Limits(keepalive_expiry=_IDLE_SECONDS),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def _get(self, path: str, shape: type[Shape], query: Query | None = None) -> Shape:
        asked = {key: value for key, value in (query or {}).items() if value is not None}
        return await self._exchange(self._http.build_request("GET", path, params=asked), shape)

    async def _send(
        self, method: str, path: str, shape: type[Shape], body: BaseModel | None = None
    ) -> Shape:
        content = body.model_dump_json(by_alias=True) if body else None
        headers = {"Content-Type": "application/json"} if body else {}
        request = self._http.build_request(method, path, content=content, headers=headers)
        return await self._exchange(request, shape)

    async def _exchange(self, request: httpx.Request, shape: type[Shape]) -> Shape:
        try:
            answer = await self._http.send(request)
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            raise Unreachable(f"No answer from {self._http.base_url}: {reason}") from error
        return read_answer(answer, shape)


def path_of(*steps: str) -> str:
    """Return the path below the tenant; names may hold anything, slashes too."""
    return "/v1/default/" + "/".join(_step(step) for step in steps)


def _step(name: str) -> str:
    if not name or leads_elsewhere(name):
        raise InvalidRequest(
            400, f"Nothing can be called {name!r}: the address would lead elsewhere"
        )
    return quote(name, safe="")
