"""Rerankers over HTTP: three protocols, one scale."""

import math

import pytest

from tacitus.adapters.models.rerankers import HttpReranker, RerankService
from tacitus.domain.errors import ModelError, ModelUnavailable, UnusableAnswer
from tests.fakes.scripted_server import HANG, Reply, ScriptedServer
from tests.tables import table

TEXTS = ["It rains.", "It snows."]
TEI = Reply(body=[{"index": 1, "score": 2.5}, {"index": 0, "score": -4.0}])
RESULTS = Reply(
    body={"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.5}]}
)


async def scores(service: RerankService, reply: Reply) -> tuple[list[float], ScriptedServer]:
    with ScriptedServer([reply]) as server:
        reranker = HttpReranker(service, base_url=server.url, api_key="secret")
        try:
            return await reranker.score("Snow?", TEXTS), server
        finally:
            await reranker.close()


async def test_tei_gives_logits_as_they_are_in_the_order_of_the_texts() -> None:
    found, server = await scores(RerankService.TEI, TEI)

    assert found == [-4.0, 2.5]
    [request] = server.requests
    assert request.path == "/rerank"
    assert request.body == {
        "query": "Snow?",
        "texts": TEXTS,
        "raw_scores": True,
        "truncate": True,
    }


@table("service, path", [(RerankService.COHERE, "/v2/rerank"), (RerankService.JINA, "/v1/rerank")])
async def test_cohere_and_jina_give_probabilities_which_become_logits(
    service: RerankService, path: str
) -> None:
    found, server = await scores(service, RESULTS)

    assert found == pytest.approx([0.0, math.log(0.9 / 0.1)])
    [request] = server.requests
    assert request.path == path
    assert request.headers["authorization"] == "Bearer secret"
    assert request.body["documents"] == TEXTS
    assert request.body["top_n"] == 2


@table("probability", [0, 1])
async def test_certainty_is_a_finite_logit(probability: int) -> None:
    rows = [{"index": index, "relevance_score": probability} for index in (0, 1)]

    found, _ = await scores(RerankService.COHERE, Reply(body={"results": rows}))

    assert all(math.isfinite(logit) for logit in found)


@table(
    "body",
    [[], {"results": None}, {}, [{"index": 0, "score": 1}], [{"index": 0}, {"index": 1}], b"<p>"],
)
async def test_an_answer_that_leaves_a_text_out_is_unusable(body: object) -> None:
    with pytest.raises(UnusableAnswer):
        await scores(RerankService.TEI, Reply(body=body))


async def test_no_texts_need_no_request() -> None:
    reranker = HttpReranker(RerankService.TEI, base_url="http://127.0.0.1:9")

    assert await reranker.score("Snow?", []) == []
    await reranker.close()


@table("status, kind", [(500, ModelUnavailable), (429, ModelUnavailable), (413, ModelError)])
async def test_a_failing_service_is_told_from_a_refusing_one(
    status: int, kind: type[ModelError]
) -> None:
    with pytest.raises(ModelError) as caught:
        await scores(RerankService.TEI, Reply(status=status, headers={"Retry-After": "60"}))

    assert type(caught.value) is kind


async def test_a_refused_key_is_not_repeated() -> None:
    with pytest.raises(ModelError, match="refused the API key"):
        await scores(RerankService.COHERE, Reply(status=401, body={"message": "secret is wrong"}))


async def test_a_service_that_hangs_is_left_at_the_time_limit() -> None:
    with ScriptedServer([HANG]) as server:
        reranker = HttpReranker(RerankService.TEI, base_url=server.url, seconds=0.05)
        with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.05 s"):
            await reranker.score("Snow?", TEXTS)
        await reranker.close()


def test_the_name_tells_the_model() -> None:
    assert HttpReranker(RerankService.JINA, model="m").name == "jina:m"
    assert HttpReranker(RerankService.TEI).name == "tei"
