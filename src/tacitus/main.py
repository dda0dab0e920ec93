"""The program `tacitus` as a process: what it sets before anything is loaded, and how it is stopped."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

STOPPED = 130
"""The exit code of what Ctrl-C has stopped."""


def main() -> None:
    """Run the command line that the process was started with, and exit."""
    _when_stopped(_end)
    share_cores()
    try:
        from tacitus.program import run_program  # noqa: PLC0415 - a second in which one is stopped

        _when_stopped(signal.default_int_handler)
        code = run_program(sys.argv[1:])
        _when_stopped(_end)
    except KeyboardInterrupt:  # between two steps: a command that runs answers it itself
        code = STOPPED
    sys.exit(code)


def _when_stopped(do: Callable[[int, FrameType | None], object]) -> None:
    """Say what Ctrl-C does, unless who started the process has it ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, do)


def _end(*_: object) -> None:
    """End at once, without a word: nothing is open yet, or all is closed."""
    os._exit(STOPPED)


def share_cores() -> None:
    """Leave the embedder's threads more of the machine's cores.

    Python looks for cycles in memory after some 50,000 new objects, not after 700: a document makes tens
    of thousands, hardly any of them in a cycle, and so do the modules of a start. And a thread that
    comes from a batch waits half a millisecond for its turn, not five.

    A program decides that for its process; a library does not, so that nothing is set where Tacitus is
    only imported.
    """
    gc.set_threshold(50_000, 20)
    sys.setswitchinterval(0.0005)
