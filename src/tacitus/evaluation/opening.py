"""What is said on the command line, and the memory under test that it asks for."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import typer

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.errors import ModelNotConfigured
from tacitus.domain.recollection import Channel, Fusion, RecallOptions
from tacitus.engine import Engine
from tacitus.evaluation.embedded import EmbeddedMemory
from tacitus.evaluation.qa.answering import Answering
from tacitus.evaluation.remote import Handing, RemoteMemory
from tacitus.evaluation.surroundings import Surroundings, throw_away_memory
from tacitus.evaluation.systems import MemorySystem
from tacitus.recall.relevance import read_relevance


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluating:
    """What can be said of `tacitus eval SUITE`."""

    path: Annotated[
        list[Path] | None,
        typer.Argument(help="Files and folders of the suite; `dialogues` has its own."),
    ] = None
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="A server that speaks the wire format.")
    ] = None
    json: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Where the summary goes; rows beside it, to go on from."),
    ] = None
    limit: Annotated[int | None, typer.Option(min=1, help="Most questions to ask.")] = None
    fusion: Annotated[Fusion | None, typer.Option(help="Ranking to use.")] = None
    without: Annotated[
        list[Channel], typer.Option(help="Leave a channel out; may be repeated.")
    ] = field(default_factory=list[Channel])
    relevance: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Coefficients that `eval fit` wrote.")
    ] = None
    foreign: Annotated[
        bool, typer.Option("--foreign", help="Ask questions of other conversations as well.")
    ] = False
    rename: Annotated[
        bool, typer.Option("--rename", help="Ask them with this one's names, too.")
    ] = False
    qa: Annotated[bool, typer.Option("--qa", help="Answer by the configured model, judge.")] = False
    handing: Annotated[
        Handing, typer.Option("--items", help="With --url: what is handed over as one item.")
    ] = Handing.SESSION
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not go on from earlier rows.")] = False


@dataclass(frozen=True, slots=True)
class Opened:
    """The memory under test, and who answers from it."""

    system: MemorySystem
    judge: Answering | None


@asynccontextmanager
async def opened_for(around: Surroundings, said: Evaluating) -> AsyncGenerator[Opened]:
    """Open what is to be evaluated: a throw-away memory of our own, or a client of a server.

    Raises:
        BadParameter: What was said does not go together.
        ModelNotConfigured: `--qa` needs a language model, and none is configured.
    """
    async with AsyncExitStack() as stack:
        runtime = None
        if said.url is None or said.qa:
            runtime = await stack.enter_async_context(throw_away_memory(around))
        judge = _judge(runtime) if runtime and said.qa else None
        if said.url is None and runtime:
            yield Opened(EmbeddedMemory(_engine(runtime, said), _recall_options(said)), judge)
            return
        url = said.url or ""
        client = await stack.enter_async_context(AsyncClient(url, around.settings().shown_key))
        yield Opened(_remote(around, said, client, url), judge)


def _judge(runtime: Runtime) -> Answering:
    if runtime.models.language is None:
        raise ModelNotConfigured("--qa answers by a language model: set TACITUS_LLM")
    return Answering(runtime.models.language)


def _engine(runtime: Runtime, said: Evaluating) -> Engine:
    if said.relevance is None:
        return runtime.engine
    relevance = read_relevance(said.relevance.read_text("utf-8"))
    recalling = replace(runtime.engine.recalling, relevance=relevance)
    return replace(runtime.engine, recalling=recalling)


def _remote(around: Surroundings, said: Evaluating, client: AsyncClient, url: str) -> RemoteMemory:
    if said.fusion or said.without or said.relevance:
        raise typer.BadParameter(
            "--fusion, --without and --relevance reach into the engine: not with --url"
        )
    counter = in_memory_runtime(around.settings()).models.counter
    return RemoteMemory(client, url, counter.count, said.handing)


def _recall_options(said: Evaluating) -> RecallOptions:
    channels = frozenset(Channel) - frozenset(said.without)
    if not channels:
        raise typer.BadParameter("--without: one channel has to stay")
    return RecallOptions(channels=channels, fusion=said.fusion or RecallOptions().fusion)
