"""Who asks: every request is let in by a key, or by coming from this machine while there is none."""

import structlog
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tacitus.areas.access import NotGood
from tacitus.bootstrap import Runtime
from tacitus.domain.access import Grant, Right
from tacitus.domain.errors import TacitusError
from tacitus.http.errors import answer_to
from tacitus.http.hosts import is_elsewhere
from tacitus.http.rights import OPEN

log = structlog.get_logger(__name__)
_BEARER = "bearer "


class Authenticated:
    """Puts what the caller may do at `scope["state"]["grant"]`, for whatever answers, routes or not.

    What it refuses is answered before a body is read.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                grant = await _grant(scope)
            except TacitusError as refused:
                await answer_to(refused)(scope, receive, send)
                return
            scope.setdefault("state", {})["grant"] = grant
        await self.app(scope, receive, send)


async def _grant(scope: Scope) -> Grant:
    runtime: Runtime = scope["app"].state.runtime
    settings = runtime.settings
    if scope["path"] in OPEN:
        return Grant(key=None, tenant=settings.tenant, banks=frozenset(), right=Right.READ)
    from_here = settings.without_keys or not _is_from_elsewhere(scope)
    try:
        return await runtime.gate.grant(_shown(HTTPConnection(scope)), from_here=from_here)
    except NotGood as refused:
        client, _ = scope.get("client") or ("unknown", 0)
        key = None if refused.key is None else str(refused.key)
        log.warning("key refused", why=refused.why, key=key, client=client)
        raise


def _shown(asked: HTTPConnection) -> str | None:
    sent = asked.headers.get("authorization", "").strip()
    if sent[: len(_BEARER)].lower() == _BEARER:
        return sent[len(_BEARER) :].strip()
    return asked.headers.get("x-api-key", "").strip() or None


def _is_from_elsewhere(scope: Scope) -> bool:
    """Whether the caller, or who forwards for it, is not this machine or came by its address for others."""
    return any(is_elsewhere(str((scope.get(end) or ("",))[0])) for end in ("server", "client"))
