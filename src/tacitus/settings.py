"""Settings: the environment, read once. The only module that knows it."""

from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


def _home() -> Path:
    return Path(platformdirs.user_data_dir("tacitus", appauthor=False))


class Settings(BaseSettings):
    """What can be set, each as `TACITUS_<NAME>` in the environment or in a file `.env`.

    Attributes:
        home: Folder of the embedded database.
        database_url: PostgreSQL with pgvector to use instead of the embedded one.
        database_connections: Most connections held to the database.
        llm: Language model as `provider:model`; providers: openai, groq, anthropic, google, ollama.
            Without one, extraction is by rule and answers are quotations.
        llm_base_url: Where an OpenAI-compatible server listens, if not at the provider's.
        llm_seconds: Longest wait for one answer of the language model.
        embedder: `minilm` (shipped) or `openai:<model>` with `embedder_base_url`.
        reranker: Folder of an ONNX cross-encoder, or `tei:`, `cohere:` or `jina:` and its URL.
        host: Address the server listens on.
    """

    model_config = SettingsConfigDict(
        env_prefix="TACITUS_", env_file=".env", extra="ignore", frozen=True
    )

    home: Path = Field(default_factory=_home)
    database_url: str | None = None
    database_connections: Annotated[int, Field(ge=2, le=200)] = 10
    llm: str | None = None
    llm_base_url: str | None = None
    llm_api_key: SecretStr | None = None
    llm_seconds: Annotated[float, Field(gt=0)] = 60.0
    embedder: str = "minilm"
    embedder_base_url: str | None = None
    embedder_api_key: SecretStr | None = None
    reranker: str | None = None
    reranker_api_key: SecretStr | None = None
    tenant: str = "default"
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 8888
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator("database_url", "llm", "llm_base_url", "reranker", mode="before")
    @classmethod
    def _blank_is_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value
