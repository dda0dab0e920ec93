"""A memory of our own: a Tacitus server as a child process, ended with us."""

import asyncio
import contextlib
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import BinaryIO

from recallops.adapters import memory_child
from recallops.domain.errors import MemoryUnavailable
from tacitus.client import AsyncClient, ClientError

_HOST = "127.0.0.1"
_START_SECONDS = 180.0
_PAUSE = 0.2
_END_SECONDS = 20.0


@asynccontextmanager
async def started_memory(home: Path, environment: Mapping[str, str]) -> AsyncGenerator[str]:
    """Start a server over a memory kept in a folder; give its address, and end it afterwards.

    Args:
        environment: What the server is to see beside the folder and the port.

    Raises:
        MemoryUnavailable: It does not come up.
    """
    port = _free_port()
    with _log_in(home) as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", memory_child.__name__, "serve", "--host", _HOST, "--port", str(port),
            stdin=PIPE, stdout=log, stderr=log, cwd=home,
            env={**environment, "TACITUS_HOME": str(home)},
        )  # fmt: skip
        try:
            url = f"http://{_HOST}:{port}"
            await _answering(url, process, home)
            yield url
        finally:
            await _end(process)


def _log_in(home: Path) -> BinaryIO:
    home.mkdir(parents=True, exist_ok=True)
    return (home / "server.log").open("ab")


async def _answering(url: str, process: Process, home: Path) -> None:
    async with AsyncClient(url) as client, _patience(home):
        while process.returncode is None:
            with contextlib.suppress(ClientError):
                await client.health()
                return
            await asyncio.sleep(_PAUSE)
    raise MemoryUnavailable(f"The memory ended while it started; {home / 'server.log'} says why")


@asynccontextmanager
async def _patience(home: Path) -> AsyncGenerator[None]:
    try:
        async with asyncio.timeout(_START_SECONDS):
            yield
    except TimeoutError as error:
        raise MemoryUnavailable(
            f"The memory did not start in {_START_SECONDS:g} s; {home / 'server.log'} says why"
        ) from error


async def _end(process: Process) -> None:
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _END_SECONDS)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])
