"""Commands as values: a frozen dataclass says what can be said, Typer reads it.

A field is an argument or an option by its annotation, as Typer writes them:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Recall:
        bank: Annotated[str, typer.Argument(help="Name of the bank.")]
        explain: Annotated[bool, typer.Option(help="Say why.")] = False
"""

import asyncio
import inspect
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_type_hints

import typer

from tacitus.cli.seams import Seams

Said = TypeVar("Said")


class Failed(Exception):
    """A command has said itself what went wrong."""


def add_command(
    app: typer.Typer,
    name: str,
    said: type[Said],
    run: Callable[[Seams, Said], Awaitable[None]],
) -> None:
    """Add a command that reads its words into `said` and runs; its help is the docstring of `run`."""

    def command(typer_context: typer.Context, **words: Any) -> None:
        asyncio.run(_until_stopped(run(typer_context.obj, said(**words))))

    hints = get_type_hints(said, include_extras=True)
    parameters = [_parameter(each, hints[each.name]) for each in fields(said)]  # pyright: ignore[reportArgumentType]
    context = inspect.Parameter(
        "typer_context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    signature = inspect.Signature([context, *parameters])
    command.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]
    command.__annotations__ = {"typer_context": typer.Context, **hints}
    app.command(name, help=inspect.getdoc(run))(command)


async def _until_stopped(done: Awaitable[None]) -> None:
    """Wait for a command; told to end, the process cancels it, so that it closes what it opened."""
    task = asyncio.current_task()
    if task is not None:
        with suppress(NotImplementedError):  # Windows has no such handlers
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await done


def _parameter(each: "Field[Any]", hint: object) -> inspect.Parameter:
    default: Any = inspect.Parameter.empty
    if each.default is not MISSING:
        default = each.default
    elif each.default_factory is not MISSING:
        default = each.default_factory()
    return inspect.Parameter(
        each.name, inspect.Parameter.KEYWORD_ONLY, annotation=hint, default=default
    )
