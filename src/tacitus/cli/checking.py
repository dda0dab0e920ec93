"""`tacitus doctor`: what is configured, whether it works, and what to do."""

from dataclasses import dataclass
from time import perf_counter

from pydantic import ValidationError
from rich.table import Table
from rich.text import Text

from tacitus.cli import checks
from tacitus.cli.checks import Check, Health
from tacitus.cli.commands import Failed
from tacitus.cli.output import print_json
from tacitus.cli.recalling import AsJson
from tacitus.cli.seams import Seams
from tacitus.domain.errors import TacitusError
from tacitus.settings import Settings

_COLOURS = {Health.FINE: "green", Health.ABSENT: "yellow", Health.BROKEN: "bold red"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checking:
    """What can be said of `tacitus doctor`."""

    json: AsJson = False


async def doctor(seams: Seams, said: Checking) -> None:
    """Check what is configured, try it, and say what to do.

    A language model, a remote embedder and a reranker are asked one short question each.
    """
    try:
        settings = seams.settings()
    except ValidationError as invalid:
        found = [*checks.versions(), *checks.refused(invalid)]
    else:
        found = [*checks.versions(), checks.disk(settings), *await _memory(seams, settings)]
    if said.json:
        print_json(seams.out, [_as_json(one) for one in found])
    else:
        seams.out.print(_table(found))
    if any(one.health is Health.BROKEN for one in found):
        raise Failed


async def _memory(seams: Seams, settings: Settings) -> list[Check]:
    """Open the memory as every command does; where that fails, each part by itself."""
    started = perf_counter()
    try:
        async with seams.open_runtime(settings) as runtime:
            return [
                checks.database(settings, perf_counter() - started),
                *checks.isolation(runtime),
                *await checks.models_in(runtime.models),
                *await checks.other_embedders(runtime),
                await checks.background(runtime),
            ]
    except (TacitusError, OSError):
        return [*await _database_alone(seams, settings), *await checks.models_of(settings)]


async def _database_alone(seams: Seams, settings: Settings) -> list[Check]:
    without = {"llm": None, "embedder": "minilm", "reranker": None}
    started = perf_counter()
    try:
        async with seams.open_runtime(settings.model_copy(update=without)) as runtime:
            found = checks.database(settings, perf_counter() - started)
            return [found, *checks.isolation(runtime), await checks.background(runtime)]
    except (TacitusError, OSError) as fault:
        return [checks.no_database(settings, fault)]


def _as_json(check: Check) -> dict[str, str]:
    return {
        "check": check.name,
        "health": check.health.value,
        "found": check.found,
        "do": check.advice,
    }


def _table(found: list[Check]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    for one in found:
        advice = (f"\n-> {one.advice}", "dim") if one.advice else ""
        state = Text(one.health.value, style=_COLOURS[one.health])
        table.add_row(one.name, state, Text.assemble(one.found, advice))
    return table
