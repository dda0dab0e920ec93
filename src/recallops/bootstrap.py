"""Puts the application together. The only place that sees adapters and settings."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from sqlalchemy.engine import make_url

from recallops.adapters.memory_process import started_memory
from recallops.adapters.memory_tacitus import TacitusMemory
from recallops.adapters.model_pydantic import PydanticAiModel
from recallops.adapters.records_sql import open_records
from recallops.adapters.redaction import DetectedSecrets
from recallops.adapters.system_clock import SystemClock
from recallops.casebook import Casebook, Tools
from recallops.ports.models import Model
from recallops.settings import Settings, memory_environment
from tacitus.client import AsyncClient

_RETAIN_SECONDS = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """The application, open.

    Attributes:
        database: Where the records are, without a password.
        memory_url: Where the memory's server listens; `client` speaks to it.
    """

    casebook: Casebook
    settings: Settings
    database: str
    memory_url: str
    client: AsyncClient

    @property
    def version(self) -> str:
        return version("tacitus-memory")


@asynccontextmanager
async def open_runtime(settings: Settings | None = None) -> AsyncGenerator[Runtime]:
    """Open the application, with a memory of its own unless the settings name one."""
    chosen = settings or Settings()
    async with _memory_url(chosen) as url, _opened(chosen, url, chosen.records_url) as runtime:
        yield runtime


@asynccontextmanager
async def throwaway_runtime(runtime: Runtime, bank: str) -> AsyncGenerator[Runtime]:
    """Open records that are gone afterwards over another bank of the same memory; the bank too."""
    chosen = runtime.settings.model_copy(update={"bank": bank, "llm": None})
    async with _opened(chosen, runtime.memory_url, "sqlite://") as other:
        try:
            yield other
        finally:
            await other.client.delete_bank(bank)


@asynccontextmanager
async def _memory_url(settings: Settings) -> AsyncGenerator[str]:
    if settings.memory_url:
        yield settings.memory_url
        return
    async with started_memory(settings.home / "memory", memory_environment()) as url:
        yield url


@asynccontextmanager
async def _opened(settings: Settings, url: str, records_url: str) -> AsyncGenerator[Runtime]:
    model = _model(settings)
    records = await open_records(records_url)
    try:
        key = settings.memory_key.get_secret_value() if settings.memory_key else None
        async with AsyncClient(url, key, timeout=_RETAIN_SECONDS) as client:
            tools = Tools(
                records=records,
                memory=TacitusMemory(client, url=url, bank=settings.bank),
                redactor=DetectedSecrets(),
                clock=SystemClock(),
                model=model,
            )
            yield Runtime(
                casebook=Casebook.over(tools),
                settings=settings,
                database=make_url(records_url).render_as_string(hide_password=True),
                memory_url=url,
                client=client,
            )
    finally:
        await records.close()


def _model(settings: Settings) -> Model | None:
    if not settings.llm:
        return None
    return PydanticAiModel(settings.llm, base_url=settings.llm_base_url, api_key=settings.llm_key())


def demonstration() -> Path:
    """Return the folder of the postmortems that the demonstration shows."""
    return Path(__file__).parent / "demo"
