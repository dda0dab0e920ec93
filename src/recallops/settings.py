"""Settings: the environment, read once. The only module that knows it."""

import os
from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Secretive = Annotated[str | None, Field(repr=False)]
"""An address: a password may stand in it."""


def _home() -> Path:
    return Path(platformdirs.user_data_dir("recallops", appauthor=False))


def _pages() -> Path:
    return Path(__file__).parents[2] / "ui" / "dist"


class Settings(BaseSettings):
    """What can be set, each as `RECALLOPS_<NAME>` in the environment or in a file `.env`; empty is unset.

    Attributes:
        home: Folder of the records and, where the memory is started from here, of the memory.
        database_url: Where the records are kept; SQLite in `home` unless set.
        memory_url: A Tacitus server; without one, one is started and ended with this process.
        memory_key: Key for that server, if it asks for one.
        bank: The bank of that server which holds the incidents.
        llm: Language model as `provider:model`; `groq` alone is `groq:openai/gpt-oss-120b`.
            Without one, analyses are put together from what is on record.
        llm_base_url: Where a server with the provider's protocol listens, if not at the provider's.
        llm_api_key: Key for the language model; where unset, the provider's own variable counts.
        webhook_secret: What webhooks are signed with; without one, none is heard.
        ui: Folder of the built pages.
        allowed_hosts: Further names under which this server may be called, as a list in JSON.
        demo: Whether to load the demonstration where there is no incident yet.
    """

    model_config = SettingsConfigDict(
        env_prefix="RECALLOPS_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    home: Path = Field(default_factory=_home)
    database_url: Secretive = None
    memory_url: Secretive = None
    memory_key: SecretStr | None = None
    bank: Annotated[str, Field(min_length=1, max_length=100)] = "recallops"
    llm: str | None = None
    llm_base_url: Secretive = None
    llm_api_key: SecretStr | None = None
    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    groq_api_key: SecretStr | None = Field(default=None, validation_alias="GROQ_API_KEY")
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    google_api_key: SecretStr | None = Field(default=None, validation_alias="GOOGLE_API_KEY")
    webhook_secret: SecretStr | None = None
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 8787
    ui: Path = Field(default_factory=_pages)
    allowed_hosts: frozenset[str] = frozenset()
    demo: bool = False

    @field_validator("home", "ui")
    @classmethod
    def _absolute(cls, folder: Path) -> Path:
        return folder.expanduser().absolute()

    @property
    def records_url(self) -> str:
        return self.database_url or f"sqlite:///{self.home / 'records.db'}"

    def llm_key(self) -> str | None:
        """Return the key for the language model: ours, else the provider's own."""
        provider = (self.llm or "").partition(":")[0].strip().lower()
        named = self.llm_api_key or {
            "openai": self.openai_api_key,
            "groq": self.groq_api_key,
            "anthropic": self.anthropic_api_key,
            "google": self.google_api_key,
        }.get(provider)
        return named.get_secret_value() if named else None


def memory_environment() -> dict[str, str]:
    """Return what a memory of our own is to see: all that this process does, and no model.

    A language model of the application writes analyses; what is remembered is told word by word.
    """
    unseen = ("TACITUS_LLM", "TACITUS_HOST", "TACITUS_PORT", "TACITUS_DATABASE_URL", "TACITUS_HOME")
    return {name: value for name, value in os.environ.items() if name not in unseen}  # noqa: TID251
