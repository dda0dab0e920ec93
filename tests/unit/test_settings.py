"""What is read from the environment."""

import pytest
from pydantic import ValidationError

from tacitus.settings import Settings


@pytest.mark.parametrize("name", ["llm", "database_url", "port", "home", "tenant", "llm_seconds"])
def test_an_empty_variable_is_as_good_as_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"TACITUS_{name.upper()}", "")

    default = Settings.model_fields[name].get_default(call_default_factory=True, validated_data={})

    assert getattr(Settings(), name) == default


@pytest.mark.parametrize("tenant", ["acme", "team-1.eu", "a" * 64, "日本"])
def test_a_tenant_is_a_word(tenant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACITUS_TENANT", tenant)

    assert Settings().tenant == tenant


@pytest.mark.parametrize("tenant", [" ", "a b", "a/b", "a" * 65, "a\n"])
def test_what_is_no_word_is_no_tenant(tenant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACITUS_TENANT", tenant)

    with pytest.raises(ValidationError, match="tenant"):
        Settings()
