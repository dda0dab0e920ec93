"""Whatever is sent: one clear reason, never a fault of ours, and nothing half stored."""

import json
from collections.abc import AsyncGenerator
from importlib import import_module
from pkgutil import iter_modules
from urllib.parse import unquote

import httpx
from fastapi import FastAPI
from starlette.types import Message, Scope

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient
from tacitus.http import routes
from tacitus.http.bodies import ToTheLetter
from tacitus.http.limits import LARGEST_BODY

BANK = "/v1/default/banks/notes"
MEMORIES = f"{BANK}/memories"
JSON = {"Content-Type": "application/json"}

NO_BODIES = [
    b"",
    b"{",
    b"nonsense",
    b"\x00\x01\x02\xff\xfe",
    b"[]",
    b"null",
    b"7",
    b'"text"',
    b'{"items": null}',
    b'{"items": {}}',
    b'{"items": [null]}',
    b'{"items": [{}]}',
    b'{"items": [{"content": null}]}',
    b'{"items": [{"content": 7}]}',
    b'{"items": [{"content": {"text": "Hi"}}]}',
    b'{"items": [{"content": [{"type": "song", "text": "Hi"}]}]}',
    b'{"items": [{"content": ""}]}',
    b'{"items": [{"content": " \\n "}]}',
    b'{"items": [{"content": []}]}',
    b'{"items": [{"content": "a\\ud800b"}]}',
    b'{"items": [{"content": "a\xed\xa0\x80b"}]}',
    b'{"items": [{"content": "a\\u0000b"}]}',
    b'{"items": [{"content": "Hi", "metadata": {"a\\ud800": "b"}}]}',
    b'{"items": [{"content": "Hi", "metadata": {"a": 7}}]}',
    b'{"items": [{"content": "Hi", "tags": ["\\udfff"]}]}',
    b'{"items": [{"content": "Hi", "document_id": "\\u0000"}]}',
    b'{"items": [{"content": "Hi", "document_id": " "}]}',
    b'{"items": [{"content": "Hi", "timestamp": "soon"}]}',
    b'{"items": [{"content": "Hi", "timestamp": "2024-02-31"}]}',
    b'{"items": [{"content": "Hi", "timestamp": "0001-01-01T00:00:00+14:00"}]}',
    b'{"items": [{"content": "Hi", "timestamp": "9999-12-31T23:59:59-14:00"}]}',
    b'{"items": [{"content": "Hi", "timestamp": {}}]}',
    b'{"items": [{"content": "Hi", "update_mode": "merge"}]}',
    b'{"items": [{"content": "Hi"}], "async": "later"}',
    b'{"items": [{"content": "Hi"}]} trailing',
    b'{"items": [{"content": "Hi"}]}{}',
    b'{"items": [{"content": "Hi"}], "items": []}',
    b'{"items": [{"content": "Hi", "content": "Ho"}]}',
    b'{"items": [{"content": "Hi"}], "priority": NaN}',
    b'{"items": [{"content": "Hi"}], "priority": -Infinity}',
    b'{"items": [{"content": "Hi"}], "priority": 1e999}',
    b"{'items': []}",
    b'{"items": [],}',
    b'\xef\xbb\xbf{"items": []}',
    '{"items": []}'.encode("utf-16"),
    b'{"items": [{"content": "Hi", "colour": "\\ud800"}]}',
    b'{"items": [{"content": "Hi", "document_id": ".."}]}',
    b'{"items": [{"content": "Hi", "document_id": "a/../b"}]}',
    b'{"items": [{"content": "Hi", "tags": [""]}]}',
    b'{"items": [{"content": "Hi", "tags": ["work", "\\u200b"]}]}',
    b'{"items": [{"content": "Hi"}], "document_tags": [" "]}',
    b'{"items": [{"content": "Hi", "entities": [{"text": " "}]}]}',
    b'{"items": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    b'{"items": [{"content": "Hi", "timestamp": ' + b"9" * 5_000 + b"}]}",
]


async def test_a_body_that_cannot_be_retained_is_refused_and_leaves_nothing(
    http: httpx.AsyncClient,
) -> None:
    served: list[tuple[bytes, int]] = []
    for body in NO_BODIES:
        answer = await http.post(MEMORIES, content=body, headers=JSON)
        if answer.status_code not in {400, 422} or not answer.json()["detail"]:
            served.append((body[:60], answer.status_code))

    assert served == []
    assert (await http.get(f"{BANK}/stats")).status_code == 404


async def test_the_place_of_what_cannot_be_read_is_told(http: httpx.AsyncClient) -> None:
    told = {
        b'{"items": [}': (["body", 11], "Expecting value at line 1, column 12"),
        b'{"items": []} {': (["body", 14], "Extra data"),
        b'{"items": "\xff"}': (["body", 11], "it is not UTF-8 from byte 11 on"),
        b'{"a": 1, "a": 2}': (["body", "a"], "the key stands there more than once"),
        b'{"a": [{"b": NaN}]}': (["body", "a", 0, "b"], "this is no number"),
        b'{"a": [{"b": "c\\ud800"}]}': (["body", "a", 0, "b"], "a lone surrogate) at 1"),
        b'{"a": [{"b": "cc\\u0000"}]}': (["body", "a", 0, "b"], "NUL character at 2"),
        b'{"a": {"\\udfff": 1}}': (["body", "a", "?"], "of the key itself"),
        b"[" * 99_999: (["body"], "nested too deeply"),
    }
    bodies = [(MEMORIES, b) for b in told] + [(f"{BANK}/reflect", b) for b in told]

    untold: list[object] = []
    for path, body in bodies:
        answer = await http.post(path, content=body, headers=JSON)
        [fault] = answer.json()["detail"]
        place, reason = told[body]
        if (answer.status_code, fault["loc"]) != (422, place) or reason not in fault["msg"]:
            untold.append((path, body[:30], answer.status_code, fault))
    assert untold == []


def test_every_route_reads_its_body_to_the_letter() -> None:
    topics = [
        import_module(found.name) for found in iter_modules(routes.__path__, f"{routes.__name__}.")
    ]
    served = [route for topic in topics for route in topic.router.routes]

    assert len(served) > 50
    assert [route.path for route in served if not isinstance(route, ToTheLetter)] == []


async def test_one_bad_item_keeps_all_from_being_stored(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")
    items = [{"content": "Ana lives in Oslo."}, {"content": "a\ud800b"}, {"content": ""}]

    await http.post(MEMORIES, content=json.dumps({"items": items}), headers=JSON)

    assert (await memory.stats("notes")).total_nodes == 0


async def test_the_reason_says_where_and_does_not_repeat_what_was_sent(
    http: httpx.AsyncClient,
) -> None:
    body = {"items": [{"content": "Hi"}, {"content": "Hi", "metadata": {"key": ["sekrit"]}}]}

    answer = await http.post(MEMORIES, json=body)

    [fault] = answer.json()["detail"]
    assert fault["loc"] == ["body", "items", 1, "metadata", "key"]
    assert fault["msg"] == "Input should be a valid string"
    assert "sekrit" not in answer.text


async def test_of_many_faults_the_first_are_told(http: httpx.AsyncClient) -> None:
    answer = await http.post(MEMORIES, json={"items": [7] * 1000})

    assert len(answer.json()["detail"]) == 20


async def test_who_does_not_say_that_a_body_is_json_is_told_to(http: httpx.AsyncClient) -> None:
    body = b'{"items": [{"content": "Hi"}]}'
    kinds = {"": False, "text/plain": False, "application/x-www-form-urlencoded": False}
    kinds |= {"application/json": True, "Application/JSON; charset=utf-8": True}
    kinds |= {"application/merge-patch+json": True}

    odd: list[str] = []
    for kind, fine in kinds.items():
        headers = {"Content-Type": kind} if kind else {}
        answer = await http.post(MEMORIES, content=body, headers=headers)
        told = "Content-Type: application/json" in answer.text
        if (answer.status_code, told) != ((200, False) if fine else (422, True)):
            odd.append(f"{kind}: {answer.status_code} {answer.text}")
    assert odd == []

    array = await http.post(MEMORIES, content=b"[]", headers=JSON)
    assert "Content-Type" not in array.text


async def test_five_megabytes_are_read(http: httpx.AsyncClient) -> None:
    items = [{"content": "Ana rows. " * 500_000}, {"content": ""}]

    answer = await http.post(MEMORIES, json={"items": items})

    [fault] = answer.json()["detail"]
    assert fault["msg"] == "items[1]: there is nothing to retain: the content is empty"


async def test_a_body_above_the_limit_is_refused(http: httpx.AsyncClient) -> None:
    body = json.dumps({"items": [{"content": "x" * LARGEST_BODY}]}).encode()

    answer = await http.post(MEMORIES, content=body, headers=JSON)

    assert answer.status_code == 413
    assert answer.json()["detail"]


async def test_a_body_of_untold_length_is_refused_above_the_limit(http: httpx.AsyncClient) -> None:
    async def endless() -> AsyncGenerator[bytes]:
        yield b'{"items": [{"content": "'
        for _ in range(11):
            yield b"x" * 1024 * 1024

    answer = await http.post(MEMORIES, content=endless(), headers=JSON)

    assert answer.status_code == 413


NOWHERE = [
    "/v1/default/banks/a%00b/stats",
    "/v1/default/banks/%ff/stats",
    "/v1/default/banks/%ed%a0%80/stats",
    "/v1/default/banks/notes/memories/list?q=%00",
    "/v1/default/banks/notes/memories/list?q=%ff",
    "/v1/default/banks/notes/memories/list?document_id=",
    "/v1/default/banks/notes/memories/list?document_id=%20",
    "/v1/default/banks?limit=0",
    "/v1/default/banks?limit=1001",
    "/v1/default/banks?limit=many",
    "/v1/default/banks?offset=-1",
    "/v1/default/banks?offset=99999999999999999999",
    "/v1/default/banks/notes/memories/list?type=gossip",
    "/v1/default/banks/notes/memories/list?entity_id=seven",
    "/v1/default/banks/notes/operations?status=lost",
    "/v1/default/banks/notes/operations/seven",
]


async def test_an_address_that_nothing_has_is_refused(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")

    answers = [(path, (await http.get(path)).status_code) for path in NOWHERE]

    assert [found for found in answers if found[1] not in {400, 422}] == []


async def test_no_address_leads_elsewhere(app: FastAPI, runtime: Runtime) -> None:
    await runtime.engine.retain("notes", "Ana rows.")
    app.state.runtime = runtime
    steps = ["..", ".", "%2e%2e", "%2E.", "..%5C"]
    paths = [f"{BANK}/documents/{step}" for step in steps] + [
        f"/v1/default/banks/{s}" for s in steps
    ]

    statuses = [
        await status_of(app, method, path) for path in paths for method in ("GET", "DELETE")
    ]

    assert {*statuses} == {400}
    assert (await runtime.engine.stats("notes")).documents == 1


async def test_a_slash_at_the_end_is_another_address_and_leads_nowhere(
    app: FastAPI, runtime: Runtime
) -> None:
    await runtime.engine.retain("notes", "Ana rows.")
    app.state.runtime = runtime
    methods = ("GET", "PUT", "PATCH", "POST", "DELETE")

    statuses = [await status_of(app, method, f"{BANK}/") for method in methods]

    assert {*statuses} <= {404, 405}
    assert not app.router.redirect_slashes
    assert (await runtime.engine.stats("notes")).documents == 1


async def status_of(app: FastAPI, method: str, path: str) -> int:
    """Ask as a client would that sends a path as it is, where ours tidies it up."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [],
    }
    await app(scope, receive, send)
    return sent[0]["status"]


async def test_a_bank_is_not_made_under_a_name_that_misleads(http: httpx.AsyncClient) -> None:
    names = ["no%E2%80%8Btes", "%E2%80%AEnotes", "a%2F..%2Fb", "%20", "x" * 513]

    answers = [await http.put(f"/v1/default/banks/{name}", json={}) for name in names]

    assert {answer.status_code for answer in answers} == {400, 422}
    assert (await http.get("/v1/default/banks")).json()["total"] == 0


async def test_a_question_that_cannot_be_asked_is_refused_by_recall_and_reflect_alike(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.retain("notes", "Ana rows 🐙.")
    bodies = [
        *({"query": query} for query in ("", " ", "?!", "🐙", "🐙🦑", "1️⃣", "👩\u200d🚀")),
        *({"query": "Who rows?", "max_tokens": most} for most in (0, -1, None, "many", 1.5)),
        *({"query": "Who rows?", "tags": tags} for tags in ([""], [" "], "work", [None])),
        *({"query": "Who rows?", "as_of": at} for at in ("0001-01-01", "9991-01-01", "soon", "")),
        {"query": "Who rows?", "query_timestamp": "9999-12-31"},
    ]

    served = [
        (path, body, answer.status_code)
        for body in bodies
        for path in (f"{MEMORIES}/recall", f"{BANK}/reflect")
        if (answer := await http.post(path, json=body)).status_code != 422
    ]

    assert served == []


async def test_a_time_of_day_without_a_zone_is_refused_wherever_it_would_count(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    kept = await memory.retain("notes", "Ana rows.")
    assert kept.documents is not None
    one = f"{MEMORIES}/{kept.documents[0].memory_ids[0]}"
    at, day, ask = "2024-05-06T12:00:00", "2024-05-07", f"{MEMORIES}/recall"
    files = {"files": ("a.txt", b"Ben swims.")}
    told = {"request": json.dumps({"files_metadata": [{"timestamp": at}]})}
    answers = {
        "items[0].timestamp": await http.post(
            MEMORIES, json={"items": [{"content": "Ben swims.", "timestamp": at}]}
        ),
        "timestamp of a file": await http.post(f"{BANK}/files/retain", files=files, data=told),
        "occurred_start": await http.patch(one, json={"occurred_start": at}),
        "mentioned_at": await http.patch(one, json={"mentioned_at": at}),
        "as_of": await http.post(ask, json={"query": "Who rows?", "as_of": at}),
        "occurred_in.start": await http.post(
            ask, json={"query": "Who rows?", "occurred_in": {"start": at, "end": day}}
        ),
        "as_of of an answer": await http.post(
            f"{BANK}/reflect", json={"query": "Who rows?", "as_of": at}
        ),
    }

    untold = {
        field: answer.text
        for field, answer in answers.items()
        if answer.status_code != 422 or "has no zone: add one" not in answer.text
    }
    assert untold == {}
    assert (await memory.memories("notes")).total == 1


async def test_when_a_question_is_asked_is_utc_as_clients_write_it(http: httpx.AsyncClient) -> None:
    await http.post(MEMORIES, json={"items": [{"content": "Ana rows.", "timestamp": "2024-05-06"}]})
    asked = {
        "query": "Who rows?",
        "query_timestamp": "2023-05-30T23:40:00",
        "temporal_window": {"start": "2024-05-06T00:00:00", "end": "2024-05-08T00:00:00"},
    }

    assert (await http.post(f"{MEMORIES}/recall", json=asked)).status_code == 200


async def test_configuration_holds_no_half_characters(http: httpx.AsyncClient) -> None:
    await http.put(BANK, json={})
    body = b'{"updates": {"retain_mission": "\\ud800"}}'

    answer = await http.patch(f"{BANK}/config", content=body, headers=JSON)

    assert answer.status_code == 422
