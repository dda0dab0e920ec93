"""The only place that sees both the adapters and the settings, and joins them."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tacitus.adapters.clock import SystemClock
from tacitus.adapters.files import Files
from tacitus.adapters.in_memory import open_in_memory
from tacitus.adapters.messaging import HttpMessenger
from tacitus.adapters.models.bpe_counter import BpeCounter
from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.adapters.secrets import DetectedSecrets
from tacitus.adapters.telemetry import Watching as Watching
from tacitus.areas.access import Gate
from tacitus.domain.access import Grant
from tacitus.domain.errors import StorageError, TacitusError
from tacitus.domain.isolation import Isolation
from tacitus.domain.operations import Backlog, Operation, Stint
from tacitus.domain.watching import PoolState
from tacitus.engine import Engine
from tacitus.models import Models as Models
from tacitus.models import Warming, models_of, watched
from tacitus.models import embedder_of as embedder_of
from tacitus.models import language_model_of as language_model_of
from tacitus.models import reranker_of as reranker_of
from tacitus.ports.files import FileReader
from tacitus.ports.models import Embedder as Embedder  # for the interfaces, which see no ports
from tacitus.ports.models import Extractor
from tacitus.ports.models import LanguageModel as LanguageModel
from tacitus.ports.models import Reranker as Reranker
from tacitus.ports.runtime import Clock, TaskQueue
from tacitus.ports.storage import Stores
from tacitus.recall.pipeline import Recall
from tacitus.recall.relevance import shipped_relevance
from tacitus.reflect.derive import Tools
from tacitus.reflect.pipeline import Reflect
from tacitus.retain.extract.by_model import NarrativeExtractor
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.retain.pipeline import Retain
from tacitus.retain.redact import Redaction
from tacitus.seeing.jobs import job_told
from tacitus.settings import Settings
from tacitus.tasks.accesses import Accesses
from tacitus.tasks.announcing import Announcing
from tacitus.tasks.auditing import Auditing
from tacitus.tasks.handlers import Handlers
from tacitus.tasks.refreshing import Refreshing
from tacitus.tasks.upkeep import Upkeep

T = TypeVar("T")
_LOOK_AGAIN = 5.0
"""Seconds between two looks whether somebody else does the background work."""


_SWEEP_SECONDS = 300.0
"""Between two looks for memories whose time is over; from then on nobody recalls them anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """A running memory: the engine, and the hands for background work."""

    settings: Settings
    engine: Engine
    models: Models
    queue: TaskQueue
    handlers: Handlers = field(repr=False)
    gate: Gate = field(repr=False)
    watching: Watching = field(repr=False)
    auditing: Auditing = field(repr=False)
    files: FileReader = field(default_factory=Files, repr=False)

    def granted(self, grant: Grant) -> "Runtime":
        """Return it with the engine as `Engine.granted` gives it."""
        return replace(self, engine=self.engine.granted(grant))

    async def warm(self) -> None:
        """Load what loads late, so that the first request does not wait for it."""
        for model in (self.models.embedder, self.models.reranker):
            if isinstance(model, Warming):
                await model.warm()

    async def work(self, *, forever: bool = True) -> Stint:
        """Do background work until cancelled, or until none is due; say what became of it."""
        completed = failed = 0

        async def handle(operation: Operation) -> dict[str, object]:
            nonlocal completed, failed
            failed += 1
            with job_told(operation):
                result = await self.handlers.handle(operation)
            completed, failed = completed + 1, failed - 1
            return result

        sweeping = asyncio.ensure_future(self._sweep(forever=forever))
        try:
            await self.queue.run(handle, with_model=self._with_model, forever=forever)
        finally:
            if forever:
                sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping
        return Stint(completed, failed)

    async def _sweep(self, *, forever: bool) -> None:
        """Forget what has expired, now and again."""
        while True:
            with suppress(
                TacitusError
            ):  # the database may come back; what is left is for the next time
                await self.engine.forgetting.sweep()
            if not forever:
                return
            await asyncio.sleep(_SWEEP_SECONDS)

    @property
    def pool(self) -> PoolState:
        """How many connections there are to the database, and how long they were waited for."""
        return self.engine.stores.pool()

    @property
    def isolation(self) -> Isolation | None:
        """Whether the database would catch a forgotten filter; None where it is nobody else's."""
        return self.engine.stores.isolation

    async def backlog(self) -> Backlog:
        """Say what background work there is, as far as these models can do it."""
        return await self.queue.backlog(with_model=self._with_model)

    async def stand_by(self, look_again: float = _LOOK_AGAIN) -> None:
        """Do background work until cancelled, beginning when no other process does any."""
        while True:
            if not await _to_its_end(self._others_work()):
                await self.work()
            await asyncio.sleep(look_again)

    async def _others_work(self) -> bool:
        with suppress(StorageError):  # it may come back
            return (await self.backlog()).workers > 0
        return True

    @property
    def _with_model(self) -> bool:
        return self.models.language is not None


@asynccontextmanager
async def open_runtime(settings: Settings | None = None) -> AsyncGenerator[Runtime]:
    """Open the database and the models that the settings name.

    Raises:
        Misconfigured: The settings cannot work; the message says the way out.
        StorageUnavailable: The database cannot be reached. There is no falling back.
    """
    # Imported here: the driver and the embedded server cost half a second that `--help` need not pay.
    from tacitus.adapters.postgres import open_postgres  # noqa: PLC0415

    chosen = settings or Settings()
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(database_of(chosen))
        models = await models_of(chosen, stack)
        opened = open_postgres(
            url,
            clock=clock,
            connections=chosen.database_connections,
            embedder=models.embedder.name,
        )
        stores = await stack.enter_async_context(opened)
        runtime = _join(chosen, stores, models, clock)
        stack.push_async_callback(runtime.engine.accesses.close)
        stack.push_async_callback(runtime.auditing.close)
        yield runtime


@asynccontextmanager
async def database_of(settings: Settings) -> AsyncGenerator[str]:
    """Keep the database running that the settings name, as it is; give its address.

    Raises:
        Misconfigured: Its folder cannot be used.
        StorageUnavailable: The embedded server does not start.
    """
    from tacitus.adapters.postgres import embedded_url  # noqa: PLC0415

    if settings.database_url is not None:
        yield settings.database_url
        return
    async with embedded_url(settings.home) as url:
        yield url


@asynccontextmanager
async def open_memory(
    settings: Settings | None = None, *, work: bool | None = None
) -> AsyncGenerator[Engine]:
    """Open a memory to use as a library.

    Args:
        work: Whether to do background work beside it, whoever asked for it. By default it is done in
            an embedded database while no server and no `tacitus worker` does it, and left to those
            where the settings name a database.

    Raises:
        Misconfigured: The settings cannot work; the message says the way out.
        StorageUnavailable: The database cannot be reached.
    """
    async with open_runtime(settings) as runtime, AsyncExitStack() as beside:
        embedded = runtime.settings.database_url is None
        if work or (work is None and embedded):
            await beside.enter_async_context(working(runtime, standing_by=not work))
        yield runtime.engine


@asynccontextmanager
async def working(runtime: Runtime, *, standing_by: bool = False) -> AsyncGenerator[None]:
    """Do background work while the block runs.

    Args:
        standing_by: Begin only when no other process does any.
    """
    work = asyncio.ensure_future(runtime.stand_by() if standing_by else runtime.work())
    try:
        yield
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


async def _to_its_end(asked: Coroutine[Any, Any, T]) -> T:
    """Await something short that may lose a cancellation, so that it is not lost."""
    task = asyncio.create_task(asked)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def in_memory_runtime(
    settings: Settings | None = None,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    watching: Watching | None = None,
) -> Runtime:
    """Return a runtime that keeps nothing: for tests and trials.

    Args:
        embedder: Without one, words are compared and not meanings; no model file is needed.
    """
    chosen = settings or Settings()
    ticking = clock or SystemClock()
    models = Models(embedder=embedder or HashEmbedder(), counter=BpeCounter(), language=model)
    return _join(chosen, open_in_memory(clock=ticking), models, ticking, watching)


def _join(
    settings: Settings,
    stores: Stores,
    plain: Models,
    clock: Clock,
    watching: Watching | None = None,
) -> Runtime:
    watching = watching or Watching()
    models = watched(plain, watching)
    engine = _engine(settings, stores, models, clock, watching)
    return Runtime(
        settings=settings,
        engine=engine,
        models=plain,
        queue=stores.queue,
        handlers=_handlers(settings, stores, engine, clock),
        gate=Gate(stores.keys, clock, settings.tenant),
        watching=watching,
        auditing=Auditing(stores.audit, clock, watching.metrics.lost),
    )


def _engine(
    settings: Settings, stores: Stores, models: Models, clock: Clock, watching: Watching
) -> Engine:
    recalling = Recall(
        index=stores.index,
        memories=stores.memories,
        embedder=models.embedder,
        clock=clock,
        reranker=models.reranker,
        relevance=shipped_relevance().used_with(models.embedder.name),
    )
    reflecting = Reflect(
        recall=recalling,
        queue=stores.queue,
        clock=clock,
        counter=models.counter,
        model=models.language,
        telemetry=watching,
    )
    return Engine(
        tenant=settings.tenant,
        stores=stores,
        embedder=models.embedder,
        clock=clock,
        retaining=_retain(stores, models, clock, watching),
        recalling=recalling,
        reflecting=reflecting,
        tools=_tools(stores, models, clock),
        accesses=Accesses(stores.memories),
        upkeep=Upkeep(stores, clock),
        redaction=Redaction(DetectedSecrets()),
        telemetry=watching,
    )


def _handlers(settings: Settings, stores: Stores, engine: Engine, clock: Clock) -> Handlers:
    return Handlers(
        banks=stores.banks,
        queue=stores.queue,
        retaining=engine.retaining,
        tools=engine.tools,
        refreshing=Refreshing(
            banks=stores.banks,
            memories=stores.memories,
            queue=stores.queue,
            standing=stores.standing,
            reflecting=engine.reflecting,
            clock=clock,
        ),
        announcing=Announcing(
            webhooks=stores.webhooks,
            queue=stores.queue,
            messenger=HttpMessenger(private=settings.webhooks_private),
            clock=clock,
        ),
        model=engine.reflecting.model,
        telemetry=engine.telemetry,
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


def _retain(stores: Stores, models: Models, clock: Clock, watching: Watching) -> Retain:
    model = models.language
    extractor: Extractor = NarrativeExtractor(model) if model else VerbatimExtractor()
    return Retain(
        documents=stores.documents,
        forgetting=stores.forgetting,
        memories=stores.memories,
        entities=stores.entities,
        opinions=stores.opinions,
        extractor=extractor,
        embedder=models.embedder,
        counter=models.counter,
        clock=clock,
        telemetry=watching,
    )
