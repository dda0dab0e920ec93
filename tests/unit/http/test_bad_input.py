"""Whatever is sent: one clear reason, never a fault of ours, and nothing half stored."""

import json
from collections.abc import AsyncGenerator

import httpx
import pytest

from tacitus.client import AsyncClient
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
    b'{"items": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    b'{"items": [{"content": "Hi", "timestamp": ' + b"9" * 5_000 + b"}]}",
]


@pytest.mark.parametrize("body", NO_BODIES, ids=lambda body: body[:60].decode("latin-1"))
async def test_a_body_that_cannot_be_retained_is_refused_and_leaves_nothing(
    body: bytes, http: httpx.AsyncClient
) -> None:
    answer = await http.post(MEMORIES, content=body, headers=JSON)

    assert answer.status_code in {400, 422}, answer.text
    assert answer.json()["detail"]
    stats = await http.get(f"{BANK}/stats")
    assert stats.status_code == 404 or stats.json()["total_documents"] == 0


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


async def test_a_form_is_no_json(http: httpx.AsyncClient) -> None:
    answer = await http.post(MEMORIES, data={"content": "Hi"})

    assert answer.status_code == 422


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


@pytest.mark.parametrize(
    "path",
    [
        "/v1/default/banks/a%00b/stats",
        "/v1/default/banks/%ff/stats",
        "/v1/default/banks/%ed%a0%80/stats",
        "/v1/default/banks/notes/memories/list?q=%00",
        "/v1/default/banks/notes/memories/list?q=%ff",
        "/v1/default/banks?limit=0",
        "/v1/default/banks?limit=1001",
        "/v1/default/banks?limit=many",
        "/v1/default/banks?offset=-1",
        "/v1/default/banks?offset=99999999999999999999",
        "/v1/default/banks/notes/memories/list?type=gossip",
        "/v1/default/banks/notes/memories/list?entity_id=seven",
        "/v1/default/banks/notes/operations?status=lost",
        "/v1/default/banks/notes/operations/seven",
    ],
)
async def test_an_address_that_nothing_has_is_refused(
    path: str, http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")

    answer = await http.get(path)

    assert answer.status_code in {400, 422}, answer.text


async def test_configuration_holds_no_half_characters(http: httpx.AsyncClient) -> None:
    await http.put(BANK, json={})
    body = b'{"updates": {"retain_mission": "\\ud800"}}'

    answer = await http.patch(f"{BANK}/config", content=body, headers=JSON)

    assert answer.status_code == 422
