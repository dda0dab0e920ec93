"""The program `tacitus`: the only place that sees the command line, the server and evaluation."""

import gc
import sys

import typer

from tacitus.bootstrap import Runtime
from tacitus.cli.app import run
from tacitus.cli.commands import add_command
from tacitus.cli.seams import Seams


def main() -> None:
    """Run the command line that the process was started with, and exit."""
    share_cores()
    arguments = sys.argv[1:]
    seams = Seams(serve=_serve, speak=_speak)
    sys.exit(run(arguments, seams, {"eval": evaluation_commands(asked="eval" in arguments)}))


def share_cores() -> None:
    """Leave the embedder's threads more of the machine's cores.

    Python looks for cycles in memory after some 50,000 new objects, not after 700: a document makes tens
    of thousands, hardly any of them in a cycle. And a thread that comes from a batch waits half a
    millisecond for its turn, not five.

    A program decides that for its process; a library does not, so that nothing is set where Tacitus is
    only imported.
    """
    gc.set_threshold(50_000, 20)
    sys.setswitchinterval(0.0005)


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
