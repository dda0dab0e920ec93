"""What went wrong at a language model, in the words of our own error tree."""

from typing import cast

from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelTimeoutError,
)

from tacitus.adapters.models.dialogue import Failure
from tacitus.domain.errors import ModelError, ModelUnavailable, UnusableAnswer

SHOWN = 200
"""Characters of a provider's own words that go into a message."""
_TRANSIENT = frozenset({408, 409, 425, 429})


def unanswered(name: str, seconds: float) -> Failure:
    """The time limit passed. Waiting as long again, now, would only double the delay."""
    return Failure(ModelUnavailable(f"{name} did not answer within {seconds:g} s"), again=False)


def broken(error: Exception, name: str) -> Failure:
    """A success that is none."""
    reason = f"{type(error).__name__}: {error}"[:SHOWN]
    return Failure(UnusableAnswer(f"{name} answered out of protocol ({reason})"), again=True)


def rejects_the_request(error: ModelAPIError) -> bool:
    """Whether the request as such was refused, and not its key, its model or its length."""
    known = (ModelAuthenticationError, ModelNotFoundError, ModelContextWindowExceededError)
    return isinstance(error, ModelRequestRejectedError) and not isinstance(error, known)


def translated(error: ModelAPIError, name: str, *, again: bool) -> Failure:
    """Tell what the caller can do: wait, or change something."""
    if isinstance(error, ModelRequestTimeout | ModelTimeoutError):
        return Failure(ModelUnavailable(f"{name} did not answer in time"), again=False)
    for kind, words in _FINAL.items():
        if isinstance(error, kind):
            return Failure(ModelError(f"{name} {words}{_said(error)}"), again=again)
    if isinstance(error, ModelHTTPError):
        if 400 <= error.status_code < 500 and error.status_code not in _TRANSIENT:
            words = f"{name} refused with status {error.status_code}{_said(error)}"
            return Failure(ModelError(words), again=again)
        words = f"{name} failed with status {error.status_code}{_said(error)}"
        return Failure(ModelUnavailable(words, error.retry_after), again=True)
    words = f"{name} cannot be reached: {error.message[:SHOWN]}"
    return Failure(ModelUnavailable(words, error.retry_after), again=True)


_FINAL: dict[type[ModelAPIError], str] = {
    ModelQuotaExceededError: "refused: the account's quota is used up",
    ModelAuthenticationError: "refused the API key",
    ModelNotFoundError: "was not found: check the model's name and the base URL",
    ModelContextWindowExceededError: "refused: the text is longer than the model can read",
    ModelRequestRejectedError: "rejected the request",
}
"""Failures that no waiting mends; the narrower kind first."""


def _said(error: ModelAPIError) -> str:
    """The provider's own words, but for a refused key, which some of them repeat."""
    if isinstance(error, ModelAuthenticationError):
        return ""
    words = _message(error.body)
    return f" ({words[:SHOWN]})" if words else ""


def _message(body: object) -> str:
    if not isinstance(body, dict):
        return ""
    fields = cast(dict[str, object], body)
    words = fields.get("message")
    return words if isinstance(words, str) else _message(fields.get("error"))
