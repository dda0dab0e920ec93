"""Background work over HTTP: listed, cancelled, repeated, and forgotten when it is over."""

import httpx
import pytest

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, Conflict, NotFound
from tacitus.wire import FileMetadata, MemoryItem, StandingRequest

OPERATIONS = "/v1/default/banks/notes/operations"
ANA, BEN = MemoryItem(content="Ana rows."), MemoryItem(content="Ben keeps bees.")


@pytest.fixture
async def whole(memory: AsyncClient) -> str:
    answer = await memory.retain("notes", [ANA, BEN], wait=False)
    assert answer.operation_id is not None
    return answer.operation_id


async def test_what_is_over_is_forgotten_and_what_it_did_stays(
    memory: AsyncClient, runtime: Runtime, whole: str
) -> None:
    with pytest.raises(Conflict, match="not over; cancel it first"):
        await memory.delete_operation("notes", whole)
    await runtime.work(forever=False)

    await memory.delete_operation("notes", whole)

    assert (await memory.operation("notes", whole)).status == "not_found"
    assert (await memory.operations("notes")).total == 0
    assert (await memory.stats("notes")).total_nodes == 2
    with pytest.raises(NotFound):
        await memory.delete_operation("notes", whole)


async def test_all_that_waits_is_cancelled_and_repeated_at_once(
    memory: AsyncClient, runtime: Runtime, whole: str
) -> None:
    await memory.cancel_operation("notes", whole)
    cancelled = await memory.operation("notes", whole)
    await memory.retry_operation("notes", whole)
    waiting = await memory.operation("notes", whole)
    await runtime.work(forever=False)

    assert (cancelled.status, waiting.status) == ("cancelled", "pending")
    assert (await memory.operation("notes", whole)).status == "completed"
    with pytest.raises(Conflict, match="is completed and cannot be retried"):
        await memory.retry_operation("notes", whole)


async def test_work_is_listed_by_kind(http: httpx.AsyncClient, whole: str) -> None:
    async def total(type: str) -> int:
        return (await http.get(OPERATIONS, params={"type": type})).json()["total"]

    assert await total("retain") == await total("batch_retain") == 2
    assert await total("observe") == await total("consolidation") == 0


async def test_what_was_asked_for_is_shown_on_request(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    answer = await memory.retain("notes", ANA, wait=False)
    path = f"{OPERATIONS}/{answer.operation_id}"

    plain = (await http.get(path)).json()
    full = (await http.get(path, params={"include_payload": True})).json()

    assert plain["task_payload"] is None
    assert full["task_payload"]["item"]["content"] == "Ana rows."


async def test_work_says_which_document_file_or_standing_answer_it_is_about(
    http: httpx.AsyncClient, memory: AsyncClient, runtime: Runtime
) -> None:
    row = MemoryItem(content="Ana rows.", document_id="rows")
    await memory.retain("notes", row, wait=False)
    told = FileMetadata(document_id="bees")
    await memory.retain_files("notes", {"bees.txt": b"Ben keeps bees."}, [told])
    question = StandingRequest(id="ana", name="Ana", source_query="What does Ana do?")
    asked = await memory.add_standing_answer("notes", question)
    await runtime.work(forever=False)

    listed = (await http.get(OPERATIONS)).json()["operations"]
    one = (await http.get(f"{OPERATIONS}/{asked.operation_id}")).json()

    about = {(o["document_id"], o["filename"], o["mental_model_id"]) for o in listed}
    assert about == {("rows", None, None), ("bees", "bees.txt", None), (None, None, "ana")}
    assert one["mental_model_id"] == "ana"
