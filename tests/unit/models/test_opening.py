"""What the settings say, and the models that come of it."""

from pathlib import Path

import pytest

from tacitus.adapters.models.opening import open_embedder, open_language_model, open_reranker
from tacitus.domain.errors import Misconfigured
from tests.tables import table


def test_nothing_configured_is_no_model() -> None:
    assert open_language_model(None) is None
    assert open_reranker(None) is None


def test_a_model_is_named_as_it_was_chosen() -> None:
    model = open_language_model("groq:openai/gpt-oss-120b", api_key="k")

    assert model is not None
    assert model.name == "groq:openai/gpt-oss-120b"


@table(
    "choice, key, name",
    [
        ("tei:http://127.0.0.1:8080", None, "tei"),
        ("cohere:", "k", "cohere:rerank-v3.5"),
        ("Jina:https://rerank.example.org", None, "jina:jina-reranker-v2-base-multilingual"),
    ],
)
async def test_a_service_is_named_before_the_colon(choice: str, key: str | None, name: str) -> None:
    reranker = open_reranker(choice, key)

    assert reranker is not None
    assert reranker.name == name


@table(
    "choice, way_out",
    [
        ("tei:", "needs the URL"),
        ("tei:localhost", "begins with http"),
        ("cohere:", "needs an API key"),
        ("no/such/folder", "needs tokenizer"),
    ],
)
def test_a_reranker_that_cannot_work_says_the_way_out(choice: str, way_out: str) -> None:
    with pytest.raises(Misconfigured, match=way_out):
        open_reranker(choice)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=tmp_path.name):
        open_reranker(str(tmp_path))


@table(
    "address",
    [
        "localhost:8000",
        "ftp://127.0.0.1/v1",
        "http://",
        "http:///v1",
        "http://[::",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:port/v1",
        "http://a b/v1",
        "http://a\x00b/v1",
    ],
)
async def test_what_is_no_address_is_refused_before_anything_is_sent(address: str) -> None:
    with pytest.raises(Misconfigured, match="TACITUS_LLM_BASE_URL must be an address"):
        open_language_model("openai:small", base_url=address)
    with pytest.raises(Misconfigured, match="TACITUS_EMBEDDER_BASE_URL must be an address"):
        await open_embedder("openai:small", base_url=address)
    with pytest.raises(Misconfigured, match="TACITUS_RERANKER must be an address"):
        open_reranker(f"tei:{address}")


async def test_no_key_in_the_wrong_place_is_repeated() -> None:
    """What is refused may be a key, or an address with a password."""
    key = "s3cret"
    refused: list[str] = []
    for llm, base_url in (
        (key, None),
        (f"{key}:{key}", None),
        ("openai:small", f"ann:{key}@llm.example"),
    ):
        with pytest.raises(Misconfigured) as caught:
            open_language_model(llm, base_url=base_url)
        refused.append(str(caught.value))
    for embedder in (key, f"{key}:small"):
        with pytest.raises(Misconfigured) as caught:
            await open_embedder(embedder)
        refused.append(str(caught.value))
    with pytest.raises(Misconfigured) as caught:
        open_reranker(f"tei:ann:{key}@rerank.example")
    refused.append(str(caught.value))

    assert [words for words in refused if key in words or "TACITUS_" not in words] == []
