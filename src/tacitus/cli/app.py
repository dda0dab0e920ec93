"""The program: its commands joined."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from typing import Annotated

import typer
from typer.main import get_command

from tacitus.cli.audit import Auditing, audit
from tacitus.cli.banks import bank_commands
from tacitus.cli.checking import Checking, doctor
from tacitus.cli.commands import add_command
from tacitus.cli.demo import Demonstrating, demo
from tacitus.cli.entities import entity_commands
from tacitus.cli.errors import exit_code_of
from tacitus.cli.export import Exporting, export
from tacitus.cli.forgetting import forget_commands
from tacitus.cli.import_ import Importing, import_
from tacitus.cli.keys import key_commands
from tacitus.cli.operations import operation_commands
from tacitus.cli.opinions import opinion_commands
from tacitus.cli.recalling import Recalling, recall
from tacitus.cli.reembed import Reembedding, reembed
from tacitus.cli.reflecting import Reflecting, reflect
from tacitus.cli.retaining import Retaining, retain
from tacitus.cli.running import Keeping, Serving, Working, keep, serve, work
from tacitus.cli.seams import Seams
from tacitus.cli.speaking import Speaking, speak

DISTRIBUTION = "tacitus-memory"
HELP = "Long-term memory for AI agents that keeps what was observed apart from what is believed."


def run(
    arguments: Sequence[str], seams: Seams, others: Mapping[str, typer.Typer] | None = None
) -> int:
    """Run one command line; return its exit code.

    Args:
        others: Groups of commands that live elsewhere, by name.
    """
    program = _program(next(iter(arguments), ""), *(others or {}).items())
    return exit_code_of(
        lambda: program(list(arguments), prog_name="tacitus", standalone_mode=False, obj=seams),
        seams.err,
    )


@cache
def _program(asked: str, *others: tuple[str, typer.Typer]) -> Callable[..., object]:
    """Return the program, put together once: that takes longer than most commands do.

    Args:
        asked: The first word; where it names a command, the others need not be read.
    """
    program = build()
    for name, group in others:
        program.add_typer(group, name=name)
    commands = [one for one in program.registered_commands if one.name == asked]
    groups = [one for one in program.registered_groups if one.name == asked]
    if commands or groups:
        program.registered_commands, program.registered_groups = commands, groups
    return get_command(program)


def build() -> typer.Typer:
    """Return the program with all its commands."""
    program = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    program.callback(help=HELP)(_options)
    add_command(program, "demo", Demonstrating, demo)
    add_command(program, "retain", Retaining, retain)
    add_command(program, "recall", Recalling, recall)
    add_command(program, "reflect", Reflecting, reflect)
    program.add_typer(bank_commands(), name="bank")
    program.add_typer(entity_commands(), name="entity")
    program.add_typer(forget_commands(), name="forget")
    program.add_typer(opinion_commands(), name="opinion")
    program.add_typer(operation_commands(), name="operation")
    program.add_typer(key_commands(), name="key")
    add_command(program, "export", Exporting, export)
    add_command(program, "import", Importing, import_)
    add_command(program, "reembed", Reembedding, reembed)
    add_command(program, "audit", Auditing, audit)
    add_command(program, "serve", Serving, serve)
    add_command(program, "worker", Working, work)
    add_command(program, "mcp", Speaking, speak)
    add_command(program, "database", Keeping, keep)
    add_command(program, "doctor", Checking, doctor)
    return program


def _say_version(context: typer.Context, asked: bool) -> None:
    if asked:
        seams: Seams = context.obj
        seams.out.print(f"tacitus {version(DISTRIBUTION)}")
        raise typer.Exit


def _options(
    asked_version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_say_version, help="Say which version this is."
        ),
    ] = False,
) -> None:
    """Take the options that stand before any command."""
