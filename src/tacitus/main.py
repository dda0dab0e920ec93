"""The program `tacitus`: the only place that sees the command line, the server and evaluation."""

import sys

import typer

from tacitus.bootstrap import Runtime
from tacitus.cli.app import run
from tacitus.cli.commands import add_command
from tacitus.cli.seams import Seams
from tacitus.evaluation.beliefs.command import Believing, evaluate_beliefs
from tacitus.evaluation.evaluating import evaluation_of
from tacitus.evaluation.fitting.fit import Fitting, fit
from tacitus.evaluation.opening import Evaluating
from tacitus.evaluation.suites.reading import Suite


def main() -> None:
    """Run the command line that the process was started with, and exit."""
    sys.exit(run(sys.argv[1:], Seams(serve=_serve, speak=_speak), {"eval": evaluation_commands()}))


def evaluation_commands() -> typer.Typer:
    """Return `tacitus eval` with a command for each suite."""
    program = typer.Typer(no_args_is_help=True, help="Measure a memory on public benchmarks.")
    for suite in Suite:
        add_command(program, suite.value, Evaluating, evaluation_of(suite))
    add_command(program, "fit", Fitting, fit)
    add_command(program, "beliefs", Believing, evaluate_beliefs)
    return program


async def _serve(runtime: Runtime) -> None:
    from tacitus.asgi import serve  # noqa: PLC0415 - a second that others need not pay

    await serve(runtime)


async def _speak(runtime: Runtime, bank: str) -> None:
    from tacitus.mcp.transports import over_stdio  # noqa: PLC0415 - as above

    await over_stdio(runtime, bank)
