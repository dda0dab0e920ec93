"""What people put right over HTTP: memories edited, doubted and restored, documents tagged."""

import httpx
import pytest
from fastapi import FastAPI

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient, InvalidRequest, NotFound
from tacitus.wire import MemoryChangeRequest, MemoryItem, RecallRequest
from tests.builders import NOON

BANK = "/v1/default/banks/notes"


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime(clock=TickingClock(NOON))


@pytest.fixture
async def stored(app: FastAPI, runtime: Runtime, memory: AsyncClient) -> AsyncClient:
    app.state.runtime = runtime
    item = MemoryItem(
        content="Ana lives in Oslo.", document_id="ana", timestamp="2024-05-06", tags=["calls"]
    )
    await memory.retain("notes", item)
    return memory


async def the_id(memory: AsyncClient) -> str:
    [item] = (await memory.memories("notes")).items
    return item.id


async def test_an_edited_memory_is_found_by_what_it_says_now(stored: AsyncClient) -> None:
    id = await the_id(stored)
    change = MemoryChangeRequest(
        text="Ana lives in Bergen.",
        context="a call",
        occurred_start="2024-01-01",
        occurred_end="2024-02-01",
        mentioned_at="2024-05-07T10:00:00Z",
        fact_type="experience",
        reason="misheard",
    )

    edited = await stored.edit_memory("notes", id, change)

    assert (edited.id, edited.text, edited.context) == (id, "Ana lives in Bergen.", "a call")
    assert (edited.type, edited.dating) == ("experience", "exact")
    assert edited.occurred_start == "2024-01-01T00:00:00+00:00"
    assert edited.occurred_end == "2024-02-01T00:00:00+00:00"
    assert edited.mentioned_at == "2024-05-07T10:00:00+00:00"
    assert edited.sources[0].document_id == "ana"
    [found] = (await stored.recall("notes", "Who lives in Bergen?")).results
    assert (found.id, found.text) == (id, edited.text)
    old = await stored.recall("notes", RecallRequest(query="Oslo?", types=["world"]))
    assert old.results == []


async def test_what_is_not_named_stays(stored: AsyncClient) -> None:
    before = await stored.memory("notes", await the_id(stored))

    after = await stored.edit_memory("notes", before.id, MemoryChangeRequest(context="a call"))

    assert after == before.model_copy(update={"context": "a call"})


async def test_what_holds_when_it_was_said_follows_when_that_was(stored: AsyncClient) -> None:
    change = MemoryChangeRequest(mentioned_at="2023-01-01")

    after = await stored.edit_memory("notes", await the_id(stored), change)

    day = "2023-01-01T00:00:00+00:00"
    assert (after.mentioned_at, after.occurred_start, after.occurred_end) == (day, day, day)
    assert after.sources[0].mentioned_at == day


async def test_every_change_is_remembered_latest_first(stored: AsyncClient) -> None:
    id = await the_id(stored)
    await stored.edit_memory("notes", id, MemoryChangeRequest(text="Ana lives in Bergen."))
    await stored.edit_memory("notes", id, MemoryChangeRequest(text="Ana lives in Bergen."))
    await stored.set_state("notes", id, "invalidated", "never true")
    await stored.set_state("notes", id, "valid")

    items = (await stored.memory_history("notes", id)).items

    assert [(item.act, item.reason) for item in items] == [
        ("restored", ""),
        ("invalidated", "never true"),
        ("edited", ""),
    ]
    assert items[-1].before == {"text": "Ana lives in Oslo."}
    assert items[0].at > items[-1].at


async def test_a_history_goes_with_its_memory(stored: AsyncClient) -> None:
    id = await the_id(stored)
    await stored.edit_memory("notes", id, MemoryChangeRequest(text="Ana lives in Bergen."))

    await stored.delete_document("notes", "ana")

    with pytest.raises(NotFound):
        await stored.memory_history("notes", id)


async def test_an_edit_that_makes_no_sense_changes_nothing(
    http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    id = await the_id(stored)
    before = await stored.memory("notes", id)
    bodies: list[dict[str, object]] = [
        {},
        {"reason": "none"},
        {"text": " "},
        {"text": "x" * 20_001},
        {"fact_type": "opinion"},
        {"fact_type": "gossip"},
        {"occurred_start": "soon"},
        {"occurred_start": "2024-02-01", "occurred_end": "2024-01-01"},
        {"mentioned_at": "9999-01-01"},
        {"state": "superseded"},
    ]

    statuses = [
        (body, answer.status_code)
        for body in bodies
        if (answer := await http.patch(f"{BANK}/memories/{id}", json=body)).status_code != 422
    ]

    assert statuses == []
    assert await stored.memory("notes", id) == before
    named = await http.patch(f"{BANK}/memories/{id}", json={"entities": ["Ana"]})
    assert named.status_code == 501


async def test_a_document_and_what_was_read_in_it_get_other_tags(stored: AsyncClient) -> None:
    await stored.tag_document("notes", "ana", ["private", "private", " home "])

    document = await stored.document("notes", "ana")
    [item] = (await stored.memories("notes")).items
    assert document.tags == item.tags == ["private", "home"]
    with pytest.raises(InvalidRequest):
        await stored.tag_document("notes", "ana", [" "])
    with pytest.raises(NotFound):
        await stored.tag_document("notes", "ben", ["home"])


async def test_memories_are_listed_by_tag(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    await stored.retain("notes", MemoryItem(content="Ben keeps bees."))

    async def listed(**query: str) -> list[str]:
        answer = await http.get(f"{BANK}/memories/list", params=query)
        return sorted(item["text"] for item in answer.json()["items"])

    assert await listed(tags="calls", tags_match="any_strict") == ["Ana lives in Oslo."]
    assert await listed(tags="calls") == ["Ana lives in Oslo.", "Ben keeps bees."]
    assert await listed(tags="other", tags_match="all_strict") == []
