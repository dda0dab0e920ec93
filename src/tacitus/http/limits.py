"""How large a body may be, and how fast requests may come."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacitus.bootstrap import Runtime
from tacitus.domain.access import Grant, KeyId
from tacitus.domain.paces import Bucket
from tacitus.http.errors import BodyTooLarge, body_too_large, too_many

_SECONDS_AT_ONCE = 4
"""A caller that was silent so long may make all the requests of that time at once."""
LARGEST_BODY = 10 * 1024 * 1024
"""Bytes."""
_IMPORT = re.compile(r"/v1/default/banks/[^/]+/import")


class BodyLimit:
    """Refuses a body above the limit, by its announced length or as soon as it has grown too long."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _is_streamed(scope):
            await self.app(scope, receive, send)
        elif _announced(scope) > LARGEST_BODY:
            await body_too_large(LARGEST_BODY)(scope, receive, send)
        else:
            await self.app(scope, _counted(receive), send)


class Paced:
    """Refuses requests that come too fast with one key; whoever needs none is not held up.

    Each process counts by itself: with several servers a key may make as many requests of each.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._buckets: dict[KeyId, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = self._wait(scope) if scope["type"] == "http" else 0.0
        if wait:
            await too_many(wait)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _wait(self, scope: Scope) -> float:
        runtime: Runtime = scope["app"].state.runtime
        grant: Grant = scope["state"]["grant"]
        if grant.key is None:
            return 0.0
        rate, now = runtime.settings.key_rate, runtime.engine.clock.now()
        full = Bucket(left=max(1.0, rate * _SECONDS_AT_ONCE), at=now)
        known = self._buckets.get(grant.key, full)
        self._buckets[grant.key], wait = known.taken(now, rate=rate, most=full.left)
        return wait


def _is_streamed(scope: Scope) -> bool:
    """Whether the body is read line by line, and none of it kept: banks have no largest size."""
    return scope["method"] == "POST" and _IMPORT.fullmatch(scope["path"]) is not None


def _announced(scope: Scope) -> int:
    length: bytes = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _counted(receive: Receive) -> Receive:
    received = 0

    async def counting() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            raise BodyTooLarge(LARGEST_BODY)
        return message

    return counting
