"""JSON over HTTP to a model server: bounded in time and tries, in the words of our error tree."""

import asyncio
import ssl
from functools import cache

import httpx

from tacitus.domain.errors import ModelError, ModelUnavailable, UnusableAnswer

SHOWN = 200
"""Characters of a server's own words that go into a message."""
TRIES = 3
PATIENCE = 5.0
"""Longest wait in seconds, asked for by `Retry-After`, that is waited out here."""
_TRANSIENT = frozenset({408, 409, 425, 429})


class JsonEndpoint:
    """A server that answers JSON with JSON.

    Args:
        name: What messages call it.
        seconds: Longest time of one try.
        pause: Seconds before the next try where the server names no time; doubles.
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str | None,
        *,
        seconds: float = 30.0,
        pause: float = 0.5,
    ) -> None:
        self._name = name
        self._pause = pause
        self._seconds = seconds
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._http = httpx.AsyncClient(
            base_url=base_url, headers=headers, timeout=seconds, verify=_certificates()
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def post(self, path: str, body: object) -> object:
        """Send, and return what came back.

        Raises:
            ModelUnavailable: No answer in time, or none but a failure.
            ModelError: The server refuses the request.
            UnusableAnswer: What came back is no JSON.
        """
        for wait in (self._pause, self._pause * 2):
            try:
                return await self._post_once(path, body)
            except ModelUnavailable as error:
                asked = error.retry_after
                if isinstance(error.__cause__, TimeoutError) or (asked or 0) > PATIENCE:
                    raise
                await asyncio.sleep(wait if asked is None else asked)
        return await self._post_once(path, body)

    async def _post_once(self, path: str, body: object) -> object:
        try:
            async with asyncio.timeout(self._seconds):
                response = await self._http.post(path, json=body)
        except TimeoutError as error:
            words = f"{self._name} did not answer within {self._seconds:g} s"
            raise ModelUnavailable(words) from error
        except httpx.HTTPError as error:
            words = f"{self._name} cannot be reached: {str(error) or type(error).__name__}"
            raise ModelUnavailable(words) from error
        if response.is_success:
            return self._read(response)
        raise self._refusal(response)

    def _read(self, response: httpx.Response) -> object:
        try:
            return response.json()
        except ValueError as error:
            raise UnusableAnswer(f"{self._name} answered with something else than JSON") from error

    def _refusal(self, response: httpx.Response) -> ModelError:
        status = response.status_code
        if status in (401, 403):  # the body may repeat the key
            return ModelError(f"{self._name} refused the API key")
        words = f"{self._name} failed with status {status}: {response.text[:SHOWN]}"
        if status >= 500 or status in _TRANSIENT:
            return ModelUnavailable(words, _seconds_of(response.headers.get("retry-after")))
        return ModelError(words)


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: 20 ms and a copy of every root certificate for each client otherwise."""
    return httpx.create_ssl_context()


def _seconds_of(retry_after: str | None) -> float | None:
    try:
        return max(0.0, float(retry_after or ""))
    except ValueError:  # absent, or a date: the pause of our own will do
        return None
