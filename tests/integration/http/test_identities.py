"""Merging, splitting and naming entities over HTTP."""

import httpx
import pytest

from tacitus.client import AsyncClient, Conflict, InvalidRequest, NotFound
from tacitus.wire import EntityDetail, EntityInput, MemoryItem
from tests.tables import table

NOBODY = "00000000-0000-0000-0000-000000000007"


async def spoken_of(memory: AsyncClient, *names: str) -> list[EntityDetail]:
    """Retain a sentence about each name; return their entities."""
    await memory.retain(
        "notes",
        [
            MemoryItem(content=f"Yesterday {name} was here.", entities=[EntityInput(text=name)])
            for name in names
        ],
    )
    ids = {item.canonical_name: item.id for item in (await memory.entities("notes")).items}
    return [await memory.entity("notes", ids[name]) for name in names]


async def called(memory: AsyncClient) -> dict[str, int]:
    items = (await memory.entities("notes")).items
    return {item.canonical_name: item.mention_count for item in items}


async def test_entities_are_merged_and_split_again(memory: AsyncClient) -> None:
    oslo, tiger = await spoken_of(memory, "Oslo", "Tigerstaden")

    merged = await memory.merge_entities("notes", oslo.id, tiger.id)
    assert (merged.id, merged.mention_count, merged.aliases) == (oslo.id, 2, ["tigerstaden"])
    with pytest.raises(NotFound):
        await memory.entity("notes", tiger.id)

    split = await memory.split_entity("notes", oslo.id, "Tigerstaden")
    assert split.entity
    assert split.split_off
    assert (split.entity.denied, split.split_off.denied) == (["tigerstaden"], ["oslo"])
    assert split.split_off.id == tiger.id
    assert await called(memory) == {"Oslo": 1, "Tigerstaden": 1}


async def test_an_alias_is_added_and_taken_back(memory: AsyncClient) -> None:
    [oslo] = await spoken_of(memory, "Oslo")

    named = await memory.alias_entity("notes", oslo.id, "Town / Fjord")
    assert named.aliases == ["town / fjord"]
    assert (await memory.unalias_entity("notes", oslo.id, "Town / Fjord")).aliases == []


async def test_a_name_that_means_another_is_a_conflict(memory: AsyncClient) -> None:
    oslo, _ = await spoken_of(memory, "Oslo", "Bergen")

    with pytest.raises(Conflict, match="merge the two instead"):
        await memory.alias_entity("notes", oslo.id, "Bergen")


async def test_what_makes_no_sense_is_refused(memory: AsyncClient) -> None:
    [oslo] = await spoken_of(memory, "Oslo")

    with pytest.raises(InvalidRequest, match="itself"):
        await memory.merge_entities("notes", oslo.id, oslo.id)
    with pytest.raises(InvalidRequest, match="not called"):
        await memory.split_entity("notes", oslo.id, "Bergen")


@table(
    "verb, body",
    [
        ("merge", {"entity_id": NOBODY}),
        ("split", {"name": "Oslo"}),
        ("aliases", {"alias": "Oslo"}),
    ],
)
async def test_an_entity_that_is_not_there_is_not_found(
    verb: str, body: dict[str, str], http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")

    answer = await http.post(f"/v1/default/banks/notes/entities/{NOBODY}/{verb}", json=body)

    assert answer.status_code == 404
