"""A look inside a bank over HTTP: memories, documents, chunks, entities, operations."""

from itertools import product
from uuid import UUID

import httpx
import pytest

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, Conflict, InvalidRequest, NotFound
from tacitus.views.chunk_ids import chunk_id, named_by
from tacitus.wire import EntityInput, MemoryDetail, MemoryItem
from tests.tables import table

NOBODY = str(UUID(int=7))
STRANGE = ["a/b", "...", ".b", "%2F", "a_b", "a~b", "a b", "猫/猫", "x" * 300, "?q=1#f", "+", "é"]


@pytest.fixture
async def stored(memory: AsyncClient) -> AsyncClient:
    items = [
        MemoryItem(content="Ana lives in Oslo.", document_id="ana", timestamp="2024-05-06"),
        MemoryItem(content="Ben keeps bees.", document_id="ben", timestamp="2024-05-07"),
    ]
    await memory.retain("notes", items)
    return memory


async def first(memory: AsyncClient) -> MemoryDetail:
    return await memory.memory("notes", (await memory.memories("notes")).items[0].id)


# ------------------------------------------------------------------------------------ memories


async def test_memories_are_listed_latest_mention_first(stored: AsyncClient) -> None:
    page = await stored.memories("notes")

    assert [item.document_id for item in page.items] == ["ben", "ana"]
    assert page.total == 2


async def test_memories_are_listed_by_page(stored: AsyncClient) -> None:
    page = await stored.memories("notes", limit=1, offset=1)

    assert [item.document_id for item in page.items] == ["ana"]
    assert (page.total, page.limit, page.offset) == (2, 1, 1)


@table(
    "query, found",
    [
        ("type=experience", []),
        ("type=world&state=valid", ["ana", "ben"]),
        ("q=BEES", ["ben"]),
        ("document_id=ana", ["ana"]),
        ("state=invalidated", []),
    ],
)
async def test_memories_are_listed_by_kind(
    query: str, found: list[str], http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    answer = (await http.get(f"/v1/default/banks/notes/memories/list?{query}")).json()

    assert sorted(item["document_id"] for item in answer["items"]) == found


async def test_entities_are_one_text_in_a_list_and_a_list_in_detail(stored: AsyncClient) -> None:
    [item] = (await stored.memories("notes", words="Oslo")).items
    detail = await stored.memory("notes", item.id)

    assert item.entities == ", ".join(detail.entities)
    assert "Oslo" in detail.entities


async def test_a_memory_says_where_it_was_read(stored: AsyncClient) -> None:
    detail = await first(stored)

    [source] = detail.sources
    document = await stored.document("notes", source.document_id)
    assert document.original_text is not None
    assert document.original_text[source.start : source.end] == "Ben keeps bees."


async def test_a_memory_is_invalidated_with_a_reason_and_made_valid_again(
    stored: AsyncClient,
) -> None:
    id = (await first(stored)).id

    wrong = await stored.set_state("notes", id, "invalidated", "He sold them.")
    assert (wrong.state, wrong.invalidation_reason) == ("invalidated", "He sold them.")
    assert all(found.id != id for found in (await stored.recall("notes", "Ben's bees")).results)

    right = await stored.set_state("notes", id, "valid")
    assert (right.state, right.invalidation_reason) == ("valid", None)


async def test_a_deleted_memory_is_gone(stored: AsyncClient) -> None:
    id = (await first(stored)).id

    await stored.delete_memory("notes", id)

    with pytest.raises(NotFound):
        await stored.memory("notes", id)


async def test_an_id_that_is_none_is_malformed(stored: AsyncClient) -> None:
    with pytest.raises(InvalidRequest) as raised:
        await stored.memory("notes", "seven")

    assert raised.value.status == 400


async def test_a_memory_that_is_not_there_is_not_found(stored: AsyncClient) -> None:
    with pytest.raises(NotFound, match=NOBODY):
        await stored.memory("notes", NOBODY)


async def test_only_a_newer_memory_supersedes(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    id = (await first(stored)).id

    answer = await http.patch(
        f"/v1/default/banks/notes/memories/{id}", json={"state": "superseded"}
    )

    assert answer.status_code == 422


# ------------------------------------------------------------------------ documents and chunks


async def test_documents_are_listed_and_read(stored: AsyncClient) -> None:
    page = await stored.documents("notes")
    ana = await stored.document("notes", "ana")

    assert {item.id: item.text_length for item in page.items} == {"ana": 18, "ben": 15}
    assert ana.original_text == "Ana lives in Oslo."
    assert ana.memory_unit_count == 1


async def test_a_document_says_when_it_first_came_and_when_it_last_changed(
    memory: AsyncClient,
) -> None:
    await memory.retain("notes", MemoryItem(content="Ana lives in Oslo.", document_id="ana"))
    first = await memory.document("notes", "ana")
    await memory.retain("notes", MemoryItem(content="Ana lives in Cork.", document_id="ana"))

    changed = await memory.document("notes", "ana")

    assert first.created_at == changed.created_at < changed.updated_at
    [listed] = (await memory.documents("notes")).items
    assert (listed.created_at, listed.updated_at) == (changed.created_at, changed.updated_at)


async def test_deleting_a_document_takes_its_memories(stored: AsyncClient) -> None:
    gone = await stored.delete_document("notes", "ana")

    assert gone.memory_units_deleted == 1
    with pytest.raises(NotFound, match="Document 'ana' not found"):
        await stored.document("notes", "ana")


@table("name", STRANGE)
async def test_a_document_may_be_called_anything(name: str, memory: AsyncClient) -> None:
    await memory.retain(name, MemoryItem(content="Ana rows.", document_id=name))

    document = await memory.document(name, name)

    assert (document.bank_id, document.id) == (name, name)
    assert document.original_text == "Ana rows."


async def test_chunks_of_a_document_are_read_in_order(
    http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    listed = (await http.get("/v1/default/banks/notes/documents/ana/chunks")).json()
    [chunk] = listed["items"]

    assert chunk["chunk_text"] == "Ana lives in Oslo."
    assert (await http.get(f"/v1/default/chunks/{chunk['chunk_id']}")).json() == chunk


@table("id", ["none", "a_b", "a_b_x", "a_b_7", "a~_b_0", "~FF_b_0"])
async def test_an_id_of_no_chunk_is_not_found(
    id: str, http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    assert (await http.get(f"/v1/default/chunks/{id}")).status_code == 404


def test_an_id_of_a_chunk_names_one_chunk() -> None:
    for bank, document in product(STRANGE, STRANGE):
        assert named_by(chunk_id(bank, document, 12)) == (bank, document, 12)


def test_chunks_of_neighbouring_names_are_not_each_others() -> None:
    assert chunk_id("x_y", "z", 0) != chunk_id("x", "y_z", 0)


# ------------------------------------------------------------------------------------ entities


async def test_entities_are_listed_most_mentioned_first(memory: AsyncClient) -> None:
    items = [
        MemoryItem(
            content=f"It rained in {place} on day {day}.", entities=[EntityInput(text=place)]
        )
        for day, place in enumerate(("Oslo", "Oslo", "Cork"))
    ]
    await memory.retain("notes", items)

    page = await memory.entities("notes")
    best = await memory.entity("notes", page.items[0].id)

    counts = {item.canonical_name: item.mention_count for item in page.items}
    assert (counts["Oslo"], counts["Cork"]) == (2, 1)
    assert (best.canonical_name, best.observations) == ("Oslo", [])


@table("id, status", [("seven", 400), (NOBODY, 404)])
async def test_an_entity_that_is_not_there_is_refused(
    id: str, status: int, http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    answer = await http.get(f"/v1/default/banks/notes/entities/{id}")

    assert answer.status_code == status


# ---------------------------------------------------------------------------------- operations


@pytest.fixture
async def waiting(memory: AsyncClient) -> str:
    answer = await memory.retain("notes", "Ana rows.", wait=False)
    assert answer.operation_id is not None
    return answer.operation_id


async def test_operations_are_listed_with_both_names_of_their_fields(
    memory: AsyncClient, waiting: str
) -> None:
    [item] = (await memory.operations("notes")).operations

    assert (item.id, item.operation_id) == (waiting, waiting)
    assert (item.task_type, item.operation_type, item.status) == ("retain", "retain", "pending")


@pytest.mark.parametrize(("status", "count"), [("pending", 1), ("failed", 0)])
async def test_operations_are_listed_by_status(
    status: str, count: int, http: httpx.AsyncClient, waiting: str
) -> None:
    answer = await http.get(f"/v1/default/banks/notes/operations?status={status}")

    assert answer.json()["total"] == count


async def test_a_cancelled_operation_can_be_retried(
    memory: AsyncClient, runtime: Runtime, waiting: str
) -> None:
    await memory.cancel_operation("notes", waiting)
    await runtime.work(forever=False)
    assert (await memory.stats("notes")).total_nodes == 0

    await memory.retry_operation("notes", waiting)
    await runtime.work(forever=False)
    assert (await memory.operation("notes", waiting)).status == "completed"
    assert (await memory.stats("notes")).total_nodes == 1


async def test_an_operation_says_how_far_it_has_come(
    memory: AsyncClient, runtime: Runtime, waiting: str
) -> None:
    before = await memory.operation("notes", waiting)
    await runtime.work(forever=False)
    after = await memory.operation("notes", waiting)

    assert before.progress is None
    assert after.progress is not None
    assert (after.progress.stage, after.progress.total) == ("store", 1)


async def test_what_is_done_can_be_neither_cancelled_nor_retried(
    memory: AsyncClient, runtime: Runtime, waiting: str
) -> None:
    await runtime.work(forever=False)

    with pytest.raises(Conflict, match="is completed and cannot be cancelled"):
        await memory.cancel_operation("notes", waiting)
    with pytest.raises(Conflict, match="is completed and cannot be retried"):
        await memory.retry_operation("notes", waiting)


async def test_an_operation_that_nobody_started_has_a_status_too(
    memory: AsyncClient, waiting: str
) -> None:
    assert (await memory.operation("notes", NOBODY)).status == "not_found"
    with pytest.raises(NotFound):
        await memory.cancel_operation("notes", NOBODY)


async def test_what_is_not_served_says_so(http: httpx.AsyncClient) -> None:
    answer = await http.get("/v1/default/banks/notes/audit-logs")

    assert answer.status_code == 501
    assert "not offered" in answer.json()["detail"]
