"""Embeddings from an OpenAI-compatible server."""

import numpy as np
import pytest

from tacitus.adapters.models.remote_embedder import RemoteEmbedder, open_remote_embedder
from tacitus.domain.errors import ModelError, ModelUnavailable, UnusableAnswer
from tests.fakes.scripted_server import Reply, ScriptedServer
from tests.tables import table


def vectors(*rows: list[float]) -> Reply:
    """Rows in reverse, as servers may send them."""
    data = [{"index": index, "embedding": row} for index, row in enumerate(rows)]
    return Reply(body={"object": "list", "data": data[::-1]})


PROBE = vectors([1.0, 0.0])


async def opened(server: ScriptedServer) -> RemoteEmbedder:
    return await open_remote_embedder("small", f"{server.url}/v1", "secret")


async def test_the_dimension_is_asked_once() -> None:
    with ScriptedServer([PROBE, vectors([3.0, 4.0])]) as server:
        embedder = await opened(server)
        assert embedder.dimension == 2
        await embedder.embed(["snow"])
        await embedder.close()

    assert [request.body["input"] for request in server.requests] == [["dimension"], ["snow"]]
    assert server.requests[0].path == "/v1/embeddings"
    assert server.requests[0].headers["authorization"] == "Bearer secret"
    assert embedder.name == "remote:small"


async def test_vectors_have_unit_length_and_the_order_of_the_texts() -> None:
    with ScriptedServer([PROBE, vectors([3.0, 4.0], [0.0, 2.0])]) as server:
        embedder = await opened(server)
        found = await embedder.embed(["snow", "rain"])
        await embedder.close()

    assert found[0].tolist() == pytest.approx([3 / 5, 4 / 5])
    assert found[1].tolist() == [0.0, 1.0]
    assert found[0].dtype == np.float32


async def test_many_texts_go_in_batches_of_32() -> None:
    rows = [[1.0, 0.0]] * 32
    with ScriptedServer([PROBE, vectors(*rows), vectors(*rows[:8])]) as server:
        embedder = await opened(server)
        found = await embedder.embed([f"text {number}" for number in range(40)])
        await embedder.close()

    assert len(found) == 40
    assert [len(request.body["input"]) for request in server.requests] == [1, 32, 8]


async def test_no_server_is_sent_an_empty_text_or_half_a_character() -> None:
    with ScriptedServer([PROBE, vectors([1.0, 0.0], [0.0, 1.0])]) as server:
        embedder = await opened(server)
        await embedder.embed(["", "sun \ud83d"])
        await embedder.close()

    assert server.requests[1].body["input"] == [" ", "sun \ufffd"]


@table(
    "bad",
    [
        vectors([1.0, 0.0], [0.0, 1.0]),
        vectors(),
        vectors([1.0, 0.0, 0.0]),
        vectors([0.0, 0.0]),
        Reply(body={"data": [{"index": 0, "embedding": ["a", "b"]}]}),
        Reply(body={"data": [{"index": 0, "embedding": None}]}),
        Reply(body=b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}'),
        Reply(body={"data": "none"}),
        Reply(body=b"<html>"),
    ],
)
async def test_an_answer_without_one_good_vector_a_text_is_unusable(bad: Reply) -> None:
    with ScriptedServer([PROBE, bad]) as server:
        embedder = await opened(server)
        with pytest.raises(UnusableAnswer):
            await embedder.embed(["snow"])
        await embedder.close()


async def test_a_rate_limit_is_waited_out() -> None:
    busy = Reply(status=429, headers={"Retry-After": "0"})
    with ScriptedServer([PROBE, busy, vectors([1.0, 0.0])]) as server:
        embedder = await opened(server)
        assert len(await embedder.embed(["snow"])) == 1
        await embedder.close()

    assert len(server.requests) == 3


@table(
    "reply, kind",
    [
        (Reply(status=404, body={"error": "no such model"}), ModelError),
        (Reply(status=503, headers={"Retry-After": "30"}), ModelUnavailable),
    ],
)
async def test_a_server_without_the_model_is_said_at_once(
    reply: Reply, kind: type[ModelError]
) -> None:
    with ScriptedServer([reply]) as server, pytest.raises(ModelError) as caught:
        await opened(server)

    assert type(caught.value) is kind
