"""What each error of the engine is answered with."""

import httpx
from fastapi import FastAPI

from tacitus.domain.errors import (
    BankNotFound,
    Conflict,
    DocumentNotFound,
    InvalidRequest,
    MemoryNotFound,
    Misconfigured,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
    OperationNotFound,
    StorageError,
    StorageUnavailable,
    TacitusError,
    UnusableAnswer,
)
from tacitus.http.errors import Malformed, NotOffered, answer_errors
from tests.tables import table


async def answer_to(error: Exception) -> httpx.Response:
    app = FastAPI()
    answer_errors(app)

    @app.get("/")
    async def fail() -> None:  # pyright: ignore[reportUnusedFunction]
        raise error

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://memory") as client:
        return await client.get("/")


@table(
    "error, status",
    [
        (DocumentNotFound("none"), 404),
        (MemoryNotFound("none"), 404),
        (OperationNotFound("none"), 404),
        (Malformed("odd"), 400),
        (ModelNotConfigured("no model"), 400),
        (Conflict("changed"), 409),
        (ModelUnavailable("busy"), 503),
        (StorageUnavailable("away"), 503),
        (UnusableAnswer("gibberish"), 502),
        (ModelError("odd"), 502),
        (StorageError("odd"), 500),
        (Misconfigured("set the key"), 500),
        (NotOffered("no"), 501),
        (TacitusError("odd"), 500),
    ],
)
async def test_an_error_has_a_status_and_its_words(error: TacitusError, status: int) -> None:
    answer = await answer_to(error)

    assert (answer.status_code, answer.json()) == (status, {"detail": str(error)})


async def test_a_bank_that_is_not_there_is_named() -> None:
    assert (await answer_to(BankNotFound("x"))).json() == {"detail": "Bank 'x' not found"}


async def test_an_invalid_request_is_told_like_a_fault_of_the_body() -> None:
    answer = await answer_to(InvalidRequest("no word"))

    fault = {"loc": ["body"], "msg": "no word", "type": "invalid_request"}
    assert (answer.status_code, answer.json()) == (422, {"detail": [fault]})


@table(
    "error, seconds",
    [
        (ModelUnavailable("busy", retry_after=7.4), "7"),
        (ModelUnavailable("busy", retry_after=0.1), "1"),
        (ModelUnavailable("busy"), "1"),
        (StorageUnavailable("away"), "1"),
        (Conflict("changed"), "1"),
        (StorageError("odd"), None),
    ],
)
async def test_what_may_be_retried_says_when(error: TacitusError, seconds: str | None) -> None:
    assert (await answer_to(error)).headers.get("Retry-After") == seconds


async def test_a_fault_of_ours_tells_nothing_of_itself() -> None:
    answer = await answer_to(ZeroDivisionError("secret/path.py"))

    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
