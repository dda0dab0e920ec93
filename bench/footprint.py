"""Measure the running server: seconds until it is ready, and its resident memory.

    python bench/footprint.py

The database is counted apart. What the installation takes on disk is measured by installed_size.py.
Exits with 1 when a limit is exceeded.
"""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

import httpx

LIMIT_MB = 400
LIMIT_SECONDS = 5.0
GIVE_UP_SECONDS = 60.0


@contextmanager
def server(home: Path) -> Generator[tuple[int, str, float]]:
    """Start a server; yields its process id, its address, and the seconds until it was ready."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "tacitus", "serve", "--port", str(port)]
    environment = {**os.environ, "TACITUS_HOME": str(home)}  # noqa: TID251  (a process of its own)
    started = perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(address, process)
        yield process.pid, address, perf_counter() - started
    finally:
        process.terminate()
        process.wait(30)


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Return when the server answers; end the measurement when it does not."""
    until = perf_counter() + GIVE_UP_SECONDS
    while perf_counter() < until and process.poll() is None:
        try:
            if httpx.get(f"{address}/health").is_success:
                return
        except httpx.TransportError:
            sleep(0.02)
    sys.exit("the server did not become ready")


def resident_mb(pid: int) -> float:
    """Return the resident memory of one process, its children apart."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        [line] = [line for line in status.read_text().splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) / 1000
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True)
    return int(shown.stdout) / 1000


def use(address: str) -> None:
    """Retain and recall once, so that everything is loaded that is loaded when needed."""
    bank = f"{address}/v1/default/banks/footprint"
    body = {"items": [{"content": "Ann: The spare key is with Okafor."}]}
    httpx.post(f"{bank}/memories", json=body, timeout=60).raise_for_status()
    question = {"query": "Who has the spare key?"}
    httpx.post(f"{bank}/memories/recall", json=question, timeout=60).raise_for_status()


def main() -> int:
    """Print the measurements; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="tacitus-footprint-") as home:
        with server(Path(home)) as (_, _, first):
            pass
        with server(Path(home)) as (pid, address, second):
            idle = resident_mb(pid)
            use(address)
            used = resident_mb(pid)
    print(f"ready after {first:.1f} s the first time, {second:.1f} s the second ({LIMIT_SECONDS})")
    print(f"resident {idle:.0f} MB idle, {used:.0f} MB after a retain and a recall ({LIMIT_MB})")
    return int(second > LIMIT_SECONDS or used > LIMIT_MB)


if __name__ == "__main__":
    sys.exit(main())
