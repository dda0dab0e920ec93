"""Settings of the application."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from recallops.settings import Settings


def settings(**given: object) -> Settings:
    return Settings(_env_file=None, **given)  # type: ignore[arg-type, call-arg]


def test_records_lie_in_the_home_unless_a_database_is_named() -> None:
    assert settings(home=Path("/h"), database_url=None).records_url == "sqlite:////h/records.db"
    assert settings(database_url="postgresql://x/y").records_url == "postgresql://x/y"


def test_our_key_comes_before_the_providers() -> None:
    keys = {"groq_api_key": SecretStr("theirs"), "openai_api_key": SecretStr("others")}

    assert settings(llm="groq:m", **keys).llm_key() == "theirs"
    assert settings(llm="groq:m", llm_api_key=SecretStr("ours"), **keys).llm_key() == "ours"
    assert settings(llm="ollama:m", llm_api_key=None, **keys).llm_key() is None


def test_no_secret_is_shown() -> None:
    shown = repr(settings(database_url="postgresql://u:hidden@x/y", webhook_secret=SecretStr("hidden"), memory_key=SecretStr("hidden")))  # fmt: skip

    assert "hidden" not in shown


def test_a_port_is_a_port() -> None:
    with pytest.raises(ValidationError):
        settings(port=0)
