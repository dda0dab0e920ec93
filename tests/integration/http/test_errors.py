"""What each error of the engine is answered with."""

from collections import defaultdict
from dataclasses import replace
from typing import Any, cast

import httpx
from fastapi import FastAPI

from tacitus.bootstrap import Runtime, in_memory_runtime
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
from tacitus.ports.access import KeyStore
from tacitus.ports.storage import BankStore
from tests.integration.http.keyed import holding
from tests.integration.http.surface import PARAMETERS, every_route, probe
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


class Broken:
    """Fills any port, and breaks at whatever is asked of it."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        async def fail(*_: object, **__: object) -> None:
            raise self._error

        return fail


def broken(error: Exception) -> list[Runtime]:
    """Return memories that break: where banks are kept, and where keys are."""
    whole = in_memory_runtime()
    gate = replace(whole.gate, keys=cast(KeyStore, Broken(error)))
    stores = replace(whole.engine.stores, banks=cast(BankStore, Broken(error)))
    return [
        replace(whole, engine=replace(whole.engine, stores=stores)),
        replace(whole, gate=gate),
    ]


async def test_a_fault_of_ours_tells_nothing_of_itself_whatever_was_asked(app: FastAPI) -> None:
    names = dict.fromkeys(PARAMETERS, "00000000-0000-7000-8000-000000000000")
    inside = "secret/path.py, line 7: relation of 10.0.0.5"
    told: dict[int, set[str]] = defaultdict(set)
    for error in (ZeroDivisionError(inside), StorageError(f"The database refused: {inside}")):
        for runtime in broken(error):
            app.state.runtime = runtime
            async with holding(app, None) as asking:
                for route in every_route()[::25]:  # a trace takes its time
                    answer = await probe(*route).ask(asking, names)
                    told[answer.status_code].add(answer.text)

    assert "secret" not in str(told)
    assert "Traceback" not in str(told)
    assert told[500] == {
        '{"detail":"Something went wrong here; the server\'s log says what"}',
        '{"detail":"The database refused"}',
    }
