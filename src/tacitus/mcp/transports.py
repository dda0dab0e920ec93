"""How clients reach the tools: over the process's own input and output, or over HTTP."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing, asynccontextmanager, contextmanager
from typing import cast

from anyio import AsyncFile, BrokenResourceError
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tacitus.bootstrap import Runtime
from tacitus.domain.access import Grant
from tacitus.mcp.lines import lines_of
from tacitus.mcp.pending import Pending
from tacitus.mcp.server import Context, server_over
from tacitus.mcp.unread import messages_in

BANK = "bank_id"
"""The path parameter that names the bank."""


async def over_stdio(runtime: Runtime, bank: str) -> None:
    """Speak on standard input and output until the input ends and what it asked is answered.

    Nothing else may be written there.
    """
    pending = Pending()
    server = server_over(runtime.engine, lambda context: bank)

    async def refuse(refusal: JSONRPCError) -> None:
        await outgoing.send(SessionMessage(refusal))

    with cancelled_plainly():
        async with (
            aclosing(lines_of(sys.stdin.fileno())) as lines,
            aclosing(messages_in(lines, refuse)) as read,
            aclosing(pending.until_answered(read)) as messages,
            stdio_server(stdin=cast("AsyncFile[str]", messages)) as (incoming, outgoing),
        ):
            answers = pending.answering(outgoing)
            await server.run(incoming, answers, server.create_initialization_options())


@contextmanager
def cancelled_plainly() -> Generator[None]:
    """Let a task that is cancelled end so, though the SDK was handing on a line just then."""
    try:
        yield
    except BaseExceptionGroup as ended:
        task = asyncio.current_task()
        if task and task.cancelling() and not ended.split(BrokenResourceError)[1]:
            raise asyncio.CancelledError from None
        raise


@asynccontextmanager
async def over_http(runtime: Runtime) -> AsyncGenerator[ASGIApp]:
    """Yield an application that answers for the bank that its path parameter names.

    No session is kept between requests: any process that serves the memory can answer the next one.
    Under which names it may be asked, and who may, is for the application to say that it stands in:
    what it grants is at `scope["state"]["grant"]`.
    """
    sessions = StreamableHTTPSessionManager(
        server_over(runtime.engine, _bank_of, _grant_of, _tell),
        json_response=True,
        stateless=True,
    )
    async with sessions.run():
        yield _Posted(sessions.asgi_app)


class _Posted:
    """Lets requests through, and refuses what only a server with sessions has: streams to wait on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "POST":
            await self.app(scope, receive, send)
            return
        reason = "Requests are sent with POST; there is no stream and no session"
        refusal = JSONResponse({"detail": reason}, 405, {"Allow": "POST"})
        await refusal(scope, receive, send)


def _bank_of(context: Context) -> str:
    request = context.request
    assert isinstance(request, Request)
    return str(request.path_params[BANK])


def _tell(context: Context, tool: str) -> None:
    """Say what was asked, for the audit log of the application around."""
    request = context.request
    assert isinstance(request, Request)
    request.scope["state"]["what"] = f"mcp {tool}"


def _grant_of(context: Context) -> Grant:
    request = context.request
    assert isinstance(request, Request)
    grant = request.scope["state"]["grant"]
    assert isinstance(grant, Grant)
    return grant
