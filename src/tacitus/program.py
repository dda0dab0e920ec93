"""The commands of `tacitus`: the only place that sees the command line, the server and evaluation."""

from collections.abc import Sequence

import typer

from tacitus.bootstrap import Runtime
from tacitus.cli.app import run
from tacitus.cli.commands import add_command
from tacitus.cli.seams import Seams


def run_program(arguments: Sequence[str]) -> int:
    """Run a command line; return its exit code."""
    seams = Seams(serve=_serve, speak=_speak)
    return run(arguments, seams, {"eval": evaluation_commands(asked="eval" in arguments)})


def evaluation_commands(*, asked: bool = True) -> typer.Typer:
    """Return `tacitus eval` with a command for each suite; without any, where it is only named."""
    program = typer.Typer(no_args_is_help=True, help="Measure a memory on public benchmarks.")
    return _with_suites(program) if asked else program


def _with_suites(program: typer.Typer) -> typer.Typer:
    # A tenth of a second that others need not pay.
    from tacitus.evaluation.beliefs.command import (  # noqa: PLC0415
        Believing,
        evaluate_beliefs,
    )
    from tacitus.evaluation.evaluating import evaluation_of  # noqa: PLC0415
    from tacitus.evaluation.fitting.fit import Fitting, fit  # noqa: PLC0415
    from tacitus.evaluation.gatemem.command import Gating, evaluate_gatemem  # noqa: PLC0415
    from tacitus.evaluation.opening import Evaluating  # noqa: PLC0415
    from tacitus.evaluation.suites.reading import Suite  # noqa: PLC0415

    for suite in Suite:
        add_command(program, suite.value, Evaluating, evaluation_of(suite))
    add_command(program, "fit", Fitting, fit)
    add_command(program, "beliefs", Believing, evaluate_beliefs)
    add_command(program, "gatemem", Gating, evaluate_gatemem)
    return program


async def _serve(runtime: Runtime) -> None:
    from tacitus.asgi import serve  # noqa: PLC0415 - a second that others need not pay

    await serve(runtime)


async def _speak(runtime: Runtime, bank: str) -> None:
    from tacitus.mcp.transports import over_stdio  # noqa: PLC0415 - as above

    await over_stdio(runtime, bank)
