"""Retain over HTTP."""

import json

import httpx
import pytest

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, NotOffered
from tacitus.wire import (
    EntityInput,
    MemoryItem,
    TextBlock,
)
from tests.tables import table

MEMORIES = "/v1/default/banks/notes/memories"
ANA = MemoryItem(
    content="Ana lives in Oslo.", document_id="ana", timestamp="2024-05-06T12:00:00Z", tags=["x"]
)
BEN = MemoryItem(
    content="Ben keeps bees in Cork.", document_id="ben", timestamp="2024-05-07T12:00:00Z"
)


async def test_retaining_says_what_it_came_to(http: httpx.AsyncClient) -> None:
    answer = await http.post(MEMORIES, json={"items": [{"content": "Hi.", "document_id": "d"}]})

    body = answer.json()
    del body["documents"]
    assert answer.status_code == 200
    assert body == {
        "success": True,
        "bank_id": "notes",
        "items_count": 1,
        "async": False,
        "operation_id": None,
        "operation_ids": None,
        "usage": {
            "input_tokens": 0,
            "output_tokens": 0,
            "total_tokens": 0,
            "cached_tokens": 0,
            "thoughts_tokens": 0,
        },
    }


async def test_retaining_the_same_again_changes_nothing_and_says_so(memory: AsyncClient) -> None:
    outcomes = [(await memory.retain("notes", [ANA])).documents for _ in range(2)]

    assert [[document.outcome for document in found or ()] for found in outcomes] == [
        ["stored"],
        ["unchanged"],
    ]
    assert (await memory.stats("notes")).total_nodes == 1


async def test_nothing_to_retain_is_fine(http: httpx.AsyncClient) -> None:
    answer = await http.post(MEMORIES, json={"items": []})

    assert (answer.status_code, answer.json()["items_count"]) == (200, 0)


async def test_unknown_fields_are_ignored(http: httpx.AsyncClient) -> None:
    body = {"items": [{"content": "Ana rows.", "colour": "red"}], "priority": 7}

    assert (await http.post(MEMORIES, json=body)).status_code == 200


async def test_what_an_item_says_of_itself_is_kept(memory: AsyncClient) -> None:
    item = MemoryItem(
        content="The launch slipped.",
        timestamp="2024-05-06T12:00:00+02:00",
        context="standup",
        metadata={"room": "7"},
        document_id="standup/6",
        entities=[EntityInput(text="launch", type="concept"), EntityInput(text="it", type="odd")],
        tags=["work"],
    )

    await memory.retain("notes", item)

    [kept] = (await memory.memories("notes")).items
    assert kept.document_id == "standup/6"
    assert kept.context == "standup"
    assert kept.tags == ["work"]
    assert kept.mentioned_at is not None
    assert kept.mentioned_at.startswith(("2024-05-06T12:00:00+02:00", "2024-05-06T10:00:00+00:00"))
    document = await memory.document("notes", "standup/6")
    assert document.document_metadata == {"room": "7"}


async def test_tags_of_the_request_are_tags_of_every_item(http: httpx.AsyncClient) -> None:
    items = [{"content": "Ana rows.", "tags": ["sport"]}]

    await http.post(MEMORIES, json={"items": items, "document_tags": ["all", "sport"]})

    [kept] = (await http.get(f"{MEMORIES}/list")).json()["items"]
    assert sorted(kept["tags"]) == ["all", "sport"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2024-05-06", "2024-05-06T00:00:00+00:00"),
        ("2024-05-06T12:00:00Z", "2024-05-06T12:00:00+00:00"),
    ],
)
async def test_a_time_has_a_zone_or_is_a_day(written: str, read: str, memory: AsyncClient) -> None:
    await memory.retain("notes", MemoryItem(content="Ana rows.", timestamp=written))

    [kept] = (await memory.memories("notes")).items
    assert kept.mentioned_at == read


@pytest.mark.parametrize("unknown", [None, "unset", ""])
async def test_a_time_that_nobody_knows_is_not_made_up(
    unknown: str | None, memory: AsyncClient
) -> None:
    item = MemoryItem(content="Ana rowed last week.", timestamp=unknown, document_id="d")
    await memory.retain("notes", item)

    [kept] = (await memory.memories("notes")).items
    assert (await memory.memory("notes", kept.id)).dating == "undated_relative"


async def test_text_blocks_are_joined(memory: AsyncClient) -> None:
    blocks = [TextBlock(text="Ana rows."), TextBlock(text="Ben swims.")]

    await memory.retain("notes", MemoryItem(content=[*blocks], document_id="d"))

    document = await memory.document("notes", "d")
    assert document.original_text == "Ana rows.\nBen swims."


async def test_an_image_is_refused_with_a_reason(http: httpx.AsyncClient) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}

    answer = await http.post(MEMORIES, json={"items": [{"content": [image]}]})

    assert answer.status_code == 422
    assert "attachment of type 'image'" in answer.json()["detail"][0]["msg"]


async def test_a_chat_as_text_is_told_apart(memory: AsyncClient) -> None:
    chat = [
        {"role": "user", "content": "Which pass should I take?"},
        {"role": "assistant", "content": "I recommend the 7-day Kyoto pass."},
    ]

    await memory.retain("notes", json.dumps(chat))

    found = {item.fact_type: item.text for item in (await memory.memories("notes")).items}
    assert "Kyoto" in found["experience"]
    assert "Which pass" in found["world"]


async def test_appending_keeps_what_was_there(memory: AsyncClient) -> None:
    await memory.retain("notes", MemoryItem(content="Ana rows.", document_id="d"))
    more = MemoryItem(content="Ben swims.", document_id="d", update_mode="append")

    await memory.retain("notes", more)

    document = await memory.document("notes", "d")
    assert document.original_text == "Ana rows.\nBen swims."


async def test_retaining_without_waiting_names_operations_to_watch(
    memory: AsyncClient, runtime: Runtime
) -> None:
    answer = await memory.retain("notes", [ANA, BEN], wait=False)
    assert answer.usage is None
    assert answer.operation_ids is not None
    waiting = await memory.operation("notes", answer.operation_ids[1])

    await runtime.work(forever=False)

    done = await memory.operation("notes", answer.operation_ids[1])
    assert (waiting.status, done.status) == ("pending", "completed")
    assert (await memory.stats("notes")).total_nodes == 2


async def test_one_operation_stands_for_all_that_was_handed_in_at_once(
    memory: AsyncClient, runtime: Runtime
) -> None:
    answer = await memory.retain("notes", [ANA, BEN], wait=False)
    assert answer.operation_id is not None
    whole = await memory.operation("notes", answer.operation_id)
    await runtime.work(forever=False)
    done = await memory.operation("notes", answer.operation_id)

    assert (whole.operation_type, whole.status, done.status) == (
        "batch_retain",
        "pending",
        "completed",
    )
    assert [part.operation_id for part in whole.child_operations or ()] == answer.operation_ids
    assert done.progress is not None
    assert (done.progress.processed, done.progress.total) == (2, 2)


async def test_one_document_is_one_operation(memory: AsyncClient) -> None:
    answer = await memory.retain("notes", [ANA], wait=False)

    assert answer.operation_ids == [answer.operation_id]
    [item] = (await memory.operations("notes")).operations
    assert (item.operation_type, item.document_id) == ("retain", "ana")


@table(
    "asked",
    [
        {"resolve_entities": False},
        {"observation_scopes": "per_tag"},
        {"strategy": "verbose"},
    ],
)
async def test_what_retain_does_not_do_it_says_before_anything_is_kept(
    asked: dict[str, object], memory: AsyncClient
) -> None:
    odd = MemoryItem.model_validate({"content": "Ben rows.", **asked})

    with pytest.raises(NotOffered, match=r"items\[1\]\.\w+ is not offered"):
        await memory.retain("notes", [MemoryItem(content="Ana lives in Oslo."), odd])

    assert (await memory.banks()).banks == []


async def test_work_sent_again_under_the_same_id_is_taken_once(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    own = "6c1f3b1e-7f0a-4b57-9a35-0d7f2f4be001"
    items = [{"content": "Ana lives in Oslo."}, {"content": "Ben rows."}]
    body = {"items": items, "async": True, "operation_id": own}

    first, again = [
        (await http.post("/v1/default/banks/notes/memories", json=body)).json() for _ in range(2)
    ]

    assert first["operation_id"] == own
    assert first["operation_ids"] == again["operation_ids"]
    assert (await memory.operations("notes")).total == 2


async def test_other_work_under_the_same_id_is_a_conflict(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    own = "6c1f3b1e-7f0a-4b57-9a35-0d7f2f4be001"
    statuses: list[int] = []
    for content in ("Ana lives in Oslo.", "Ana lives in Cork.", "Ana lives in Oslo."):
        body = {"items": [{"content": content}], "async": True, "operation_id": own}
        statuses.append((await http.post(MEMORIES, json=body)).status_code)

    assert statuses == [200, 409, 200]
    assert (await memory.operations("notes")).total == 1


async def test_an_operation_id_that_is_none_is_malformed(http: httpx.AsyncClient) -> None:
    body = {"items": [{"content": "Ana rows."}], "async": True, "operation_id": "mine"}

    assert (await http.post("/v1/default/banks/notes/memories", json=body)).status_code == 400
