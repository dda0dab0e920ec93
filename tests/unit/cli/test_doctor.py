"""`tacitus doctor`: each part for itself, with whether it works and what to do."""

import asyncio
import json
from dataclasses import replace

from tacitus.domain.errors import ModelError, ModelUnavailable, StorageUnavailable
from tacitus.domain.isolation import Isolation
from tacitus.settings import Settings
from tests.fakes.scripted_model import ScriptedModel
from tests.unit.cli.command_line import CommandLine, Ran


def rows(ran: Ran) -> dict[str, dict[str, str]]:
    return {row["check"]: row for row in json.loads(ran.out)}


def health(ran: Ran) -> dict[str, str]:
    return {name: row["health"] for name, row in rows(ran).items()}


FINE = {
    "python": "fine",
    "packages": "fine",
    "disk": "fine",
    "database": "fine",
    "embedder": "fine",
    "language model": "absent",
    "reranker": "absent",
    "background": "fine",
}


def test_what_is_there_is_fine_and_what_is_missing_comes_with_the_way_to_it(
    tacitus: CommandLine,
) -> None:
    ran = tacitus("doctor")

    assert ran.code == 0
    assert "Set TACITUS_LLM, such as" in ran.out
    assert health(tacitus("doctor", "--json")) == FINE


def test_a_broken_part_is_its_own_row_and_the_others_are_tried_all_the_same(
    tacitus: CommandLine,
) -> None:
    plain = tacitus.settings
    no_reranker = ("reranker", "needs tokenizer.json", "TACITUS_RERANKER")
    no_model = ("language model", "write provider:model", "TACITUS_LLM")
    no_key = ("language model", "needs an API key", "TACITUS_LLM_API_KEY")
    cases = [
        ({"llm": "nonsense", "reranker": "/nowhere"}, [no_model, no_reranker]),
        ({"llm": "openai:small"}, [no_key]),
    ]
    for update, broken in cases:
        tacitus.settings = plain.model_copy(update=update)
        ran = tacitus("doctor", "--json")
        expected = FINE | {part: "broken" for part, *_ in broken}
        assert (ran.code, health(ran)) == (1, expected), update
        for part, found, advice in broken:
            assert found in rows(ran)[part]["found"]
            assert advice in rows(ran)[part]["do"]


def test_a_database_that_does_not_open_does_not_hide_the_models(tacitus: CommandLine) -> None:
    tacitus.settings = Settings(
        home=tacitus.settings.home, database_url="postgresql://ann:s3cret@127.0.0.1:9/memories"
    )
    tacitus.refusal = StorageUnavailable("nothing answers there")

    ran = tacitus("doctor", "--json")

    broken = rows(ran)["database"]
    assert (ran.code, broken["health"]) == (1, "broken")
    assert broken["found"] == "PostgreSQL at 127.0.0.1:9/memories: nothing answers there"
    assert "TACITUS_DATABASE_URL" in broken["do"]
    assert rows(ran)["embedder"]["health"] == "fine"
    assert "s3cret" not in ran.out


def test_a_language_model_is_asked_whether_it_works(tacitus: CommandLine) -> None:
    def with_model(model: ScriptedModel) -> Ran:
        plain = tacitus.runtime
        tacitus.runtime = replace(plain, models=replace(plain.models, language=model))
        ran = tacitus("doctor", "--json")
        tacitus.runtime = plain
        return ran

    works = with_model(ScriptedModel({"works": True}))
    assert works.code == 0
    assert ": answered a question in " in rows(works)["language model"]["found"]

    for fault in (ModelError("refused the API key"), ModelUnavailable("cannot be reached")):
        ran = with_model(ScriptedModel(fault))
        row = rows(ran)["language model"]
        assert (ran.code, row["health"], row["found"]) == (1, "broken", str(fault))
        assert row["do"] == "Check TACITUS_LLM, TACITUS_LLM_BASE_URL and TACITUS_LLM_API_KEY"


def test_a_bank_of_another_embedder_is_a_row_of_its_own(tacitus: CommandLine) -> None:
    engine = tacitus.runtime.engine
    asyncio.run(engine.retain("old", "Ann moved to Lisbon."))
    bank = asyncio.run(engine.bank("old"))
    asyncio.run(engine.stores.banks.save(replace(bank, embedder="another")))

    ran = tacitus("doctor", "--json")

    assert (ran.code, health(ran)["embedder"], health(ran)["banks"]) == (1, "fine", "broken")
    assert "old" in rows(ran)["banks"]["found"]


def test_whether_the_database_would_catch_a_forgotten_filter_is_said_with_what_to_do(
    tacitus: CommandLine,
) -> None:
    plain = tacitus.runtime
    cases = [
        (Isolation(holds=True, how="work is done as app"), 0, "fine", "holds: work is done as app"),
        (
            Isolation(holds=False, how="ann passes over the policies", advice="GRANT app TO ann"),
            *(1, "broken", "does not hold, our own filters alone do: ann passes over"),
        ),
    ]
    for isolation, code, state, found in cases:
        stores = replace(plain.engine.stores, isolation=isolation)
        tacitus.runtime = replace(plain, engine=replace(plain.engine, stores=stores))
        ran = tacitus("doctor", "--json")
        row = rows(ran)["isolation"]
        assert (ran.code, row["health"], row["do"]) == (code, state, isolation.advice)
        assert found in row["found"]
