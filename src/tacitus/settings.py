"""Settings: the environment, read once. The only module that knows it."""

import re
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from tacitus.domain.banks import DEFAULT_TENANT


def _home() -> Path:
    return Path(platformdirs.user_data_dir("tacitus", appauthor=False))


Secretive = Annotated[str | None, Field(repr=False)]
"""An address: a password may stand in it."""
_DATABASE = re.compile(
    r"postgres(?:ql)?://(?:[^@/?#]*@)?(?P<shown>[\w.,-]*(?::\d+)?(?:/[\w-]*)?)(?:\?[^@]*)?"
)


class Settings(BaseSettings):
    """What can be set, each as `TACITUS_<NAME>` in the environment or in a file `.env`; empty is unset.

    Attributes:
        home: Folder of the embedded database.
        database_url: PostgreSQL with pgvector to use instead of the embedded one.
        database_connections: Most connections held to the database.
        llm: Language model as `provider:model`; providers: openai, groq, anthropic, google, ollama.
            Without one, extraction is by rule and answers are quotations.
        llm_base_url: Where an OpenAI-compatible server listens, if not at the provider's.
        llm_api_key: Key for the language model; where it is unset and no base URL is given, the
            provider's own variable counts, such as `OPENAI_API_KEY`.
        llm_seconds: Longest wait for one answer of the language model.
        embedder: `minilm` (shipped) or `openai:<model>` with `embedder_base_url`.
        reranker: Folder of an ONNX cross-encoder, or `tei:`, `cohere:` or `jina:` and its URL.
        tenant: Whose banks this process opens; those of others are not there for it. On the wire it is
            the path segment `default`. Background work is done for all tenants of the database.
        host: Address the server listens on.
        without_keys: Whether others are answered although no key was ever made: whoever reaches the
            server then holds all banks of the tenant.
        key_rate: Requests a second that each key may make of each server, on average; four seconds' worth
            of them at once.
        key: Key to show to a server that is asked elsewhere.
        allowed_hosts: Names, separated by commas, by which the server may be called besides this
            machine's own, such as that of a proxy in front of it; `*` for any. Where none is listed,
            a server that listens for others may be called by any.
        webhooks_private: Whether webhooks may lead into private networks, to this machine among them.
    """

    model_config = SettingsConfigDict(
        env_prefix="TACITUS_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    home: Path = Field(default_factory=_home)
    database_url: Secretive = None
    database_connections: Annotated[int, Field(ge=2, le=200)] = 10
    llm: str | None = None
    llm_base_url: Secretive = None
    llm_api_key: SecretStr | None = None
    llm_seconds: Annotated[float, Field(gt=0)] = 60.0
    embedder: str = "minilm"
    embedder_base_url: Secretive = None
    embedder_api_key: SecretStr | None = None
    reranker: Secretive = None
    reranker_api_key: SecretStr | None = None
    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    groq_api_key: SecretStr | None = Field(default=None, validation_alias="GROQ_API_KEY")
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    google_api_key: SecretStr | None = Field(default=None, validation_alias="GOOGLE_API_KEY")
    tenant: Annotated[str, Field(pattern=r"^[\w.-]{1,64}$")] = DEFAULT_TENANT
    host: str = "127.0.0.1"
    without_keys: bool = False
    key_rate: Annotated[float, Field(gt=0)] = 50.0
    key: SecretStr | None = None
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    port: Annotated[int, Field(ge=1, le=65535)] = 8888
    webhooks_private: bool = False
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _listed(cls, hosts: object) -> object:
        return (
            tuple(name.strip().lower() for name in hosts.split(",") if name.strip())
            if isinstance(hosts, str)
            else hosts
        )

    @field_validator("home", mode="before")
    @classmethod
    def _absolute(cls, home: object) -> object:
        """Let the folder be the same wherever a process goes; of blanks alone it is the usual one."""
        if isinstance(home, str | Path):
            return Path(home).expanduser().absolute() if str(home).strip() else _home()
        return home

    @property
    def database(self) -> str:
        """Where the memories are kept, without user and password."""
        if self.database_url is None:
            return f"embedded PostgreSQL in {self.home}"
        plain = _DATABASE.fullmatch(self.database_url.strip())
        # What is written in another way is not shown at all: it is not known where its password is.
        return f"PostgreSQL at {(plain and plain['shown']) or 'TACITUS_DATABASE_URL'}"

    @property
    def shown_key(self) -> str | None:
        """The key to show to another server of ours."""
        return self.key.get_secret_value() if self.key else None

    @property
    def language_model_key(self) -> str | None:
        """The key to send with a question; a provider's own key never goes to another server."""
        if self.llm_api_key:
            return self.llm_api_key.get_secret_value()
        if self.llm is None or self.llm_base_url:
            return None
        usual = {
            "openai": self.openai_api_key,
            "groq": self.groq_api_key,
            "anthropic": self.anthropic_api_key,
            "google": self.google_api_key,
        }
        key = usual.get(self.llm.partition(":")[0].lower())
        return key.get_secret_value() if key else None
