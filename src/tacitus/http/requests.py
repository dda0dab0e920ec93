"""Requests: each has an id, and what became of it is told to logs, metrics, traces and the audit log."""

import re
from collections.abc import Mapping
from time import perf_counter
from typing import Any
from uuid import uuid4

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from tacitus.bootstrap import Runtime
from tacitus.domain.audit import Audited
from tacitus.http.errors import REFUSED_AS, REQUEST_ID

log = structlog.get_logger(__name__)

_WHAT = "what"
"""Where it may say in `scope["state"]` what was asked, if that is more than the route."""
_HEADER = b"x-request-id"
_SANE = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,127}")
_QUIET = frozenset(("/health", "/health/live", "/health/ready", "/metrics"))
_LONGEST_NAME = 512
_KINDS: Mapping[int, str] = {
    400: "malformed",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method",
    409: "conflict",
    413: "too_large",
    421: "foreign_host",
    422: "invalid",
    429: "too_many",
    501: "not_offered",
    502: "model",
    503: "unavailable",
}


class Told:
    """Stands in front of everything else, so that what is refused at the door is told of as well."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        runtime: Runtime = scope["app"].state.runtime
        id = scope.setdefault("state", {})[REQUEST_ID] = _id_of(scope)
        begun, status = perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (_HEADER, id.encode())]
            await send(message)

        with (
            bound_contextvars(request_id=id),
            runtime.watching.request(scope["method"], _trace(scope)) as span,
        ):
            try:
                await self.app(scope, receive, sending)
            finally:
                told = _told(scope, status)
                _tell(runtime, scope, told, perf_counter() - begun)
                if span is not None:
                    span.update_name(f"{scope['method']} {told['route']}")
                    span.set_attributes({key: value for key, value in told.items() if value})


def _id_of(scope: Scope) -> str:
    """Return the id that the caller gave, or that of a proxy in front; a new one where it is odd."""
    for header, value in scope["headers"]:
        if header == _HEADER and _SANE.fullmatch(value):
            return value.decode("ascii")
    return uuid4().hex


def _trace(scope: Scope) -> Mapping[str, str]:
    named = (b"traceparent", b"tracestate")
    return {
        header.decode("latin-1"): value.decode("latin-1")
        for header, value in scope["headers"]
        if header in named
    }


def _told(scope: Scope, status: int) -> dict[str, Any]:
    """Return what may be said of a request: the route, the bank's name, and how it was answered."""
    state, route = scope["state"], scope.get("route")
    parameters: Mapping[str, object] = scope.get("path_params", {})
    path = getattr(route, "path", "none").replace(":name}", "}")
    what = getattr(route, "name", "none")
    if route is None and parameters:  # mounted beside our routes
        path, what = "/mcp/{bank_id}", "mcp"
    bank = parameters.get("bank_id")
    return {
        "method": scope["method"],
        "route": path,
        "what": state.get(_WHAT, what),
        "bank": None if bank is None else str(bank)[:_LONGEST_NAME],
        "status": status,
    }


def _tell(runtime: Runtime, scope: Scope, told: Mapping[str, Any], seconds: float) -> None:
    route, status, state = told["route"], told["status"], scope["state"]
    metrics = runtime.watching.metrics
    metrics.answered(scope["method"], route, status, seconds)
    if status >= 400:
        metrics.refused(state.get(REFUSED_AS) or _kind(status, known="grant" in state))
    grant = state.get("grant")
    say = log.debug if route in _QUIET and status < 400 else log.info
    key = {} if grant is None or grant.key is None else {"key": str(grant.key)}
    say("answered", **told, ms=round(seconds * 1000, 1), **key)
    if grant is not None and route.startswith(("/v1/", "/mcp/")):
        row = Audited(
            at=runtime.engine.clock.now(),
            tenant=grant.tenant,
            key=grant.key,
            request=state[REQUEST_ID],
            what=told["what"],
            bank=told["bank"],
            status=status,
        )
        runtime.auditing.note(row)


def _kind(status: int, *, known: bool) -> str:
    if status == 403 and not known:
        return "foreign_page"
    return _KINDS.get(status, "failed")
