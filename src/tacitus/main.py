"""The program `tacitus`: the only place that sees the command line and the server together."""

import sys

from tacitus.bootstrap import Runtime
from tacitus.cli.app import run
from tacitus.cli.seams import Seams


def main() -> None:
    """Run the command line that the process was started with, and exit."""
    sys.exit(run(sys.argv[1:], Seams(serve=_serve)))


async def _serve(runtime: Runtime) -> None:
    from tacitus.http.server import serve  # noqa: PLC0415 - half a second that others need not pay

    await serve(runtime)
