"""The program in a process of its own."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "tacitus"]


def environment(home: Path) -> dict[str, str]:
    """What the program is started with: a memory in a folder of its own."""
    return {**os.environ, "TACITUS_HOME": str(home)}


def heard(stream: Iterable[str]) -> Callable[[], str]:
    """Read what a process says for as long as it runs: it stops when nobody does and the pipe is full.

    Returns:
        Waits for the end, and returns all of it.
    """
    lines: list[str] = []
    listening = Thread(target=lambda: lines.extend(stream), daemon=True)
    listening.start()

    def to_its_end() -> str:
        listening.join()
        return "".join(lines)

    return to_its_end


@contextmanager
def started(
    home: Path, more: Mapping[str, str] | None = None
) -> Generator[tuple["subprocess.Popen[str]", str, Callable[[], str]]]:
    """Run `tacitus serve`; it is told to end, if it still runs.

    Yields:
        The process, its address, and what waits for the end and returns what was said until then.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with subprocess.Popen(
        [*PROGRAM, "serve", "--port", port],
        cwd=ROOT,
        env={**environment(home), **(more or {})},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = "".join(takewhile(lambda line: "running on" not in line, process.stderr))
        assert process.poll() is None, said
        try:
            yield process, f"http://127.0.0.1:{port}", heard(process.stderr)
        finally:
            process.terminate()


@contextmanager
def served(home: Path, more: Mapping[str, str] | None = None) -> Generator[str]:
    """Run `tacitus serve`; yields its address, and holds that it ends in peace."""
    with started(home, more) as (process, address, said):
        try:
            yield address
        finally:
            process.terminate()
            assert process.wait() == 0, said()


def ran(command: list[str], home: Path, more: Mapping[str, str] | None = None) -> str:
    """Run a command to its end; return what it printed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**environment(home), **(more or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
