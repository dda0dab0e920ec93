"""Errors, as answers: one clear line each. The only module that knows status codes of errors."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from recallops.domain.errors import (
    Conflict,
    Invalid,
    MemoryUnavailable,
    ModelFailed,
    NotFound,
    RecallopsError,
)

_STATUS: dict[type[RecallopsError], int] = {
    NotFound: 404,
    Conflict: 409,
    Invalid: 400,
    MemoryUnavailable: 503,
    ModelFailed: 502,
}


def answer_errors(app: FastAPI) -> None:
    """Let every error be answered with `{"detail": "one line"}`."""
    app.add_exception_handler(RecallopsError, _ours)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _http)


async def _ours(_request: Request, error: Exception) -> JSONResponse:
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
    return _line(status, str(error))


async def _unreadable(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    place = ".".join(str(one) for one in first["loc"] if one not in ("body", "query", "path"))
    return _line(422, f"{place or 'body'}: {first['msg']}")


async def _http(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    return _line(error.status_code, str(error.detail))


def _line(status: int, text: str) -> JSONResponse:
    return JSONResponse({"detail": " ".join(text.split())[:500]}, status_code=status)
