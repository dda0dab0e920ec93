"""Data folders whose server has been started before: to make and migrate one takes seconds.

The first start is tried where it is the behaviour: of the program in `tests/acceptance`, of the
server and of each migration in `tests/integration/postgres`.
"""

import asyncio
import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tacitus.adapters.clock import SystemClock
from tacitus.adapters.postgres import embedded_url, open_postgres


@contextmanager
def ready_home() -> Generator[Path]:
    """Give a data folder as the first start leaves it, of which nothing has to outlive the machine."""
    # Not under pytest's own folder: another run shuts the way to it, which the server's account needs.
    with TemporaryDirectory(prefix="tacitus-", ignore_cleanup_errors=True) as folder:
        make_ready(Path(folder))
        yield Path(folder)


def make_ready(home: Path) -> None:
    """Put the files of a server into a data folder: those of one that was started, and copied since."""
    subprocess.run(["cp", "-a", _started_once() / "postgres", home], check=True)


@cache
def _started_once() -> Path:
    home = Path(tempfile.mkdtemp(prefix="tacitus-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    with ThreadPoolExecutor(1) as apart:  # whoever asks may have an event loop running
        apart.submit(lambda: asyncio.run(_start(home))).result()
    return home


async def _start(home: Path) -> None:
    async with embedded_url(home) as url:
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute("ALTER SYSTEM SET fsync = off")
            await connection.execute("SELECT pg_reload_conf()")
        async with open_postgres(url, clock=SystemClock()):
            pass
