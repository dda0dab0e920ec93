"""Making, changing, listing, measuring and deleting banks."""

import httpx
import pytest

from tacitus.client import AsyncClient, InvalidRequest, NotFound
from tacitus.wire import BankChangeRequest, MemoryItem, Traits
from tests.tables import table

BANKS = "/v1/default/banks"
EVEN = {"skepticism": 3, "literalism": 3, "empathy": 3, "bias_strength": 0.5}


async def test_an_empty_body_makes_a_bank(http: httpx.AsyncClient) -> None:
    answer = await http.put(f"{BANKS}/notes", json={})

    assert answer.status_code == 200
    assert answer.json() == {
        "bank_id": "notes",
        "name": "notes",
        "disposition": EVEN,
        "mission": "",
        "background": "",
        "embedder": "hash-384",
    }


async def test_making_a_bank_again_changes_what_is_named(memory: AsyncClient) -> None:
    await memory.create_bank("notes", BankChangeRequest(name="Notes", mission="Remember."))

    profile = await memory.create_bank("notes", BankChangeRequest(background="I am an archivist."))

    assert profile.name == "Notes"
    assert profile.mission == "Remember."
    assert profile.background == "I am an archivist."


async def test_one_trait_can_be_set_alone(memory: AsyncClient) -> None:
    traits = Traits(skepticism=5, literalism=4, empathy=1, bias_strength=0.9)
    await memory.create_bank("notes", BankChangeRequest(disposition=traits))

    profile = await memory.create_bank("notes", BankChangeRequest(disposition_empathy=2))

    assert profile.disposition == traits.model_copy(update={"empathy": 2})


async def test_the_older_clients_profile_sets_the_disposition(http: httpx.AsyncClient) -> None:
    await http.put(f"{BANKS}/notes", json={})
    traits = {"skepticism": 1, "literalism": 2, "empathy": 3}

    await http.put(f"{BANKS}/notes/profile", json={"disposition": traits})

    profile = (await http.get(f"{BANKS}/notes/profile")).json()
    assert profile["disposition"] == {**traits, "bias_strength": 0.5}


async def test_background_is_added_once(http: httpx.AsyncClient) -> None:
    await http.put(f"{BANKS}/notes", json={"background": "I like maps."})

    once, twice = [
        (await http.post(f"{BANKS}/notes/background", json={"content": "I row."})).json()
        for _ in range(2)
    ]

    assert once["background"] == twice["background"] == "I like maps.\nI row."


async def test_a_model_is_to_merge_what_was_added_to_a_background(memory: AsyncClient) -> None:
    await memory.create_bank("notes", BankChangeRequest(background="I was born in Texas."))

    added = await memory.add_background("notes", "I was born in Colorado.")

    assert added.operation_id is not None
    merge = await memory.operation("notes", added.operation_id)
    assert (merge.operation_type, merge.waits_for_model) == ("merge_background", True)


async def test_banks_are_listed_with_the_number_of_their_memories(memory: AsyncClient) -> None:
    await memory.create_bank("b")
    await memory.retain("a", "Ana moved to Oslo.")

    page = await memory.banks()

    assert [(bank.bank_id, bank.fact_count) for bank in page.banks] == [("a", 1), ("b", 0)]
    assert page.total == 2


async def test_a_page_of_banks_says_how_many_there_are(memory: AsyncClient) -> None:
    for name in "abc":
        await memory.create_bank(name)

    page = await memory.banks(limit=1, offset=1)

    assert [bank.bank_id for bank in page.banks] == ["b"]
    assert (page.total, page.limit, page.offset) == (3, 1, 1)


async def test_stats_count_what_a_bank_holds(memory: AsyncClient) -> None:
    await memory.retain("notes", [MemoryItem(content="Ana moved to Oslo.", document_id="d")])

    stats = await memory.stats("notes")

    assert stats.total_nodes == 1
    assert stats.nodes_by_fact_type == {"world": 1}
    assert stats.total_documents == 1
    assert stats.last_memory_write_at is not None


async def test_a_deleted_bank_is_gone(memory: AsyncClient) -> None:
    await memory.retain("notes", "Ana moved to Oslo.")

    deleted = await memory.delete_bank("notes")

    assert deleted.deleted_count == 1
    with pytest.raises(NotFound):
        await memory.recall("notes", "Where does Ana live?")


@table("method", ["PATCH", "DELETE"])
async def test_only_making_makes_a_bank(method: str, http: httpx.AsyncClient) -> None:
    answer = await http.request(method, f"{BANKS}/notes", json={})

    assert (answer.status_code, answer.json()) == (404, {"detail": "Bank 'notes' not found"})


@table(
    "body",
    [
        {"disposition_skepticism": 6},
        {"disposition": {"skepticism": 0, "literalism": 3, "empathy": 3}},
        {"disposition": {"skepticism": 3}},
        {"mission": 7},
        {"enable_reranking": "perhaps"},
    ],
)
async def test_a_bank_that_cannot_be_is_refused(
    body: dict[str, object], http: httpx.AsyncClient
) -> None:
    assert (await http.put(f"{BANKS}/notes", json=body)).status_code == 422


@table("name", [" ", "x" * 513, "a\tb"])
async def test_a_name_that_no_bank_can_have_is_refused(name: str, memory: AsyncClient) -> None:
    with pytest.raises(InvalidRequest):
        await memory.create_bank(name)


# ------------------------------------------------------------------------------- configuration


async def test_configuration_is_flat_and_a_bank_has_its_own(http: httpx.AsyncClient) -> None:
    await http.put(f"{BANKS}/notes", json={"reflect_mission": "Only dates."})

    updates = {"enable_reranking": False, "disposition_empathy": 5}
    changed = (await http.patch(f"{BANKS}/notes/config", json={"updates": updates})).json()

    assert changed["overrides"] == {"reflect_mission": "Only dates.", **updates}
    assert changed["config"]["disposition_skepticism"] == 3
    assert (await http.get(f"{BANKS}/notes/config")).json() == changed


async def test_null_takes_a_field_back_to_its_default(http: httpx.AsyncClient) -> None:
    await http.put(f"{BANKS}/notes", json={"mission": "Dates.", "disposition_empathy": 5})

    updates = {"reflect_mission": None, "disposition_empathy": None}
    answer = await http.patch(f"{BANKS}/notes/config", json={"updates": updates})

    assert answer.json()["overrides"] == {}


async def test_a_reset_takes_everything_back(http: httpx.AsyncClient) -> None:
    await http.put(f"{BANKS}/notes", json={"mission": "Dates.", "disposition_empathy": 5})

    assert (await http.delete(f"{BANKS}/notes/config")).json()["overrides"] == {}


@table("key", ["llm_api_key", "database_url", "nonsense"])
async def test_unknown_fields_and_credentials_are_no_configuration(
    key: str, http: httpx.AsyncClient
) -> None:
    await http.put(f"{BANKS}/notes", json={})

    answer = await http.patch(f"{BANKS}/notes/config", json={"updates": {key: "x"}})

    assert answer.status_code == 400
    assert key in answer.json()["detail"]


async def test_a_value_of_another_type_is_refused(http: httpx.AsyncClient) -> None:
    await http.put(f"{BANKS}/notes", json={})

    answer = await http.patch(
        f"{BANKS}/notes/config", json={"updates": {"enable_reranking": "perhaps"}}
    )

    assert answer.status_code == 422


UNOBEYED: list[dict[str, object]] = [
    {"retain_mission": "Only dates."},
    {"retain_extraction_mode": "verbatim"},
    {"retain_custom_instructions": "Be brief."},
    {"retain_chunk_size": 100},
    {"retain_structured_chunk_size": 100},
    {"retain_max_attachments_per_chunk": 1},
    {"observations_mission": "Be kind."},
    {"enable_observations": False},
]


@table("setting", UNOBEYED)
async def test_what_nothing_obeys_is_refused_and_not_kept(
    setting: dict[str, object], http: httpx.AsyncClient
) -> None:
    made = await http.put(f"{BANKS}/other", json=setting)
    await http.put(f"{BANKS}/notes", json={})
    changed = await http.patch(f"{BANKS}/notes", json=setting)
    updated = await http.patch(f"{BANKS}/notes/config", json={"updates": setting})

    for answer in (made, changed, updated):
        assert (answer.status_code, "is not offered" in answer.json()["detail"]) == (501, True)
    assert (await http.get(f"{BANKS}/notes/config")).json()["overrides"] == {}
    assert (await http.get(f"{BANKS}/other/stats")).status_code == 404


async def test_a_bank_without_a_channel_recalls_without_it(memory: AsyncClient) -> None:
    await memory.create_bank("notes", BankChangeRequest(enable_text_search=False))
    await memory.retain("notes", "Ana lives in Oslo.")

    found = await memory.recall("notes", "Where does Ana live?")

    assert [result.scores.keyword for result in found.results if result.scores] == [None]


async def test_a_field_may_be_called_as_its_environment_variable(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")
    updates = {"HINDSIGHT_API_ENABLE_RERANKING": False}

    answer = await http.patch("/v1/default/banks/notes/config", json={"updates": updates})

    assert answer.json()["overrides"] == {"enable_reranking": False}


async def test_configuration_that_is_not_offered_says_so_and_unknown_one_is_malformed(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")
    rows = {"recall_max_tokens": 501, "memory_defense": 501, "llm_api_key": 400, "colour": 400}

    found = {
        key: (
            await http.patch("/v1/default/banks/notes/config", json={"updates": {key: 7}})
        ).status_code
        for key in rows
    }

    assert found == rows
