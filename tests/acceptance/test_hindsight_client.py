"""The field's own client, unmodified: one server with its database, and several on one elsewhere."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException, NotFoundException
from hindsight_client_api.models.create_webhook_request import CreateWebhookRequest
from hindsight_client_api.models.update_document_request import UpdateDocumentRequest
from hindsight_client_api.models.update_memory_request import UpdateMemoryRequest
from hindsight_client_api.models.update_webhook_request import UpdateWebhookRequest

pytestmark = pytest.mark.database

T = TypeVar("T")
TALK = """\
Ana: I moved to Oslo last week, the flat is near the harbour.
Ben: Lovely! Are you still working at the aquarium?
Ana: Yes, and I feed the octopus on Mondays."""


@pytest.fixture
async def client(address: str) -> AsyncGenerator[Hindsight]:
    client = Hindsight(base_url=address, api_key="anything")
    yield client
    await client.aclose()


@pytest.fixture
async def other(addresses: tuple[str, str]) -> AsyncGenerator[Hindsight]:
    client = Hindsight(base_url=addresses[1])
    yield client
    await client.aclose()


@pytest.fixture
async def bank(other: Hindsight, request: pytest.FixtureRequest) -> str:
    """Return a bank of this test's own that knows the talk."""
    name = f"{request.node.name}/1"
    await other.acreate_bank(bank_id=name, name="Talks", mission="Remember the talks.")
    await other.aretain(
        bank_id=name,
        content=TALK,
        timestamp="2024-05-06T12:00:00+00:00",
        context="phone call",
        document_id="call/1",
        metadata={"line": "7"},
        tags=["calls"],
    )
    return name


async def test_a_bank_is_made(client: Hindsight) -> None:
    made = await client.acreate_bank(
        bank_id="made",
        name="Made",
        mission="Remember.",
        disposition_skepticism=5,
        disposition_literalism=2,
        disposition_empathy=4,
    )

    assert (made.bank_id, made.name, made.mission) == ("made", "Made", "Remember.")
    assert made.disposition.to_dict() | {"bias_strength": 0.5} == {
        "skepticism": 5,
        "literalism": 2,
        "empathy": 4,
        "bias_strength": 0.5,
    }


async def test_retaining_waits_and_says_what_it_cost(client: Hindsight, bank: str) -> None:
    answer = await client.aretain(bank_id=bank, content="Ben keeps bees.")

    assert answer.success
    assert (answer.bank_id, answer.items_count, answer.var_async) == (bank, 1, False)
    assert answer.usage is not None
    assert answer.usage.total_tokens == 0


async def test_what_was_retained_is_recalled(client: Hindsight, bank: str) -> None:
    found = await client.arecall(bank_id=bank, query="Where does Ana live?", include_entities=True)

    best = found.results[0]
    assert "Oslo" in best.text
    assert best.type == "world"
    assert best.document_id == "call/1"
    assert best.context == "phone call"
    assert best.tags == ["calls"]
    assert best.scores is not None
    assert found.entities is not None
    assert "Ana" in found.entities


async def test_recall_takes_everything_the_client_can_ask(client: Hindsight, bank: str) -> None:
    found = await client.arecall(
        bank_id=bank,
        query="What does Ana feed?",
        types=["world", "experience"],
        budget="high",
        max_tokens=500,
        trace=True,
        query_timestamp="2024-05-10T00:00:00",
        include_chunks=True,
        tags=["calls"],
        tags_match="all_strict",
    )

    assert "octopus" in found.results[0].text
    assert found.trace is not None
    assert found.chunks is not None
    assert found.results[0].chunk_id in found.chunks


async def test_a_question_is_answered_with_its_sources(client: Hindsight, bank: str) -> None:
    answer = await client.areflect(bank_id=bank, query="Where does Ana live?", include_facts=True)

    assert "Oslo" in answer.text
    assert answer.based_on is not None
    assert answer.based_on.memories


async def test_memories_are_listed(client: Hindsight, bank: str) -> None:
    page = await client.alist_memories(bank_id=bank, type="world", search_query="octopus")

    [item] = page.items
    assert page.total == 1
    assert (item.fact_type, item.state) == ("world", "valid")


async def test_stats_are_read(client: Hindsight, bank: str) -> None:
    stats = await client.banks.get_agent_stats(bank)

    assert stats.bank_id == bank
    assert stats.total_documents == 1
    assert stats.total_nodes == sum(stats.nodes_by_fact_type.values()) > 0
    assert stats.failed_operations == 0


async def test_work_left_for_later_is_watched(client: Hindsight, bank: str) -> None:
    answer = await client.aretain(bank_id=bank, content="Ben keeps bees.", retain_async=True)
    assert answer.operation_id is not None

    operation = await client.operations.get_operation_status(bank, answer.operation_id)

    assert operation.status in {"pending", "processing", "completed"}
    listed = await client.operations.list_operations(bank)
    assert answer.operation_id in {one.operation_id for one in listed.operations}


async def test_documents_and_entities_are_read(client: Hindsight, bank: str) -> None:
    document = await client.documents.get_document(bank, "call/1")
    entities = await client.entities.list_entities(bank)

    assert document.original_text == TALK
    assert "Oslo" in {item.canonical_name for item in entities.items}


async def test_configuration_is_read_and_changed(client: Hindsight, bank: str) -> None:
    changed = await client.aupdate_bank_config(bank, reflect_mission="Only animals.")

    assert changed["overrides"] == {"reflect_mission": "Only animals."}
    assert (await client.aget_bank_config(bank))["config"]["reflect_mission"] == "Only animals."


async def test_a_deleted_bank_is_not_found(client: Hindsight, bank: str) -> None:
    await client.adelete_bank(bank)

    with pytest.raises(NotFoundException, match="not found"):
        await client.arecall(bank_id=bank, query="Where does Ana live?")


async def test_a_refusal_has_its_status(client: Hindsight, bank: str) -> None:
    with pytest.raises(ApiException) as raised:
        await client.arecall(bank_id=bank, query="?!")

    assert "422" in str(raised.value)


async def test_the_version_is_the_clients(client: Hindsight) -> None:
    assert (await client.aget_version()).api_version == "1.1.0"


def test_code_without_a_loop_does_the_same(address: str) -> None:
    with Hindsight(base_url=address) as client:
        client.create_bank(bank_id="blocking")
        client.retain(bank_id="blocking", content="Ana lives in Oslo.")
        found = client.recall(bank_id="blocking", query="Where does Ana live?")
        answer = client.reflect(bank_id="blocking", query="Where does Ana live?")
        listed = client.list_memories(bank_id="blocking")

    assert found.results[0].text == "Ana lives in Oslo."
    assert "Oslo" in answer.text
    assert listed.total == 1


# ----------------------------------------------------------------------------- further areas


async def until(ask: Callable[[], Awaitable[T]], done: Callable[[T], bool]) -> T:
    """Ask again and again, ten seconds at most, until what comes back is what is waited for."""
    for _ in range(200):
        if done(found := await ask()):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("it did not happen in time")


async def test_recall_is_narrowed_by_groups_of_tags_and_scores(
    client: Hindsight, bank: str
) -> None:
    calls, other = {"tags": ["calls"]}, {"tags": ["other"]}

    async def found(**asked: Any) -> list[str]:
        answer = await client.arecall(bank_id=bank, query="What does Ana feed?", **asked)
        return [result.text for result in answer.results]

    assert await found(tag_groups=[calls, {"not": other}])
    assert await found(tag_groups=[{"and": [calls, other]}]) == []
    assert await found(min_scores={"keyword": 1e9}) == []


async def test_a_memory_is_corrected_and_its_history_read(client: Hindsight, bank: str) -> None:
    page = await client.alist_memories(bank_id=bank, search_query="octopus")
    id = page.items[0].id
    change = UpdateMemoryRequest(text="Ana feeds the squid on Mondays.", reason="misheard")

    await client.memory.update_memory(bank, id, change)
    await client.memory.update_memory(bank, id, UpdateMemoryRequest(state="invalidated"))
    await client.memory.update_memory(bank, id, UpdateMemoryRequest(state="valid"))

    memory = cast(dict[str, Any], await client.memory.get_memory(bank, id))
    history = cast(dict[str, Any], await client.memory.get_observation_history(bank, id))
    assert memory["text"] == "Ana feeds the squid on Mondays."
    assert [item["act"] for item in history["items"]] == ["restored", "invalidated", "edited"]
    found = await client.arecall(bank_id=bank, query="Who feeds the squid?")
    assert found.results[0].id == id


async def test_tags_are_listed_and_changed(client: Hindsight, bank: str) -> None:
    before = await client.memory.list_tags(bank)
    await client.documents.update_document(bank, "call/1", UpdateDocumentRequest(tags=["phone"]))

    assert [item.tag for item in before.items] == ["calls"]
    after = await client.memory.list_tags(bank, q="PHO*")
    assert [(item.tag, item.count) for item in after.items] == [("phone", before.items[0].count)]


async def test_chunks_are_listed_and_read(client: Hindsight, bank: str) -> None:
    listed = await client.documents.list_document_chunks(bank, "call/1")
    chunk = await client.documents.get_chunk(listed.items[0].chunk_id)

    assert (chunk.document_id, chunk.chunk_text) == ("call/1", TALK)


async def test_a_bank_is_drawn_and_its_growth_told(client: Hindsight, bank: str) -> None:
    graph = await client.memory.get_graph(bank)
    company = await client.entities.get_entity_graph(bank)
    growth = await client.banks.get_memories_timeseries(bank, period="1d")

    assert graph.total_units == len(graph.nodes) == len(graph.table_rows) > 0
    ids = {node.data.id for node in company.nodes}
    assert {edge.data.source for edge in company.edges} <= ids
    assert growth.trunc == "hour"
    assert growth.buckets is not None
    assert len(growth.buckets) == 24
    assert (growth.buckets[-1].world or 0) > 0


async def test_work_handed_in_at_once_is_watched_and_forgotten(
    client: Hindsight, bank: str
) -> None:
    items = [{"content": "Ben keeps bees."}, {"content": "Cleo sings."}]
    answer = await client.aretain_batch(bank_id=bank, items=items, retain_async=True)
    assert answer.operation_id is not None

    id = answer.operation_id
    status = await until(
        lambda: client.operations.get_operation_status(bank, id),
        lambda found: found.status in {"completed", "failed"},
    )

    assert status.status == "completed"
    assert status.child_operations is not None
    assert {child.status for child in status.child_operations} == {"completed"}
    deleted = await client.operations.delete_operation(bank, id)
    assert deleted.success
    gone = await client.operations.get_operation_status(bank, id)
    assert gone.status == "not_found"


async def test_files_are_retained(client: Hindsight, bank: str, tmp_path: Path) -> None:
    page = tmp_path / "aquarium.html"
    page.write_text("<html><body><p>The aquarium opens at nine.</p></body></html>", "utf-8")

    answer = await client.aretain_files(bank_id=bank, files=[page], context="website")

    assert len(answer.operation_ids) == 1


async def test_directives_are_kept(client: Hindsight, bank: str) -> None:
    made = await client.acreate_directive(bank_id=bank, name="Tone", content="Be kind.")
    changed = await client.aupdate_directive(bank, made.id, priority=3, is_active=False)
    listed = await client.alist_directives(bank)

    assert (changed.priority, changed.is_active) == (3, False)
    assert [item.id for item in listed.items] == [made.id]
    assert (await client.aget_directive(bank, made.id)).content == "Be kind."
    await client.adelete_directive(bank, made.id)
    assert (await client.alist_directives(bank)).total == 0


async def test_a_mental_model_is_answered_and_refreshed(client: Hindsight, bank: str) -> None:
    made = await client.acreate_mental_model(
        bank_id=bank, name="Ana", source_query="Where does Ana live?", id="ana"
    )
    await client.arefresh_mental_model(bank, "ana")
    model = await until(
        lambda: client.aget_mental_model(bank, "ana"), lambda found: bool(found.content)
    )

    assert made.mental_model_id == "ana"
    assert model.content is not None
    assert "Oslo" in model.content
    assert [item.id for item in (await client.alist_mental_models(bank)).items] == ["ana"]
    changed = await client.aupdate_mental_model(bank, "ana", name="Ana's home")
    cleared = await client.aclear_mental_model(bank, "ana")
    assert (changed.name, cleared.content) == ("Ana's home", None)
    await client.aget_mental_model_history(bank, "ana")
    await client.adelete_mental_model(bank, "ana")


async def test_webhooks_are_kept(client: Hindsight, bank: str) -> None:
    asked = CreateWebhookRequest(
        url="https://example.org/told", secret="s3cret", event_types=["retain.completed"]
    )
    made = await client.webhooks.create_webhook(bank, asked)
    changed = await client.webhooks.update_webhook(
        bank, made.id, UpdateWebhookRequest(enabled=False)
    )
    listed = await client.webhooks.list_webhooks(bank)

    assert (made.secret, made.enabled, changed.enabled) == (None, True, False)
    assert [item.id for item in listed.items] == [made.id]
    told = await client.webhooks.list_webhook_deliveries(bank, made.id)
    assert (told.items, told.next_cursor) == ([], None)
    await client.webhooks.delete_webhook(bank, made.id)
    assert (await client.webhooks.list_webhooks(bank)).total == 0
