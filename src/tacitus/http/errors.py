"""Errors to answers: the only place that knows status codes."""

from collections.abc import Sequence
from math import ceil
from typing import Any, cast

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tacitus.domain.errors import (
    Conflict,
    Forbidden,
    InvalidRequest,
    Misconfigured,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
    NotFound,
    SensitiveContent,
    StorageError,
    StorageUnavailable,
    TacitusError,
    Unauthenticated,
)
from tacitus.seeing.logs import trace_of
from tacitus.wire.texts import Place

log = structlog.get_logger(__name__)
REQUEST_ID = "request_id"
"""Where a request's id stands in `scope["state"]`, and what it is called in logs."""
REFUSED_AS = "refused_as"
"""Where it may be said there why it was refused, if that is more than the status."""


class Malformed(InvalidRequest):
    """An address or a key that nothing could have."""


class NotOffered(TacitusError):
    """The wire format has this and Tacitus does not; the message says what to do instead."""


class BodyTooLarge(HTTPException):
    """A body grew beyond the limit, in bytes, while it was received."""

    def __init__(self, limit: int) -> None:
        super().__init__(_TOO_LARGE, _size_told(limit))


class UnreadableBody(HTTPException):
    """A body is not what it says it is, or holds what cannot be kept.

    Attributes:
        faults: Place and reason of each.
    """

    def __init__(self, faults: Sequence[tuple[Place, str]]) -> None:
        super().__init__(_UNPROCESSABLE, "; ".join(reason for _, reason in faults))
        self.faults = faults


_UNKNOWN = 401
_FORBIDDEN = 403
_TOO_LARGE = 413
_FOREIGN_HOST = 421
_UNPROCESSABLE = 422
_TOO_MANY = 429
_STATUS: dict[type[BaseException], int] = {
    NotFound: 404,
    Malformed: 400,
    InvalidRequest: _UNPROCESSABLE,
    Unauthenticated: _UNKNOWN,
    Forbidden: _FORBIDDEN,
    Conflict: 409,
    ModelNotConfigured: 400,
    ModelUnavailable: 503,
    ModelError: 502,
    StorageUnavailable: 503,
    StorageError: 500,
    Misconfigured: 500,
    NotOffered: 501,
    TacitusError: 500,
}
REFUSALS = (
    *(400, _UNKNOWN, _FORBIDDEN, 404, 409, _TOO_LARGE, _FOREIGN_HOST, _TOO_MANY),
    *(500, 501, 502, 503),
)
"""What any route may answer besides 200 and 422."""
_RETRY_SECONDS = 1
_CALL_IT = "call it localhost, or list the name in TACITUS_ALLOWED_HOSTS"
_MOST_FAULTS = 20


def answer_errors(app: FastAPI) -> None:
    """Let every error of the application be answered in JSON, with one clear reason."""
    app.add_exception_handler(TacitusError, _on_tacitus_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_body)
    app.add_exception_handler(UnreadableBody, _on_unreadable_body)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_fault)


def malformed(reason: str) -> JSONResponse:
    """Answer a request that is refused before it reaches a route."""
    return _refusal(_STATUS[Malformed], reason)


def foreign_host() -> JSONResponse:
    """Answer a request that calls this server by a name which it does not go by."""
    return _refusal(_FOREIGN_HOST, f"The Host header names no host of this server: {_CALL_IT}")


def foreign_origin() -> JSONResponse:
    """Answer a request from a web page of somebody else."""
    return _refusal(_FORBIDDEN, f"The Origin header names a page of others: {_CALL_IT}")


def body_too_large(limit: int) -> JSONResponse:
    """Answer a request whose body is announced to exceed the limit, in bytes."""
    return _refusal(_TOO_LARGE, _size_told(limit))


def too_many(seconds: float) -> JSONResponse:
    """Answer a request that comes too soon after others of the same key."""
    answer = _refusal(_TOO_MANY, "Too many requests with this key: wait, or ask more in one")
    answer.headers["Retry-After"] = str(max(1, ceil(seconds)))
    return answer


def answer_to(error: TacitusError) -> JSONResponse:
    """Answer what the engine refused."""
    status = _status_of(error)
    if status == _UNPROCESSABLE:
        return _faults([_fault(("body",), str(error), "invalid_request")])
    told = str(error)
    if isinstance(error, StorageError):  # what the database itself said is for the log
        told = told.split(": ", maxsplit=1)[0]
    answer = _refusal(status, told)
    if status == _UNKNOWN:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if error.retryable:
        asked = error.retry_after if isinstance(error, ModelUnavailable) else None
        answer.headers["Retry-After"] = str(max(1, round(asked or _RETRY_SECONDS)))
    return answer


def _status_of(error: TacitusError) -> int:
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def _size_told(limit: int) -> str:
    return f"A body has at most {limit // 1024**2} MB: send the documents one by one, or in parts"


async def _on_tacitus_error(request: Request, error: Exception) -> JSONResponse:
    refused = cast(TacitusError, error)
    status = _status_of(refused)
    if status >= 500 and status != _STATUS[NotOffered]:
        log.warning("request failed", status=status, trace=trace_of(error))
    if isinstance(refused, SensitiveContent):
        request.scope["state"][REFUSED_AS] = "sensitive"
    return answer_to(refused)


async def _on_invalid_body(request: Request, error: Exception) -> JSONResponse:
    # What was sent is not echoed: it may be large, secret, or no text at all.
    found = cast(RequestValidationError, error).errors()[:_MOST_FAULTS]
    if found[0]["loc"] == ("body",) and (sent_as := _unread(request)):
        return _faults([_fault(("body",), sent_as, "content_type")])
    return _faults([_fault(one["loc"], _reason(one), one["type"]) for one in found])


def _unread(request: Request) -> str:
    """Return why nobody looked whether a body is JSON, which clients forget to say; else nothing."""
    sent_as = request.headers.get("content-type", "")
    kind = sent_as.partition(";")[0].strip().lower()
    if request.headers.get("content-length") == "0" or kind.endswith(("/json", "+json")):
        return ""
    return "Send JSON, and say so: Content-Type: application/json"


async def _on_unreadable_body(request: Request, error: Exception) -> JSONResponse:
    found = cast(UnreadableBody, error).faults
    return _faults([_fault(place, reason, "unreadable") for place, reason in found])


async def _on_http_error(request: Request, error: Exception) -> JSONResponse:
    raised = cast(HTTPException, error)
    answer = _refusal(raised.status_code, str(raised.detail))
    answer.headers.update(raised.headers or {})
    return answer


async def _on_fault(request: Request, error: Exception) -> JSONResponse:
    # Answered in front of everything else, so that the id is not there by itself.
    id = request.scope.get("state", {}).get(REQUEST_ID, "")
    log.error("request failed", status=500, request_id=id, trace=trace_of(error))
    answer = _refusal(500, "Something went wrong here; the server's log says what")
    answer.headers["X-Request-ID"] = id
    return answer


def _refusal(status: int, reason: str) -> JSONResponse:
    return JSONResponse({"detail": reason}, status)


def _faults(faults: Sequence[dict[str, Any]]) -> JSONResponse:
    return JSONResponse({"detail": list(faults)}, _UNPROCESSABLE)


def _fault(place: Sequence[str | int], reason: str, kind: str) -> dict[str, Any]:
    return {"loc": list(place), "msg": reason, "type": kind}


def _reason(found: dict[str, Any]) -> str:
    return str(found["msg"]).removeprefix("Value error, ")
