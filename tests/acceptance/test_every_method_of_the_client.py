"""The field's client where no loop runs, its generated calls, and what it is refused with a reason."""

import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException, NotFoundException
from hindsight_client_api.models.add_background_request import AddBackgroundRequest
from hindsight_client_api.models.create_bank_request import CreateBankRequest
from hindsight_client_api.models.disposition_traits import DispositionTraits
from hindsight_client_api.models.update_disposition_request import UpdateDispositionRequest

pytestmark = pytest.mark.database

TALK = "Ana: I moved to Oslo last week.\nBen: Are you still with Kim at the aquarium?"
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def blocking(address: str) -> Generator[Hindsight]:
    with Hindsight(base_url=address) as client:
        yield client


@pytest.fixture
async def client(address: str) -> AsyncGenerator[Hindsight]:
    client = Hindsight(base_url=address)
    yield client
    await client.aclose()


# ----------------------------------------------------------------------------- where no loop runs


def test_a_bank_is_set_up_and_deleted(blocking: Any) -> None:
    blocking.create_bank(bank_id="set up", mission="Remember.")
    blocking.set_mission("set up", "Remember the talks.")
    blocking.set_reflect_mission("set up", "Be brief.")
    blocking.update_bank_config("set up", disposition_skepticism=5, enable_graph_retrieval=False)

    changed = blocking.get_bank_config("set up")["config"]
    assert changed["enable_graph_retrieval"] is False
    assert changed["disposition_skepticism"] == 5
    blocking.reset_bank_config("set up")
    assert blocking.get_bank_config("set up")["config"]["enable_graph_retrieval"] is True
    blocking.delete_bank("set up")
    with pytest.raises(NotFoundException):
        blocking.list_memories("set up")


def test_several_documents_and_files_are_retained(blocking: Any, tmp_path: Path) -> None:
    page = tmp_path / "hours.md"
    page.write_text("# Hours\n\nThe aquarium opens at nine.", "utf-8")
    items: list[dict[str, Any]] = [{"content": TALK}, {"content": "Cleo sings."}]

    with blocking.suspend_retains():
        nothing = blocking.retain_batch("batch", items)
    answer = blocking.retain_batch("batch", items, document_tags=["talks"])
    files = blocking.retain_files("batch", [page])

    assert (nothing.items_count, answer.items_count) == (0, 2)
    assert len(files.operation_ids) == 1
    assert blocking.get_version().api_version == "1.1.0"


def test_directives_are_kept(blocking: Any) -> None:
    blocking.create_bank(bank_id="rules")
    made = blocking.create_directive("rules", "Tone", "Be kind.")
    changed = blocking.update_directive("rules", made.id, priority=3)

    assert blocking.get_directive("rules", made.id) == changed
    assert [item.id for item in blocking.list_directives("rules").items] == [made.id]
    blocking.delete_directive("rules", made.id)
    assert blocking.list_directives("rules").items == []


def test_mental_models_are_kept(blocking: Any) -> None:
    blocking.retain("models", TALK)
    blocking.create_mental_model("models", "Ana", "Where does Ana live?", id="ana")
    blocking.update_mental_model("models", "ana", name="Ana's home")
    refreshed = blocking.refresh_mental_model("models", "ana")
    blocking.clear_mental_model("models", "ana")

    assert refreshed.operation_id
    assert blocking.get_mental_model("models", "ana").name == "Ana's home"
    assert [item.id for item in blocking.list_mental_models("models").items] == ["ana"]
    blocking.get_mental_model_history("models", "ana")
    blocking.delete_mental_model("models", "ana")
    assert blocking.list_mental_models("models").items == []


# ----------------------------------------------------------------------------- generated calls


async def test_banks_are_made_changed_and_listed(client: Hindsight) -> None:
    banks = client.banks
    await banks.create_or_update_bank("mine", CreateBankRequest(name="Mine"))
    await banks.update_bank("mine", CreateBankRequest(name="Ours"))
    traits = DispositionTraits(skepticism=5, literalism=1, empathy=2)
    await banks.update_bank_disposition("mine", UpdateDispositionRequest(disposition=traits))
    await banks.add_bank_background("mine", AddBackgroundRequest(content="I keep the harbour."))

    profile = await banks.get_bank_profile("mine")
    listed = await banks.list_banks()

    assert (profile.name, profile.disposition.skepticism) == ("Ours", 5)
    assert "I keep the harbour." in (profile.background or "")
    assert "mine" in {item.bank_id for item in listed.banks}


async def test_documents_and_entities_are_listed(client: Hindsight) -> None:
    await client.aretain(bank_id="lists", content=TALK, document_id="talk")

    documents = await client.documents.list_documents("lists")
    entities = await client.entities.list_entities("lists")
    ana = next(item for item in entities.items if item.canonical_name == "Ana")
    found = await client.entities.get_entity("lists", ana.id)
    again = await client.entities.regenerate_entity_observations("lists", ana.id)

    assert documents.total == 1
    assert (found.canonical_name, again.id) == ("Ana", ana.id)


async def test_observations_are_asked_for_and_cleared(client: Hindsight) -> None:
    await client.aretain(bank_id="summaries", content=TALK)

    await client.banks.trigger_consolidation("summaries")
    await client.banks.recover_consolidation("summaries")
    cleared = await client.banks.clear_observations("summaries")

    assert cleared.success


async def test_work_is_cancelled_and_asked_for_again(client: Hindsight) -> None:
    await client.aretain(bank_id="work", content=TALK)
    await client.banks.trigger_consolidation("work")
    waiting = (await client.operations.list_operations("work", status="pending")).operations
    assert waiting, "what needs a language model waits for one"

    cancelled = await client.operations.cancel_operation("work", waiting[0].id)
    again = await client.operations.retry_operation("work", waiting[0].id)

    assert (cancelled.success, again.success) == (True, True)


async def test_the_server_is_watched(client: Hindsight) -> None:
    await client.monitoring.health_endpoint_health_get()
    alive: Any = await client.monitoring.get_liveness()
    ready: Any = await client.monitoring.get_readiness()
    metrics: Any = await client.monitoring.metrics_endpoint_metrics_get()

    assert alive
    assert ready
    assert "tacitus_queue_age_seconds" in str(metrics)


# ----------------------------------------------------------------------------- what is refused

REFUSED: dict[str, Callable[[Any], object]] = {
    "clone_bank": lambda c: c.clone_bank("b", "other"),
    "create_knowledge_folder": lambda c: c.create_knowledge_folder("b", "Folder"),
    "create_knowledge_page": lambda c: c.create_knowledge_page("b", "Page", "Who?"),
    "delete_knowledge_node": lambda c: c.delete_knowledge_node("b", NOBODY),
    "dry_run_refresh_mental_model": lambda c: c.dry_run_refresh_mental_model("b", "m"),
    "export_bank": lambda c: c.export_bank("b"),
    "export_documents": lambda c: c.export_documents("b"),
    "export_knowledge_base": lambda c: c.export_knowledge_base("b"),
    "get_knowledge_base_tree": lambda c: c.get_knowledge_base_tree("b"),
    "get_knowledge_page": lambda c: c.get_knowledge_page("b", NOBODY),
    "import_bank": lambda c: c.import_bank("b", b"archive"),
    "search_knowledge_base": lambda c: c.search_knowledge_base("b", "Ana"),
    "update_knowledge_node": lambda c: c.update_knowledge_node("b", NOBODY, name="New"),
}


def test_what_is_not_offered_is_refused_with_a_reason(blocking: Any) -> None:
    odd: dict[str, object] = {}
    for name, call in REFUSED.items():
        try:
            odd[name] = call(blocking)
        except ApiException as refusal:
            said: Any = refusal
            if said.status != 501 or '"detail"' not in str(said.body):
                odd[name] = said
    assert odd == {}


def test_every_method_of_the_client_is_tried_here_or_refused() -> None:
    here = Path(__file__).parent
    tried = "".join(file.read_text("utf-8") for file in here.glob("test_*client.py"))
    methods = {name for name, _ in inspect.getmembers(Hindsight, inspect.isfunction)}
    public = {name for name in methods if not name.startswith("_")} - {"close", "aclose"}

    untried = {name for name in public if f".{name}(" not in tried}

    # Each method that waits in a loop has a twin that blocks, and both ask for the same.
    twins = {name for name in untried if name[:1] == "a" and name[1:] in public - untried}
    assert untried - twins == set()
