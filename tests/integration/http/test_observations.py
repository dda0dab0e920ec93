"""What a summary of an entity says of itself: whether more is known by now."""

import pytest
from fastapi import FastAPI

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.documents import RetainItem
from tacitus.domain.graph import Surface
from tacitus.domain.ids import DocumentId
from tacitus.reflect.observe import observe
from tacitus.wire import RecallRequest
from tests.builders import NOON
from tests.fakes.scripted_model import ScriptedModel

REX = Surface("Rex")


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime(clock=TickingClock(NOON))


async def read(runtime: Runtime, text: str) -> None:
    item = RetainItem(content=text, document=DocumentId(text), entities=(REX,))
    await runtime.engine.retain("notes", item)


async def summarise(runtime: Runtime) -> None:
    engine = runtime.engine
    [entity], _ = await engine.entities("notes")
    model = ScriptedModel({"text": "Rex barks at visitors.", "drawn_from": [1]})
    await observe((await engine.bank("notes")).id, entity, model, engine.tools)


async def told(memory: AsyncClient) -> list[object]:
    """Return whether the summary is stale by the list, by recall, by its entity, and in recall."""
    listed = (await memory.memories("notes", network="observation")).items
    asked = RecallRequest(query="Whom does Rex bark at?", types=["observation"])
    recalled = await memory.recall("notes", asked)
    [entity] = (await memory.entities("notes")).items
    detail = await memory.entity("notes", entity.id)
    states = (recalled.entities or {})["Rex"].observations
    return [
        *(item.stale for item in listed),
        *(result.stale for result in recalled.results),
        *(one.stale for one in detail.observations),
        *(one.stale for one in states),
    ]


async def test_a_summary_is_stale_once_more_is_known(
    app: FastAPI, runtime: Runtime, memory: AsyncClient
) -> None:
    app.state.runtime = runtime
    await read(runtime, "Rex barks at visitors.")
    await summarise(runtime)
    assert await told(memory) == [False] * 4

    await read(runtime, "Rex sleeps all day.")
    assert await told(memory) == [True] * 4


async def test_of_what_is_no_summary_nothing_is_said(
    app: FastAPI, runtime: Runtime, memory: AsyncClient
) -> None:
    app.state.runtime = runtime
    await read(runtime, "Rex barks at visitors.")

    [listed] = (await memory.memories("notes")).items
    [result] = (await memory.recall("notes", "Whom does Rex bark at?")).results

    assert (listed.stale, result.stale) == (None, None)
