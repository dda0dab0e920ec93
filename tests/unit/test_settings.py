"""What is read from the environment."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from tacitus.settings import Settings


@pytest.mark.parametrize(
    "name", ["llm", "database_url", "port", "home", "tenant", "llm_seconds", "allowed_hosts"]
)
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


def test_no_password_is_shown_with_the_settings() -> None:
    secret = "s3cret"
    settings = Settings(
        database_url=f"postgresql://ann:{secret}@db.example:5432/memories?password={secret}",
        llm="openai:small",
        llm_base_url=f"https://ann:{secret}@llm.example/v1",
        llm_api_key=SecretStr(secret),
        embedder_base_url=f"https://ann:{secret}@embed.example/v1",
        reranker=f"tei:http://ann:{secret}@rerank.example",
        reranker_api_key=SecretStr(secret),
        openai_api_key=SecretStr(secret),
    )

    assert secret not in repr(settings)
    assert settings.database == "PostgreSQL at db.example:5432/memories"


def test_a_folder_is_the_same_wherever_the_process_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Settings.model_fields["home"].get_default(call_default_factory=True, validated_data={})
    cases = {
        " ": usual,
        "\t": usual,
        "~/notes": Path.home() / "notes",
        "notes": Path.cwd() / "notes",
        "/tmp/notes": Path("/tmp/notes"),
    }
    found: dict[str, Path] = {}
    for said in cases:
        monkeypatch.setenv("TACITUS_HOME", said)
        found[said] = Settings().home

    assert found == cases


def test_an_empty_folder_in_a_file_of_settings_is_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TACITUS_HOME")
    monkeypatch.chdir(tmp_path)
    usual = Settings().home
    for line in ("TACITUS_HOME=", "TACITUS_HOME=''", "TACITUS_HOME='  '"):
        (tmp_path / ".env").write_text(f"{line}\n")
        assert Settings().home == usual, line
