"""How large a body may be."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacitus.http.errors import BodyTooLarge, body_too_large

LARGEST_BODY = 10 * 1024 * 1024
"""Bytes."""


class BodyLimit:
    """Refuses a body above the limit, by its announced length or as soon as it has grown too long."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif _announced(scope) > LARGEST_BODY:
            await body_too_large(LARGEST_BODY)(scope, receive, send)
        else:
            await self.app(scope, _counted(receive), send)


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
