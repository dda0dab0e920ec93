"""Forgetting over HTTP: what would go, what went, and until when things are kept."""

from datetime import datetime, timedelta

import httpx

from tacitus.client import AsyncClient
from tacitus.wire import MemoryItem

BANK = "/v1/default/banks/notes"
TALK = "Ida: Anna Petrova sails.\nTom: I like rain."


async def test_what_would_go_is_told_by_every_deletion_and_nothing_goes(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.retain("notes", MemoryItem(content=TALK, document_id="talk"))
    before = (await http.get(f"{BANK}/memories/list")).text
    sails = next(one for one in (await memory.memories("notes")).items if "sails" in one.text)
    anna = next(
        one for one in (await memory.entities("notes")).items if "Anna" in one.canonical_name
    )

    told = {
        "memory": await memory.deletion_preview("notes", memory=sails.id),
        "document": await memory.deletion_preview("notes", document="talk"),
        "bank": await memory.deletion_preview("notes"),
        "entity": await memory.retract_entity("notes", anna.id, dry_run=True),
    }

    assert {what: one.counts["memory"] for what, one in told.items()} == {
        "memory": 1, "document": 2, "bank": 2, "entity": 1,
    }  # fmt: skip
    assert all(one.dry_run and all(item.name for item in one.items) for one in told.values())
    assert (await http.get(f"{BANK}/memories/list")).text == before
    assert (await memory.receipts("notes")).total == 0


async def test_what_went_is_counted_and_not_told(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.retain("notes", MemoryItem(content=TALK, document_id="anna's talk"))
    anna = next(
        one for one in (await memory.entities("notes")).items if "Anna" in one.canonical_name
    )

    gone = await memory.retract_entity("notes", anna.id)
    again = await http.delete(f"{BANK}/entities/{anna.id}")
    await memory.delete_bank("notes")
    listed = await http.get("/v1/default/receipts")

    assert (gone.dry_run, gone.counts["memory"]) == (False, 1)
    assert {item.name for item in gone.items} == {None}
    assert again.status_code == 404
    assert [one["subject"] for one in listed.json()["items"]] == ["bank", "entity"]
    assert "anna" not in listed.text.lower()


async def test_a_time_is_given_by_moment_or_in_seconds_and_not_both(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    later = (datetime.fromisoformat("2999-01-01T00:00:00+00:00")).isoformat()
    wrong = [
        {"ttl": 60, "expires_at": later},
        {"ttl": 0},
        {"ttl": -1},
        {"expires_at": "soon"},
        {"expires_at": "2999-01-01T00:00:00"},
    ]
    for given in wrong:
        body = {"items": [{"content": "Tom rows.", **given}]}
        assert (await http.post(f"{BANK}/memories", json=body)).status_code == 422, given

    over = (datetime.fromisoformat(later) - timedelta(days=365_000)).isoformat()
    for name, given in (("a", {"ttl": 60}), ("b", {"expires_at": over}), ("c", {})):
        text = f"Tom keeps bees in garden {name}."
        item = MemoryItem.model_validate({"content": text, "document_id": name, **given})
        await memory.retain("notes", item)
    found = await memory.recall("notes", "Where does Tom keep bees?")

    assert sorted(one.text[-2] for one in found.results) == ["a", "c"]


async def test_a_bank_says_for_how_many_days_it_keeps_things(http: httpx.AsyncClient) -> None:
    await http.put(BANK, json={})
    own = {"expire_days_after_known": 30, "decay_unused": 0.5}

    changed = await http.patch(f"{BANK}/config", json={"updates": own})
    refused = [
        await http.patch(f"{BANK}/config", json={"updates": {name: value}})
        for name, value in (("expire_days_after_mention", 0), ("decay_unused", 11))
    ]

    assert changed.json()["overrides"] == own
    assert [one.status_code for one in refused] == [422, 422]
