"""One string chooses provider and model."""

import pytest

from tacitus.adapters.models.choice import ModelChoice, ProviderName
from tacitus.domain.errors import Misconfigured
from tests.tables import table


def test_without_a_base_url_the_providers_own_is_meant() -> None:
    choice = ModelChoice.parse("groq:llama", api_key="k")

    assert choice.provider is ProviderName.GROQ
    assert choice.base_url == "https://api.groq.com/openai/v1"
    assert choice.name == "groq:llama"


def test_ollama_needs_neither_key_nor_address() -> None:
    assert ModelChoice.parse("ollama:qwen3").base_url == "http://127.0.0.1:11434/v1"


def test_the_key_is_not_shown() -> None:
    assert "secret" not in repr(ModelChoice.parse("openai:gpt-4o-mini", api_key="secret"))


@table(
    "text, base_url, way_out",
    [
        ("gpt-4o-mini", None, "write provider:model"),
        ("openai:", None, "write provider:model"),
        ("bedrock:claude", None, "one of openai, groq, anthropic, google, ollama"),
        ("openai:gpt-4o-mini", None, "needs an API key"),
        ("openai:gpt-4o-mini", "localhost:8000/v1", "begins with"),
    ],
)
def test_a_choice_that_cannot_work_says_the_way_out(
    text: str, base_url: str | None, way_out: str
) -> None:
    with pytest.raises(Misconfigured, match=way_out):
        ModelChoice.parse(text, base_url=base_url)
