"""The only place that sees both the adapters and the settings, and joins them."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from pydantic import SecretStr

from tacitus.adapters.clock import SystemClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.adapters.models import open_embedder, open_language_model, open_reranker
from tacitus.adapters.models.bpe_counter import BpeCounter
from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.domain.operations import Operation
from tacitus.engine import Engine
from tacitus.ports.models import Embedder, Extractor, LanguageModel, Reranker, TokenCounter
from tacitus.ports.runtime import Clock, TaskQueue
from tacitus.ports.storage import Stores
from tacitus.recall.pipeline import Recall
from tacitus.recall.relevance import shipped_relevance
from tacitus.reflect.derive import Tools
from tacitus.reflect.pipeline import Reflect
from tacitus.retain.extract.by_model import NarrativeExtractor
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.retain.pipeline import Retain
from tacitus.settings import Settings
from tacitus.tasks.accesses import Accesses
from tacitus.tasks.handlers import Handlers
from tacitus.tasks.upkeep import Upkeep


@runtime_checkable
class Closing(Protocol):
    """A model that holds a connection."""

    async def close(self) -> None: ...


@runtime_checkable
class Warming(Protocol):
    """A model that loads with the first thing that is asked of it."""

    async def warm(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models in use."""

    embedder: Embedder
    counter: TokenCounter
    language: LanguageModel | None = None
    reranker: Reranker | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """A running memory: the engine, and the hands for background work."""

    settings: Settings
    engine: Engine
    models: Models
    queue: TaskQueue
    handlers: Handlers = field(repr=False)

    async def warm(self) -> None:
        """Load what loads late, so that the first request does not wait for it."""
        for model in (self.models.embedder, self.models.reranker):
            if isinstance(model, Warming):
                await model.warm()

    async def work(self, *, forever: bool = True) -> None:
        """Do background work until cancelled, or until none is due."""
        with_model = self.models.language is not None
        await self.queue.run(self._handle, with_model=with_model, forever=forever)

    async def _handle(self, operation: Operation) -> dict[str, object]:
        return await self.handlers.handle(operation)


@asynccontextmanager
async def open_runtime(settings: Settings | None = None) -> AsyncGenerator[Runtime]:
    """Open the database and the models that the settings name.

    Raises:
        Misconfigured: The settings cannot work; the message says the way out.
        StorageUnavailable: The database cannot be reached. There is no falling back.
    """
    # Imported here: the driver and the embedded server cost half a second that `--help` need not pay.
    from tacitus.adapters.postgres import embedded_url, open_postgres  # noqa: PLC0415

    chosen = settings or Settings()
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        url = chosen.database_url or await stack.enter_async_context(embedded_url(chosen.home))
        opened = open_postgres(url, clock=clock, connections=chosen.database_connections)
        stores = await stack.enter_async_context(opened)
        models = await _models(chosen, stack)
        runtime = _join(chosen, stores, models, clock)
        stack.push_async_callback(runtime.engine.accesses.close)
        yield runtime


@asynccontextmanager
async def open_memory(settings: Settings | None = None) -> AsyncGenerator[Engine]:
    """Open a memory to use as a library; background work is done beside it.

    Raises:
        Misconfigured: The settings cannot work; the message says the way out.
        StorageUnavailable: The database cannot be reached.
    """
    async with open_runtime(settings) as runtime, working(runtime):
        yield runtime.engine


@asynccontextmanager
async def working(runtime: Runtime) -> AsyncGenerator[None]:
    """Do background work while the block runs."""
    work = asyncio.create_task(runtime.work())
    try:
        yield
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


def in_memory_runtime(
    settings: Settings | None = None,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
) -> Runtime:
    """Return a runtime that keeps nothing: for tests and trials.

    Args:
        embedder: Without one, words are compared and not meanings; no model file is needed.
    """
    chosen = settings or Settings()
    ticking = clock or SystemClock()
    models = Models(embedder=embedder or HashEmbedder(), counter=BpeCounter(), language=model)
    return _join(chosen, open_in_memory(clock=ticking), models, ticking)


async def _models(settings: Settings, stack: AsyncExitStack) -> Models:
    language = open_language_model(
        settings.llm,
        base_url=settings.llm_base_url,
        api_key=settings.language_model_key,
        seconds=settings.llm_seconds,
    )
    if language is not None:
        stack.push_async_callback(language.close)
    embedder = await open_embedder(
        settings.embedder, settings.embedder_base_url, _secret(settings.embedder_api_key)
    )
    reranker = open_reranker(settings.reranker, _secret(settings.reranker_api_key))
    for model in (embedder, reranker):
        if isinstance(model, Closing):
            stack.push_async_callback(model.close)
    return Models(embedder=embedder, counter=BpeCounter(), language=language, reranker=reranker)


def _secret(value: SecretStr | None) -> str | None:
    return value.get_secret_value() if value else None


def _join(settings: Settings, stores: Stores, models: Models, clock: Clock) -> Runtime:
    retaining = _retain(stores, models, clock)
    recalling = Recall(
        index=stores.index,
        memories=stores.memories,
        embedder=models.embedder,
        clock=clock,
        reranker=models.reranker,
        relevance=shipped_relevance().used_with(models.embedder.name),
    )
    tools = _tools(stores, models, clock)
    engine = Engine(
        tenant=settings.tenant,
        stores=stores,
        embedder=models.embedder,
        clock=clock,
        retaining=retaining,
        recalling=recalling,
        reflecting=Reflect(
            recall=recalling, queue=stores.queue, clock=clock, model=models.language
        ),
        tools=tools,
        accesses=Accesses(stores.memories),
        upkeep=Upkeep(stores, clock),
    )
    handlers = Handlers(
        banks=stores.banks,
        queue=stores.queue,
        retaining=retaining,
        tools=tools,
        model=models.language,
    )
    return Runtime(
        settings=settings, engine=engine, models=models, queue=stores.queue, handlers=handlers
    )


def _tools(stores: Stores, models: Models, clock: Clock) -> Tools:
    return Tools(
        memories=stores.memories,
        entities=stores.entities,
        opinions=stores.opinions,
        embedder=models.embedder,
        counter=models.counter,
        clock=clock,
    )


def _retain(stores: Stores, models: Models, clock: Clock) -> Retain:
    model = models.language
    extractor: Extractor = NarrativeExtractor(model) if model else VerbatimExtractor()
    return Retain(
        documents=stores.documents,
        memories=stores.memories,
        entities=stores.entities,
        opinions=stores.opinions,
        extractor=extractor,
        embedder=models.embedder,
        counter=models.counter,
        clock=clock,
    )
