"""Directives and standing answers over HTTP."""

from collections.abc import Mapping
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient, Conflict, InvalidRequest, NotFound
from tacitus.domain.errors import ModelUnavailable
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.wire import (
    DirectiveChangeRequest,
    DirectiveRequest,
    MemoryItem,
    ReflectRequest,
    StandingChangeRequest,
    StandingRequest,
)
from tests.builders import NOON
from tests.fakes.scripted_model import ScriptedModel

BANK = "/v1/default/banks/notes"
ANA = MemoryItem(content="Ana rows in Oslo.", document_id="ana", tags=["work"])
BEN = MemoryItem(content="Ben rows in Cork.", document_id="ben")
ROWERS = StandingRequest(id="rowers", name="Rowers", source_query="Who rows?")


def with_model(*answers: Mapping[str, object] | ModelUnavailable) -> tuple[Runtime, ScriptedModel]:
    model = ScriptedModel(*answers)
    opened = in_memory_runtime(clock=TickingClock(NOON), model=model)
    reading = replace(opened.engine.retaining, extractor=VerbatimExtractor())
    return replace(opened, engine=replace(opened.engine, retaining=reading)), model


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime(clock=TickingClock(NOON))


@pytest.fixture
async def memory(app: FastAPI, runtime: Runtime, memory: AsyncClient) -> AsyncClient:
    app.state.runtime = runtime
    await memory.retain("notes", [ANA])
    return memory


# ------------------------------------------------------------------------------------ directives


async def test_directives_are_kept_the_most_important_first(memory: AsyncClient) -> None:
    low = await memory.add_directive("notes", DirectiveRequest(name="Low", content="Be short."))
    high = await memory.add_directive(
        "notes",
        DirectiveRequest(name="High", content="Be kind.", priority=5, tags=["a", "a"]),
    )
    changed = await memory.change_directive(
        "notes", low.id, DirectiveChangeRequest(content="Be brief.", is_active=False)
    )

    listed = await memory.directives("notes")
    assert [one.id for one in listed.items] == [high.id, low.id]
    assert (high.tags, changed.content, changed.is_active) == (["a"], "Be brief.", False)
    assert await memory.directive("notes", low.id) == changed
    await memory.delete_directive("notes", low.id)
    with pytest.raises(NotFound):
        await memory.directive("notes", low.id)
    with pytest.raises(NotFound):
        await memory.delete_directive("notes", low.id)


async def test_a_directive_that_says_nothing_is_refused(memory: AsyncClient) -> None:
    for odd in (
        DirectiveRequest(name=" ", content="Be kind."),
        DirectiveRequest(name="Odd", content=""),
        DirectiveRequest(name="Odd", content="x" * 4001),
        DirectiveRequest(name="Odd", content="Be kind.", tags=[" "]),
        DirectiveRequest(name="Odd", content="Be kind.", priority=2**40),
    ):
        with pytest.raises(InvalidRequest):
            await memory.add_directive("notes", odd)
    assert (await memory.directives("notes")).total == 0


async def test_directives_are_listed_by_scope(http: httpx.AsyncClient, memory: AsyncClient) -> None:
    for name, tags, active in (("all", [], True), ("a", ["a"], True), ("b", ["b"], False)):
        directive = DirectiveRequest(name=name, content=name, tags=tags, is_active=active)
        await memory.add_directive("notes", directive)

    async def listed(**query: str) -> set[str]:
        answer = await http.get(f"{BANK}/directives", params=query)
        return {item["name"] for item in answer.json()["items"]}

    assert await listed() == {"all", "a", "b"}
    assert await listed(active_only="true") == {"all", "a"}
    assert await listed(tags="a") == {"all", "a"}
    assert await listed(tags="a", tags_match="any_strict") == {"a"}


async def test_a_model_is_told_the_directives_that_bind_an_answer(
    app: FastAPI, memory: AsyncClient
) -> None:
    said = {"sentences": [{"text": "Ana rows in Oslo.", "citations": [1]}]}
    runtime, model = with_model(said)
    app.state.runtime = runtime
    await memory.retain("notes", [ANA])
    for name, tags in (("Be kind.", []), ("Be formal.", ["work"]), ("Sing.", ["home"])):
        await memory.add_directive("notes", DirectiveRequest(name=name, content=name, tags=tags))
    asked = ReflectRequest.model_validate(
        {"query": "Who rows?", "tags": ["work"], "include": {"facts": {}}}
    )

    answer = await memory.reflect("notes", asked)

    assert answer.based_on is not None
    assert {one["name"] for one in answer.based_on.directives} == {"Be kind.", "Be formal."}
    assert "- Be kind." in model.questions[-1].system
    assert "- Be formal." in model.questions[-1].system
    assert "Sing." not in model.questions[-1].system


async def test_where_memories_are_quoted_no_directive_was_followed(memory: AsyncClient) -> None:
    await memory.add_directive("notes", DirectiveRequest(name="Kind", content="Be kind."))
    asked = ReflectRequest.model_validate({"query": "Who rows?", "include": {"facts": {}}})

    answer = await memory.reflect("notes", asked)

    assert answer.based_on is not None
    assert answer.based_on.directives == []


# ------------------------------------------------------------------------------ standing answers


async def test_a_standing_question_is_answered_in_the_background(
    memory: AsyncClient, runtime: Runtime
) -> None:
    made = await memory.add_standing_answer("notes", ROWERS)
    waiting = await memory.standing_answer("notes", "rowers")
    await runtime.work(forever=False)

    done = await memory.operation("notes", made.operation_id)
    answer = await memory.standing_answer("notes", "rowers")
    assert made.mental_model_id == "rowers"
    assert (waiting.content, waiting.is_stale) == (None, True)
    assert (done.operation_type, done.status) == ("refresh_mental_model", "completed")
    assert done.result_metadata == {"mental_model_id": "rowers", "outcome": "content_written"}
    assert answer.content is not None
    assert "Ana rows in Oslo." in answer.content
    assert answer.is_stale is False
    assert answer.last_refreshed_at is not None
    assert answer.reflect_response is not None
    assert "Ana rows in Oslo." in str(answer.reflect_response)


async def test_it_is_stale_once_more_is_known_until_it_is_refreshed(
    memory: AsyncClient, runtime: Runtime
) -> None:
    await memory.add_standing_answer("notes", ROWERS)
    await runtime.work(forever=False)
    first = (await memory.standing_answer("notes", "rowers")).content
    await memory.retain("notes", [BEN])
    stale = await memory.standing_answer("notes", "rowers")

    await memory.refresh_standing_answer("notes", "rowers")
    await runtime.work(forever=False)

    fresh = await memory.standing_answer("notes", "rowers")
    assert (stale.is_stale, fresh.is_stale) == (True, False)
    assert "Ben rows in Cork." in (fresh.content or "")
    history = await memory.standing_history("notes", "rowers")
    assert [version.content for version in history.items] == [first]


@pytest.mark.parametrize("way", ["memory", "document", "grown"])
async def test_deleted_words_leave_answer_and_history_at_once_and_it_is_answered_anew(
    memory: AsyncClient, runtime: Runtime, way: str
) -> None:
    await memory.add_standing_answer("notes", ROWERS)
    await runtime.work(forever=False)
    await memory.retain("notes", [BEN])
    await memory.refresh_standing_answer("notes", "rowers")
    await runtime.work(forever=False)
    assert "Ana" in str((await memory.standing_history("notes", "rowers")).items)

    if way == "memory":
        found, _ = await runtime.engine.memories("notes", MemoryPage(words="Ana"))
        await runtime.engine.delete_memory("notes", found[0].id)
    elif way == "document":
        await runtime.engine.delete_document("notes", DocumentId("ana"))
    else:
        await memory.retain("notes", [MemoryItem(content="It snows.", document_id="ana")])

    at_once = await memory.standing_answer("notes", "rowers")
    assert (at_once.content, at_once.is_stale) == (None, True)
    await runtime.work(forever=False)
    anew = await memory.standing_answer("notes", "rowers")
    assert "Ben rows in Cork." in (anew.content or "")
    assert "Ana" not in anew.model_dump_json()
    assert "Ana" not in str((await memory.standing_history("notes", "rowers")).items)


async def test_only_memories_with_all_its_tags_are_asked(
    memory: AsyncClient, runtime: Runtime
) -> None:
    await memory.retain("notes", [BEN])
    asked = ROWERS.model_copy(update={"tags": ["work"]})
    await memory.add_standing_answer("notes", asked)
    await runtime.work(forever=False)

    content = (await memory.standing_answer("notes", "rowers")).content

    assert "Ana" in (content or "")
    assert "Ben" not in (content or "")


async def test_a_standing_answer_is_changed_cleared_and_deleted(
    memory: AsyncClient, runtime: Runtime
) -> None:
    await memory.add_standing_answer("notes", ROWERS)
    await runtime.work(forever=False)

    change = StandingChangeRequest(name="Crew", source_query="Who swims?", max_tokens=300)
    changed = await memory.change_standing_answer("notes", "rowers", change)
    cleared = await memory.clear_standing_answer("notes", "rowers")
    listed = await memory.standing_answers("notes")

    assert (changed.name, changed.source_query, changed.max_tokens) == ("Crew", "Who swims?", 300)
    assert changed.content is not None
    assert (cleared.content, cleared.is_stale) == (None, True)
    assert [item.id for item in listed.items] == ["rowers"]
    await memory.delete_standing_answer("notes", "rowers")
    for call in (
        memory.standing_answer,
        memory.delete_standing_answer,
        memory.refresh_standing_answer,
        memory.standing_history,
    ):
        with pytest.raises(NotFound):
            await call("notes", "rowers")


async def test_an_answer_that_fails_leaves_the_one_before_and_says_so(
    app: FastAPI, memory: AsyncClient
) -> None:
    said = {"sentences": [{"text": "Ana rows in Oslo.", "citations": [1]}]}
    runtime, _ = with_model(said, ModelUnavailable("busy"))
    app.state.runtime = runtime
    await memory.retain("notes", [ANA])
    await memory.add_standing_answer("notes", ROWERS)
    await runtime.work(forever=False)
    await memory.refresh_standing_answer("notes", "rowers")
    await runtime.work(forever=False)

    answer = await memory.standing_answer("notes", "rowers")

    assert answer.content == "Ana rows in Oslo."
    assert answer.last_refresh_failed_at is not None


async def test_what_makes_no_standing_question_is_refused(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.add_standing_answer("notes", ROWERS)
    with pytest.raises(Conflict, match="already"):
        await memory.add_standing_answer("notes", ROWERS)
    plain = {"name": "Rowers", "source_query": "Who rows?"}
    rows: list[tuple[dict[str, object], int]] = [
        ({**plain, "id": "No Id"}, 422),
        ({**plain, "source_query": "?!"}, 422),
        ({**plain, "tags": [" "]}, 422),
        ({**plain, "max_tokens": 0}, 422),
        ({**plain, "trigger": {"refresh_cron": "* * * * *"}}, 501),
        ({**plain, "trigger": {"mode": "delta"}}, 501),
        ({**plain, "trigger": {"mode": "full", "refresh_after_consolidation": False}}, 200),
    ]

    found = [(await http.post(f"{BANK}/mental-models", json=body)).status_code for body, _ in rows]

    assert found == [status for _, status in rows]
