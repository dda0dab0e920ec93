"""Tags, graphs and growth of a bank over HTTP."""

import httpx
import pytest
from fastapi import FastAPI

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient
from tacitus.reflect.observe import observe
from tacitus.wire import EntityInput, IncludeOptions, MemoryItem, RecallRequest, SourceInclude
from tests.fakes.scripted_model import ScriptedModel

BANK = "/v1/default/banks/notes"
ANN, REX = EntityInput(text="Ann"), EntityInput(text="Rex")


@pytest.fixture
async def stored(memory: AsyncClient) -> AsyncClient:
    items = [
        MemoryItem(content="Ann feeds Rex.", entities=[ANN, REX], tags=["home", "dogs"]),
        MemoryItem(content="Rex barks at visitors.", entities=[REX], tags=["dogs"]),
        MemoryItem(content="Ann walks Rex every day.", entities=[ANN, REX]),
    ]
    await memory.retain("notes", items)
    return memory


async def test_tags_are_listed(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    found = (await http.get(f"{BANK}/tags")).json()

    assert found == {
        "items": [{"tag": "dogs", "count": 2}, {"tag": "home", "count": 1}],
        "total": 2,
        "limit": 100,
        "offset": 0,
    }
    assert [item.tag for item in (await stored.tags("notes", like="h*")).items] == ["home"]


async def test_a_bank_is_drawn(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    graph = (await http.get(f"{BANK}/graph")).json()

    ids = {node["data"]["id"] for node in graph["nodes"]}
    edges = [edge["data"] for edge in graph["edges"]]
    assert len(ids) == len(graph["table_rows"]) == graph["total_units"] == 3
    assert all({edge["source"], edge["target"]} <= ids for edge in edges)
    shared = {edge["entityName"] for edge in edges if edge["linkType"] == "entity"}
    assert shared == {"Ann", "Rex"}
    assert {"id", "source", "target", "linkType", "weight", "entityName"} <= edges[0].keys()


async def test_a_part_of_a_bank_is_drawn(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    async def drawn(**query: str) -> list[str]:
        answer = await http.get(f"{BANK}/graph", params=query)
        return sorted(node["data"]["text"] for node in answer.json()["nodes"])

    feeds, barks = "Ann feeds Rex.", "Rex barks at visitors."
    assert await drawn(tags="dogs", tags_match="all_strict") == [feeds, barks]
    assert await drawn(q="BARKS") == [barks]
    assert await drawn(type="opinion") == []
    assert len(await drawn(limit="1")) == 1


async def test_company_is_drawn(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    graph = (await http.get(f"{BANK}/entities/graph")).json()

    [edge] = [edge["data"] for edge in graph["edges"]]
    labels = {node["data"]["label"]: node["data"]["mentionCount"] for node in graph["nodes"]}
    assert labels == {"Ann": 2, "Rex": 3}
    assert (edge["weight"], edge["linkType"]) == (2, "cooccurrence")
    assert edge["lastCooccurred"]
    assert (graph["total_entities"], graph["total_edges"]) == (2, 1)
    none = (await http.get(f"{BANK}/entities/graph", params={"min_count": 3})).json()
    assert (none["nodes"], none["edges"]) == ([], [])


async def test_growth_is_told_for_every_stretch(
    http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    for period, trunc, count in (("1h", "minute", 60), ("1d", "hour", 24), ("90d", "day", 90)):
        answer = await http.get(
            f"{BANK}/stats/memories-timeseries",
            params={"period": period, "time_field": "created_at"},
        )
        seen = answer.json()
        assert (seen["period"], seen["trunc"], len(seen["buckets"])) == (period, trunc, count)
        assert seen["buckets"][-1]["world"] == 3


async def test_an_observation_names_and_shows_what_it_rests_on(
    app: FastAPI, runtime: Runtime, stored: AsyncClient
) -> None:
    app.state.runtime = runtime
    engine = runtime.engine
    rex = next(one for one in (await engine.entities("notes"))[0] if one.name == "Rex")
    model = ScriptedModel({"text": "Rex is fed by Ann, and barks.", "drawn_from": [1, 2]})
    await observe((await engine.bank("notes")).id, rex, model, engine.tools)

    def asking(**limits: int) -> RecallRequest:
        include = IncludeOptions(source_facts=SourceInclude(**limits))
        return RecallRequest(query="Who is Rex?", types=["observation"], include=include)

    whole = await stored.recall("notes", asking())
    [result] = whole.results
    cut = await stored.recall("notes", asking(max_tokens=1))
    plain = await stored.recall("notes", RecallRequest(query="Who is Rex?", types=["observation"]))

    assert result.source_fact_ids
    assert whole.source_facts is not None
    assert {*whole.source_facts} == {*result.source_fact_ids}
    assert {fact.type for fact in whole.source_facts.values()} == {"world"}
    assert not whole.source_facts_truncated
    assert (cut.source_facts, cut.source_facts_truncated) == ({}, True)
    assert plain.results[0].source_fact_ids == result.source_fact_ids
    assert plain.source_facts is None
