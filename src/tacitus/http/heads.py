"""HEAD: what can be read by GET is answered as there, and its body is kept back."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Headed:
    """Lets HEAD be asked wherever GET is: who balances load asks so whether a server is there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            # The server goes by it: the length is told, and nothing follows.
            scope["method"] = "HEAD"
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        # In place: whoever stands in front tells which route it was.
        scope["method"] = "GET"
        try:
            await self.app(scope, receive, sending)
        finally:
            scope["method"] = "HEAD"
