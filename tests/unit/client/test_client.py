"""A client: what it sends, what it makes of answers, and that waiting is all the blocking one adds."""

import asyncio
import inspect
import json
from collections.abc import Callable
from threading import Thread

import httpx
import pytest

from tacitus.client import (
    AsyncClient,
    Client,
    ClientError,
    Conflict,
    InvalidRequest,
    NotFound,
    NotOffered,
    Refused,
    ServerFault,
    Unauthorized,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
)
from tacitus.wire import MemoryItem, RecallRequest
from tests.tables import table

EMPTY: dict[str, object] = {"results": [], "reason": "nothing stored"}
RETAINED = {"success": True, "bank_id": "notes", "items_count": 1, "async": False}


class Server:
    """Gives one answer to everything and keeps what it was asked."""

    def __init__(self, answer: httpx.Response | Exception) -> None:
        self.answer = answer
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def client(self, api_key: str | None = None) -> AsyncClient:
        return AsyncClient("http://memory/", api_key, transport=httpx.MockTransport(self))

    def blocking(self) -> Client:
        return Client("http://memory", transport=httpx.MockTransport(self))


def answering(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Server:
    return Server(httpx.Response(status, json=body, headers=headers))


async def refused_with(status: int, body: object = None, **headers: str) -> ClientError:
    server = answering(body, status, headers)
    with pytest.raises(ClientError) as raised:
        await server.client().recall("notes", "Where?")
    return raised.value


# ---------------------------------------------------------------------------- what is sent


async def test_a_question_is_posted_to_its_bank() -> None:
    server = answering(EMPTY)

    found = await server.client().recall("notes", "Where does Ana live?")

    [request] = server.asked
    assert found.reason == "nothing stored"
    assert (request.method, request.url.path) == ("POST", "/v1/default/banks/notes/memories/recall")
    assert json.loads(request.content)["query"] == "Where does Ana live?"


async def test_everything_that_can_be_asked_is_in_the_body() -> None:
    server = answering(EMPTY)

    await server.client().recall("notes", RecallRequest(query="Where?", as_of="2024-04-01"))

    assert json.loads(server.asked[0].content)["as_of"] == "2024-04-01"


async def test_text_is_retained_as_one_item_and_waited_for() -> None:
    server = answering(RETAINED)

    await server.client().retain("notes", "Ana moved to Oslo.")

    body = json.loads(server.asked[0].content)
    assert [item["content"] for item in body["items"]] == ["Ana moved to Oslo."]
    assert body["async"] is False


async def test_retaining_need_not_be_waited_for() -> None:
    server = answering({**RETAINED, "async": True, "operation_id": "7"})

    answer = await server.client().retain("notes", [MemoryItem(content="Hi")], wait=False)

    assert json.loads(server.asked[0].content)["async"] is True
    assert answer.async_ is True
    assert answer.operation_id == "7"


@table(
    "bank, step",
    [("a/b", "a%2Fb"), ("a b?", "a%20b%3F"), ("猫", "%E7%8C%AB"), ("..a", "..a")],
)
async def test_a_name_is_one_step_of_the_path_whatever_it_holds(bank: str, step: str) -> None:
    server = answering({"bank_id": bank})

    with pytest.raises(UnexpectedAnswer):
        await server.client().stats(bank)

    assert server.asked[0].url.raw_path == f"/v1/default/banks/{step}/stats".encode()


async def test_filters_that_are_not_asked_for_are_not_sent() -> None:
    server = answering({"items": [], "total": 0, "limit": 5, "offset": 0})

    await server.client().memories("notes", network="opinion", limit=5)

    assert dict(server.asked[0].url.params) == {"type": "opinion", "limit": "5", "offset": "0"}


@table("key, header", [("secret", "Bearer secret"), (None, None)])
async def test_an_api_key_goes_with_every_request(key: str | None, header: str | None) -> None:
    server = answering(EMPTY)

    await server.client(key).recall("notes", "Where?")

    assert server.asked[0].headers.get("Authorization") == header


# ------------------------------------------------------------------------ what answers mean


@table(
    "status, kind, retryable",
    [
        (400, InvalidRequest, False),
        (401, Unauthorized, False),
        (403, Unauthorized, False),
        (404, NotFound, False),
        (409, Conflict, True),
        (413, InvalidRequest, False),
        (418, ServerFault, False),
        (422, InvalidRequest, False),
        (429, Unavailable, True),
        (500, ServerFault, False),
        (501, NotOffered, False),
        (503, Unavailable, True),
    ],
)
async def test_a_refusal_has_a_kind_a_status_and_a_reason(
    status: int, kind: type[Refused], retryable: bool
) -> None:
    error = await refused_with(status, {"detail": "because"})

    assert type(error) is kind
    assert isinstance(error, Refused)
    assert (error.status, error.detail, str(error)) == (status, "because", "because")
    assert error.retryable is retryable


async def test_faults_of_a_body_are_told_with_their_place() -> None:
    fault = {"loc": ["body", "items", 0, "content"], "msg": "is empty", "type": "value_error"}

    error = await refused_with(422, {"detail": [fault, {"loc": ["body"], "msg": "is odd"}]})

    assert str(error) == "items.0.content: is empty; is odd"


@table("header, seconds", [("2.5", 2.5), ("-1", 0.0), ("Wed, 21 Oct 2026 07:28:00 GMT", None)])
async def test_a_busy_server_may_say_when_to_come_back(header: str, seconds: float | None) -> None:
    error = await refused_with(503, {"detail": "busy"}, **{"Retry-After": header})

    assert isinstance(error, Unavailable)
    assert error.retry_after == seconds


async def test_a_refusal_of_another_server_is_told_in_its_own_words() -> None:
    server = Server(httpx.Response(502, text="<h1>Bad gateway</h1>"))

    with pytest.raises(ServerFault, match="<h1>Bad gateway</h1>"):
        await server.client().health()


@table("body", [[], "hello", {"other": 1}])
async def test_an_answer_of_another_api_is_unexpected(body: object) -> None:
    with pytest.raises(UnexpectedAnswer, match="is it Tacitus"):
        await answering(body).client().health()


async def test_a_redirection_is_unexpected() -> None:
    with pytest.raises(UnexpectedAnswer, match="307"):
        await answering({}, 307).client().health()


@table(
    "failure", [httpx.ConnectError("refused"), httpx.ReadTimeout(""), httpx.RemoteProtocolError("")]
)
async def test_no_answer_may_be_retried(failure: Exception) -> None:
    with pytest.raises(Unreachable, match="http://memory") as raised:
        await Server(failure).client().health()

    assert raised.value.retryable


# ------------------------------------------------------------------------- the blocking one


def test_the_blocking_client_has_every_method_of_the_other() -> None:
    def public(kind: type) -> dict[str, inspect.Signature]:
        methods: list[tuple[str, Callable[..., object]]] = inspect.getmembers(kind, callable)
        return {n: inspect.signature(m) for n, m in methods if n[0] != "_"}

    theirs = public(Client)
    del theirs["run"]

    assert theirs == public(AsyncClient)


def test_a_blocking_call_returns_the_answer() -> None:
    with answering(EMPTY).blocking() as client:
        assert client.recall("notes", "Where?").reason == "nothing stored"


def test_a_blocking_call_raises_the_same_errors() -> None:
    with answering({"detail": "no"}, 404).blocking() as client, pytest.raises(NotFound, match="no"):
        client.stats("notes")


async def test_a_blocking_client_works_where_a_loop_runs_already() -> None:
    assert asyncio.get_running_loop()
    with answering(EMPTY).blocking() as client:
        assert client.recall("notes", "Where?").results == []


def test_threads_share_a_blocking_client() -> None:
    server = answering(EMPTY)
    with server.blocking() as client:
        threads = [Thread(target=client.recall, args=("notes", "Where?")) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(server.asked) == 8


def test_a_closed_client_says_so() -> None:
    client = answering(EMPTY).blocking()
    client.close()
    client.close()

    with pytest.raises(RuntimeError, match="closed"):
        client.health()
