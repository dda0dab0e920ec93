"""Recall and reflect over HTTP."""

from typing import cast

import httpx
import pytest

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, InvalidRequest, NotFound, NotOffered
from tacitus.domain.graph import Mention
from tacitus.domain.memories import Network
from tacitus.wire import (
    EntityInclude,
    FactsInclude,
    IncludeOptions,
    MemoryItem,
    MinScores,
    RecallRequest,
    ReflectInclude,
    ReflectRequest,
    TemporalWindow,
)
from tests.builders import a_record, a_vector, changes_of
from tests.tables import table

MEMORIES = "/v1/default/banks/notes/memories"
ANA = MemoryItem(
    content="Ana lives in Oslo.", document_id="ana", timestamp="2024-05-06T12:00:00Z", tags=["x"]
)
BEN = MemoryItem(
    content="Ben keeps bees in Cork.", document_id="ben", timestamp="2024-05-07T12:00:00Z"
)


@pytest.fixture
async def stored(memory: AsyncClient) -> AsyncClient:
    await memory.retain("notes", [ANA, BEN])
    return memory


# -------------------------------------------------------------------------------------- recall


async def test_recall_finds_what_bears_on_a_question(stored: AsyncClient) -> None:
    found = await stored.recall("notes", "Where does Ana live?")

    best = found.results[0]
    assert best.text == "Ana lives in Oslo."
    assert (best.type, best.document_id, best.tags) == ("world", "ana", ["x"])
    assert best.scores is not None
    assert best.scores.keyword is not None
    assert best.chunk_id == "notes_ana_0"
    assert found.trace is None
    assert found.tokens is not None


async def test_a_bank_that_holds_nothing_says_why_nothing_comes(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    await memory.create_bank("notes")

    answer = (await http.post(f"{MEMORIES}/recall", json={"query": "Where?"})).json()

    assert answer.pop("reason")
    assert answer.pop("tokens") == 0
    assert answer == {
        "results": [],
        "trace": None,
        "entities": None,
        "chunks": None,
        "source_facts": None,
        "source_facts_truncated": None,
    }


async def test_a_trace_says_what_became_of_every_candidate(stored: AsyncClient) -> None:
    found = await stored.recall("notes", RecallRequest(query="Where does Ana live?", trace=True))

    assert found.trace is not None
    candidates = cast(list[dict[str, object]], found.trace["candidates"])
    assert {"verdict", "reason", "scores", "ranks"} <= set(candidates[0])


@table(
    "asked, found",
    [
        ({"types": ["experience"]}, []),
        ({"types": ["world", "opinion"]}, ["ana", "ben"]),
        ({"types": []}, ["ana", "ben"]),
        ({"tags": ["x"], "tags_match": "all_strict"}, ["ana"]),
        ({"tags": [], "tags_match": "exact"}, ["ben"]),
        ({"tags": ["y"]}, ["ben"]),
        ({"max_tokens": 1}, []),
    ],
)
async def test_recall_is_filtered(
    asked: dict[str, object], found: list[str], http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    body = {"query": "Ana Ben Oslo Cork", **asked}

    answer = (await http.post(f"{MEMORIES}/recall", json=body)).json()

    assert sorted(result["document_id"] for result in answer["results"]) == found


@table(
    "asked",
    [
        {"tag_groups": []},
        {"prefer_observations": False},
        {"prefer_observations": True},
        {"min_scores": None},
        {"include": {"source_facts": None}},
    ],
)
async def test_what_asks_for_nothing_is_let_through(
    asked: dict[str, object], stored: AsyncClient
) -> None:
    assert await stored.recall("notes", RecallRequest.model_validate({"query": "Ana?", **asked}))


@table(
    "within, found",
    [
        (("2024-05-06", "2024-05-07"), ["ana"]),
        (("2024-05-06", "2024-05-08"), ["ana", "ben"]),
        (("2024-05-06T12:00:00Z", "2024-05-07T12:00:00Z"), ["ana"]),
        (("2024-05-07T14:00:00+02:00", "2025-01-01"), ["ben"]),
        (("2023-01-01", "2024-01-01"), []),
    ],
)
async def test_recall_keeps_to_what_happened_in_a_stretch_of_time(
    within: tuple[str, str], found: list[str], stored: AsyncClient
) -> None:
    stretch = TemporalWindow(start=within[0], end=within[1])

    answer = await stored.recall(
        "notes", RecallRequest(query="Ana Ben Oslo Cork", occurred_in=stretch)
    )

    assert sorted(result.document_id or "" for result in answer.results) == found


async def test_a_temporal_window_is_where_to_look_and_leaves_nothing_out(
    stored: AsyncClient,
) -> None:
    window = TemporalWindow(start="2024-05-07", end="2024-05-08")
    question = "Ana Ben Oslo Cork on 6 May 2024"

    spoken, told = [
        {
            result.document_id: result.scores is not None and result.scores.temporal is not None
            for result in (
                await stored.recall("notes", RecallRequest(query=question, temporal_window=one))
            ).results
        }
        for one in (None, window)
    ]

    assert spoken == {"ana": True, "ben": False}
    assert told == {"ana": False, "ben": True}


@table("field", ["temporal_window", "occurred_in"])
@table("end", ["2024-05-07", "2024-05-06"])
async def test_a_stretch_of_time_ends_after_it_begins(
    field: str, end: str, stored: AsyncClient
) -> None:
    window = TemporalWindow(start="2024-05-07", end=end)

    with pytest.raises(InvalidRequest, match=f"{field}: it ends before it has begun"):
        await stored.recall("notes", RecallRequest(query="Ana?").model_copy(update={field: window}))


async def test_recall_can_be_as_of_an_earlier_moment(stored: AsyncClient) -> None:
    before = await stored.recall("notes", RecallRequest(query="Ana in Oslo", as_of="2024-01-01"))

    assert before.results == []


async def test_entities_come_with_the_memories_unless_refused(
    http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    asked, refused = [
        (await http.post(f"{MEMORIES}/recall", json=body)).json()["entities"]
        for body in (
            {"query": "Where does Ana live?"},
            {"query": "Where does Ana live?", "include": {"entities": None}},
        )
    ]

    assert asked["Oslo"]["canonical_name"] == "Oslo"
    assert asked["Oslo"]["observations"] == []
    assert refused is None


@pytest.mark.parametrize(("max_tokens", "known"), [(10, ["Oslo is cold."]), (3, [])])
async def test_what_is_known_of_entities_keeps_to_its_budget(
    max_tokens: int, known: list[str], stored: AsyncClient, runtime: Runtime
) -> None:
    engine = runtime.engine
    bank = await engine.bank("notes")
    [(oslo, _)] = await engine.surveys.called("notes", ["Oslo"])
    summary = a_record(
        "Oslo is cold.", bank=bank, network=Network.OBSERVATION, vector=a_vector(1), tokens=4
    )
    mention = Mention(summary.memory.id, oslo.id, "Oslo")
    await engine.stores.memories.apply(changes_of(summary, bank=bank, mentions=(mention,)))
    asked = RecallRequest(
        query="Where does Ana live?",
        include=IncludeOptions(entities=EntityInclude(max_tokens=max_tokens)),
        types=["world"],
    )

    found = await stored.recall("notes", asked)

    assert found.entities is not None
    assert [one.text for one in found.entities["Oslo"].observations] == known


async def test_chunks_come_where_they_are_asked_for(
    http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    include: dict[str, object] = {"chunks": {}}
    body = {"query": "Where does Ana live?", "include": include}

    answer = (await http.post(f"{MEMORIES}/recall", json=body)).json()

    chunk = answer["chunks"][answer["results"][0]["chunk_id"]]
    assert chunk["text"] == "Ana lives in Oslo."
    assert not chunk["truncated"]


async def test_chunks_keep_to_their_budget(http: httpx.AsyncClient, stored: AsyncClient) -> None:
    body = {"query": "Where does Ana live?", "include": {"chunks": {"max_tokens": 2}}}

    answer = (await http.post(f"{MEMORIES}/recall", json=body)).json()

    [chunk] = answer["chunks"].values()
    assert chunk["truncated"]
    assert "Ana lives in Oslo.".startswith(chunk["text"])


@table("question", ["", " ", "?!", "\N{BULLET}"])
async def test_a_question_without_a_word_is_refused(question: str, stored: AsyncClient) -> None:
    with pytest.raises(InvalidRequest) as raised:
        await stored.recall("notes", question)

    assert raised.value.status == 422


async def test_a_long_question_is_answered(stored: AsyncClient) -> None:
    assert (await stored.recall("notes", "Where does Ana live? " * 3000)).results


async def test_a_bank_that_nobody_made_is_not_found(memory: AsyncClient) -> None:
    with pytest.raises(NotFound, match="Bank 'notes' not found"):
        await memory.recall("notes", "Where?")


async def test_only_what_reaches_the_scores_asked_for_is_given_back(stored: AsyncClient) -> None:
    everything = (await stored.recall("notes", "Where does Ana live?")).results
    best = everything[0].scores
    assert best is not None
    assert best.semantic is not None

    least = {"semantic": best.semantic, "final": best.final}
    asked = {"query": "Where does Ana live?", "min_scores": least, "trace": True}
    found = await stored.recall("notes", RecallRequest.model_validate(asked))
    none = await stored.recall(
        "notes", RecallRequest(query="Where does Ana live?", min_scores=MinScores(keyword=1e9))
    )

    assert [result.id for result in found.results] == [everything[0].id]
    assert none.results == []
    assert none.reason == "No memory reaches the scores that were asked for"


async def test_a_score_of_a_reranker_that_is_not_there_cannot_be_asked_for(
    stored: AsyncClient,
) -> None:
    with pytest.raises(NotOffered, match="no reranker is configured"):
        await stored.recall("notes", RecallRequest(query="Ana?", min_scores=MinScores(reranker=0)))


@table(
    "asked",
    [
        {"types": ["gossip"]},
        {"budget": "huge"},
        {"max_tokens": 0},
        {"tags_match": "some"},
        {"query_timestamp": "soon"},
        {"as_of": "0001-01-01T00:00:00+14:00"},
        {"query": None},
        {"query": ["Ana"]},
        {},
    ],
)
async def test_a_question_that_cannot_be_read_is_refused(
    asked: dict[str, object], http: httpx.AsyncClient, stored: AsyncClient
) -> None:
    body = {"query": "Ana?", **asked} if asked else {}

    assert (await http.post(f"{MEMORIES}/recall", json=body)).status_code == 422


# ------------------------------------------------------------------------------------- reflect


async def test_reflect_quotes_its_sources_where_there_is_no_model(stored: AsyncClient) -> None:
    answer = await stored.reflect(
        "notes",
        ReflectRequest(query="Where does Ana live?", include=ReflectInclude(facts=FactsInclude())),
    )

    assert answer.mode == "extractive"
    assert "Oslo" in answer.text
    assert answer.based_on is not None
    cited = {id for sentence in answer.sentences for id in sentence.citations}
    assert cited <= {fact.id for fact in answer.based_on.memories}
    assert cited
    assert answer.usage is not None


async def test_the_memories_behind_an_answer_come_where_they_are_asked_for(
    stored: AsyncClient,
) -> None:
    assert (await stored.reflect("notes", "Where does Ana live?")).based_on is None


async def test_an_answer_in_a_shape_says_that_it_has_none(stored: AsyncClient) -> None:
    answer = await stored.reflect(
        "notes", ReflectRequest(query="Where does Ana live?", response_schema={"type": "object"})
    )

    assert answer.structured_output is None
    assert answer.structured_output_error is not None
    assert answer.text


async def test_a_shape_that_is_no_schema_is_refused_before_anybody_is_asked(
    stored: AsyncClient,
) -> None:
    with pytest.raises(InvalidRequest, match=r"schema\.type"):
        await stored.reflect(
            "notes", ReflectRequest(query="Where is Ana?", response_schema={"type": "objct"})
        )


async def test_an_answer_keeps_to_what_happened_in_a_stretch_of_time(stored: AsyncClient) -> None:
    before = TemporalWindow(start="2023-01-01", end="2024-01-01")

    answer = await stored.reflect(
        "notes", ReflectRequest(query="Where does Ana live?", occurred_in=before)
    )

    assert answer.abstained


async def test_reflection_abstains_where_nothing_is_known(memory: AsyncClient) -> None:
    await memory.create_bank("notes")

    answer = await memory.reflect("notes", "Where does Ana live?")

    assert answer.abstained
    assert answer.missing


async def test_an_include_option_may_be_left_out(stored: AsyncClient) -> None:
    nothing = IncludeOptions(entities=None)

    found = await stored.recall("notes", RecallRequest(query="Ana?", include=nothing))

    assert found.entities is None
