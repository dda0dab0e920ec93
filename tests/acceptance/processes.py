"""The program in a process of its own."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Server:
    """A `tacitus serve`, from its start on."""

    process: "subprocess.Popen[str]"
    address: str

    def listening(self) -> str:
        """Wait until it answers; return its address."""
        assert self.process.stderr is not None
        said = "".join(takewhile(lambda line: "running on" not in line, self.process.stderr))
        assert self.process.poll() is None, said
        return self.address


@contextmanager
def starting(home: Path, more: Mapping[str, str] | None = None) -> Generator[Server]:
    """Run `tacitus serve`, which nobody waits for; it is told to end, if it still runs."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with subprocess.Popen(
        [*PROGRAM, "serve", "--port", port],
        cwd=ROOT,
        env={**environment(home), **(more or {})},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Server(process, f"http://127.0.0.1:{port}")
        finally:
            process.terminate()


@contextmanager
def started(
    home: Path, more: Mapping[str, str] | None = None
) -> Generator[tuple["subprocess.Popen[str]", str, Callable[[], str]]]:
    """Run `tacitus serve`; it is told to end, if it still runs.

    Yields:
        The process, its address, and what waits for the end and returns what was said until then.
    """
    with starting(home, more) as server:
        address = server.listening()
        assert server.process.stderr is not None
        yield server.process, address, heard(server.process.stderr)


@contextmanager
def served(home: Path, more: Mapping[str, str] | None = None) -> Generator[str]:
    """Run `tacitus serve`; yields its address, and holds that it ends in peace."""
    with all_served(home, more, many=1) as [address]:
        yield address


@contextmanager
def all_served(
    home: Path, more: Mapping[str, str] | None = None, *, many: int
) -> Generator[list[str]]:
    """Run `tacitus serve` so often, side by side; yields their addresses, and holds that all end in peace."""
    with ExitStack() as running:
        servers = [running.enter_context(starting(home, more)) for _ in range(many)]
        addresses = [server.listening() for server in servers]
        said = [heard(server.process.stderr or ()) for server in servers]
        try:
            yield addresses
        finally:
            for server in servers:
                server.process.terminate()
            for server, all_said in zip(servers, said, strict=True):
                assert server.process.wait() == 0, all_said()


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
