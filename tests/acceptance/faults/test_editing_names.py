"""Whom an edited memory names is who stands in it now: for lists, graph search and forgetting."""

from typing import Any

import pytest

from tacitus.domain.curation import MemoryEdit
from tacitus.domain.documents import Turn
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Channel
from tests.acceptance.faults.banks import Bank, on

EDITS: list[tuple[str | tuple[Turn, ...], str, set[str]]] = [
    ("Ana moved to Oslo.", "Ana moved to Bergen with Ben.", {"Ana", "Bergen", "Ben"}),
    ("Ana moved to Oslo.", "Ana moved to Oslo with Ben.", {"Ana", "Oslo", "Ben"}),
    ("Ana moved to Oslo.", "Somebody moved away.", set()),
    ("Somebody moved away.", "Ana moved to Oslo.", {"Ana", "Oslo"}),
    ((Turn(text="I met Ana in Oslo.", speaker="Ida"),), "Ida: I met Ben.", {"Ida", "Ben"}),
    ((Turn(text="I met Ana in Oslo.", speaker="Ida"),), "I met Ben.", {"Ida", "Ben"}),
    ((Turn(text="I like the violin.", speaker="Ida"),), "The violin is Ben's.", {"Ida", "Ben"}),
]
THINGS = [
    "bed",
    "box",
    "car",
    "clock",
    "desk",
    "door",
    "lamp",
    "oven",
    "piano",
    "sofa",
    "stool",
    "table",
    "tent",
    "vase",
]
"""More than the graph is walked from, all nearer to the question than what is found over an entity."""


async def edit(bank: Bank, memory: Memory, text: str) -> Memory:
    return await bank.engine.curation.edit(bank.name, memory.id, MemoryEdit(text=text))


async def told(bank: Bank, content: str | tuple[Turn, ...], **other: Any) -> Memory:
    [id] = (await bank.retain(content, on(2024), **other)).memories
    [memory] = [one for one in await bank.memories() if one.id == id]
    return memory


async def named_otherwise(bank: Bank) -> list[object]:
    """Return the edits after which the memory or the bank names others than the words do."""
    wrong: list[object] = []
    for number, (content, text, names) in enumerate(EDITS):
        memory = await told(bank, content, document=str(number))
        after = await edit(bank, memory, text)
        if (set(after.entities), await bank.names()) != (names, names):
            wrong.append((text, after.entities, await bank.names()))
        await bank.engine.delete_memory(bank.name, memory.id)
    return wrong


async def test_an_edited_memory_names_who_stands_in_it(bank: Bank) -> None:
    assert await named_otherwise(bank) == []


@pytest.mark.database
async def test_so_it_does_in_the_database(stored_bank: Bank) -> None:
    assert await named_otherwise(stored_bank) == []


async def by_graph(bank: Bank) -> set[str]:
    """Return what is found over the entities of what the question finds."""
    found = await bank.recall("Where did Ana move?", explain=True)
    told = [one.candidate for one in found.explanations]
    return {one.memory.text for one in told if Channel.GRAPH in one.hits}


async def forgotten_and_found(bank: Bank) -> None:
    memory = await told(bank, "Ana moved to Oslo.")
    await told(bank, "Oslo has a fjord.")
    await bank.retain("Ben plays the viola.", on(2010))  # close in time to nothing else
    await bank.retain([Turn(text=f"Where did Ana move the {one}?") for one in THINGS], on(2020))
    assert "Ben plays the viola." not in await by_graph(bank)

    await edit(bank, memory, "Ana moved to Bergen with Ben.")

    assert "Ben plays the viola." in await by_graph(bank)
    oslo = await bank.engine.identities.find(bank.name, "Oslo")
    await bank.engine.forgetting.entity(bank.name, oslo.id)
    assert await bank.texts(words="Oslo") == []
    assert await bank.texts(words="Bergen") == ["Ana moved to Bergen with Ben."]
    bergen = await bank.engine.identities.find(bank.name, "Bergen")
    await bank.engine.forgetting.entity(bank.name, bergen.id)
    assert await bank.texts(words="Ben") == ["Ben plays the viola."]


async def test_forgetting_and_graph_search_go_by_who_stands_in_it(bank: Bank) -> None:
    await forgotten_and_found(bank)


@pytest.mark.database
async def test_forgetting_and_graph_search_in_the_database_too(stored_bank: Bank) -> None:
    await forgotten_and_found(stored_bank)


async def test_what_users_decided_of_who_is_who_counts_for_an_edit(bank: Bank) -> None:
    memory = await told(bank, "Ana moved to Oslo.")
    await told(bank, "Robert sings. Ben sings.")
    robert, ben, ana = [
        await bank.engine.identities.find(bank.name, name) for name in ("Robert", "Ben", "Ana")
    ]
    await bank.engine.identities.merge(bank.name, ben.id, robert.id)
    await bank.engine.identities.alias(bank.name, ana.id, "Annika")

    after = await edit(bank, memory, "Annika moved to Turku with Robert.")

    assert set(after.entities) == {"Ana", "Turku", "Ben"}
    await bank.engine.identities.split(bank.name, ben.id, "Robert")
    [split] = [one for one in await bank.memories() if one.id == memory.id]
    assert set(split.entities) == {"Ana", "Turku", "Robert"}


async def test_names_that_only_callers_or_models_know_stay_while_they_are_written(
    bank: Bank,
) -> None:
    given = (Surface("pottery class", EntityType.CONCEPT), Surface("kiln", EntityType.CONCEPT))
    memory = await told(bank, "Ana loves the pottery class.", entities=given)
    assert set(memory.entities) == {"Ana", "pottery class"}

    after = await edit(bank, memory, "Ana left the pottery class for a kiln.")
    assert set(after.entities) == {"Ana", "pottery class", "kiln"}

    after = await edit(bank, memory, "Ana left.")
    assert set(after.entities) == {"Ana"}
    assert await bank.names() == {"Ana"}


async def test_an_edit_of_other_things_leaves_the_names(bank: Bank) -> None:
    memory = await told(bank, "Ana moved to Oslo.")

    redated = MemoryEdit(context="a call", mentioned_at=on(2023))
    after = await bank.engine.curation.edit(bank.name, memory.id, redated)

    assert after.entities == memory.entities
