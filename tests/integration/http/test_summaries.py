"""Summaries of entities over HTTP: made anew, tried again, deleted."""

import httpx
import pytest
from fastapi import FastAPI

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import UnusableAnswer
from tacitus.domain.graph import Surface
from tacitus.domain.operations import JobKind
from tacitus.reflect.observe import observe
from tests.builders import NOON, a_job
from tests.fakes.scripted_model import ScriptedModel

BANK = "/v1/default/banks/notes"
SUMMARY = {"text": "Rex barks at visitors.", "drawn_from": [1]}
NOBODY = "6c1f3b1e-7f0a-4b57-9a35-0d7f2f4be001"


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime(clock=TickingClock(NOON))


@pytest.fixture
async def rex(app: FastAPI, runtime: Runtime) -> str:
    app.state.runtime = runtime
    item = RetainItem(content="Rex barks at visitors.", entities=(Surface("Rex"),))
    await runtime.engine.retain("notes", item)
    [entity], _ = await runtime.engine.entities("notes")
    return str(entity.id)


async def test_an_entity_is_summarised_anew_in_the_background(
    http: httpx.AsyncClient, memory: AsyncClient, rex: str
) -> None:
    answer = await http.post(f"{BANK}/entities/{rex}/regenerate")
    all_stale = (await http.post(f"{BANK}/consolidate")).json()

    assert answer.json()["canonical_name"] == "Rex"
    listed = (await memory.operations("notes")).operations
    assert [one.operation_type for one in listed] == ["observe", "observe"]
    assert all(one.waits_for_model for one in listed)
    assert listed[0].id == all_stale["operation_id"]
    assert (await http.post(f"{BANK}/entities/{NOBODY}/regenerate")).status_code == 404
    scoped = {"observation_scopes": [["work"]]}
    assert (await http.post(f"{BANK}/consolidate", json=scoped)).status_code == 501


async def test_what_failed_is_tried_again(app: FastAPI, http: httpx.AsyncClient) -> None:
    model = ScriptedModel(UnusableAnswer("gibberish"))
    runtime = in_memory_runtime(clock=TickingClock(NOON), model=model)
    app.state.runtime = runtime
    bank = await runtime.engine.set_bank("notes")
    lost = a_job(JobKind.OBSERVE, bank=bank, payload={"entity": "no id"})
    await runtime.queue.enqueue([lost])
    await runtime.work(forever=False)

    recovered = [(await http.post(f"{BANK}/consolidation/recover")).json() for _ in range(2)]

    assert recovered == [{"retried_count": 1}, {"retried_count": 0}]


async def test_summaries_are_deleted_and_facts_stay(
    http: httpx.AsyncClient, memory: AsyncClient, runtime: Runtime, rex: str
) -> None:
    engine = runtime.engine
    [entity], _ = await engine.entities("notes")
    await observe((await engine.bank("notes")).id, entity, ScriptedModel(SUMMARY), engine.tools)

    gone = (await http.delete(f"{BANK}/observations")).json()

    assert gone["deleted_count"] == 1
    assert [item.fact_type for item in (await memory.memories("notes")).items] == ["world"]
