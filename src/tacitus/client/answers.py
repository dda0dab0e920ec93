"""Answers of the server: the body that was expected, or the error that they mean."""

import json
from collections.abc import Mapping
from typing import TypeVar, cast

import httpx
from pydantic import BaseModel, ValidationError

from tacitus.client.errors import (
    Conflict,
    InvalidRequest,
    NotFound,
    NotOffered,
    Refused,
    ServerFault,
    Unauthorized,
    Unavailable,
    UnexpectedAnswer,
)

Shape = TypeVar("Shape", bound=BaseModel)

_MEANING: Mapping[int, type[Refused]] = {
    400: InvalidRequest,
    401: Unauthorized,
    403: Unauthorized,
    404: NotFound,
    409: Conflict,
    413: InvalidRequest,
    422: InvalidRequest,
    501: NotOffered,
}
_LONGEST_DETAIL = 500


def read_answer(answer: httpx.Response, shape: type[Shape]) -> Shape:
    """Read the body of an answer.

    Raises:
        Refused: The status says no.
        UnexpectedAnswer: The status says yes, and the body is something else.
    """
    if not answer.is_success:
        raise _refusal(answer)
    try:
        return shape.model_validate_json(answer.content)
    except ValidationError as error:
        raise UnexpectedAnswer(
            f"{answer.request.url} does not answer with a {shape.__name__}: is it Tacitus?"
        ) from error


def _refusal(answer: httpx.Response) -> Refused | UnexpectedAnswer:
    status, detail = answer.status_code, _detail(answer)
    if status in (429, 503):
        return Unavailable(status, detail, _seconds(answer.headers.get("Retry-After")))
    if status >= 400:
        return _MEANING.get(status, ServerFault)(status, detail)
    return UnexpectedAnswer(f"{answer.request.url} answers {status}: is it Tacitus?")


def _detail(answer: httpx.Response) -> str:
    """Return the reason: a text, or of a list of faults, each with its place."""
    try:
        body: object = json.loads(answer.content)
    except ValueError:
        body = None
    detail = cast(dict[str, object], body).get("detail") if isinstance(body, dict) else None
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list):
        return "; ".join(_fault(fault) for fault in cast(list[object], detail))
    return answer.text[:_LONGEST_DETAIL] or answer.reason_phrase


def _fault(fault: object) -> str:
    if not isinstance(fault, dict):
        return str(fault)
    said = cast(dict[str, object], fault)
    place = said.get("loc")
    steps = [str(step) for step in cast(list[object], place)] if isinstance(place, list) else []
    where = ".".join(step for step in steps if step != "body")
    return f"{where}: {said.get('msg')}" if where else str(said.get("msg"))


def _seconds(header: str | None) -> float | None:
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:  # a date; the caller's own patience is as good
        return None
