"""Documents read anew, and what was done to them, over HTTP."""

import httpx

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient
from tacitus.domain.documents import Document
from tacitus.domain.ids import DocumentId
from tests.builders import NOON, changes_of

BANK = "/v1/default/banks/notes"
CALL = f"{BANK}/documents/call"


async def test_a_document_is_read_anew_as_it_is(
    http: httpx.AsyncClient, memory: AsyncClient, runtime: Runtime
) -> None:
    item = {
        "content": "Ana: I row.\nBen: I swim.",
        "document_id": "call",
        "timestamp": "2024-05-06",
    }
    await http.post(f"{BANK}/memories", json={"items": [item]})
    before = (await http.get(f"{BANK}/memories/list")).json()["items"]

    asked = (await http.post(f"{CALL}/reprocess")).json()
    await runtime.work(forever=False)

    assert (asked["success"], asked["items_count"]) == (True, 1)
    operation = await memory.operation("notes", asked["operation_id"])
    assert (operation.status, operation.operation_type) == ("completed", "reprocess")
    assert (await http.get(f"{BANK}/memories/list")).json()["items"] == before
    listed = (await memory.operations("notes")).operations
    assert [one.document_id for one in listed if one.operation_type == "reprocess"] == ["call"]


async def test_a_document_says_what_was_done_to_it(
    http: httpx.AsyncClient, memory: AsyncClient, runtime: Runtime
) -> None:
    items = [{"content": "Ana: I row.\nBen: I swim.", "document_id": "call"}]
    await http.post(f"{BANK}/memories", json={"items": items})
    [one, other] = (await memory.memories("notes")).items
    await http.patch(f"{BANK}/memories/{one.id}", json={"text": "Ana rows daily."})
    await http.patch(f"{BANK}/memories/{one.id}", json={"state": "invalidated"})
    await http.patch(CALL, json={"tags": ["sport"]})
    items[0] |= {"content": "Cid runs.", "update_mode": "append"}
    await http.post(f"{BANK}/memories", json={"items": items})
    await http.delete(f"{BANK}/memories/{other.id}")

    said = (await http.get(f"{CALL}/history", params={"limit": 4})).json()
    rest = (await http.get(f"{CALL}/history", params={"offset": 4})).json()["items"]

    told = [
        (event["kind"], event["fact_id"], event["facts_added"], event["facts_removed"])
        for event in (*said["items"], *rest)
    ]
    assert told == [
        ("fact_deleted", other.id, 0, 1),
        ("append", None, 1, 0),
        ("retag", None, 0, 0),
        ("fact_invalidated", one.id, 0, 0),
        ("fact_edited", one.id, 0, 0),
        ("retain", None, 2, 0),
    ]
    assert (said["document_id"], said["total"], said["limit"]) == ("call", 6, 4)
    times = [event["created_at"] for event in (*said["items"], *rest)]
    assert times == sorted(times, reverse=True)
    assert "row" not in str(said) + str(rest)


async def test_what_cannot_be_read_anew_says_why(
    http: httpx.AsyncClient, memory: AsyncClient, runtime: Runtime
) -> None:
    await memory.retain("notes", "Ana rows.")
    bank = await runtime.engine.bank("notes")
    old = Document(
        id=DocumentId("call"),
        bank=bank.id,
        text="Ben: I swim.",
        timestamp=NOON,
        received_at=NOON,
        digest="old",
    )
    await runtime.engine.stores.memories.apply(changes_of(bank=bank, document=old))

    untold = await http.post(f"{CALL}/reprocess")
    answers = [
        await http.post(f"{BANK}/documents/never/reprocess"),
        await http.get(f"{BANK}/documents/never/history"),
        await http.get("/v1/default/banks/never/documents/call/history"),
    ]

    assert untold.status_code == 409
    assert "Who said what when is not known" in untold.json()["detail"]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
