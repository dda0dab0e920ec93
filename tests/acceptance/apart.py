"""Tacitus as it is spread out: two servers and three workers, on a PostgreSQL that was started apart."""

import signal
import subprocess
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.acceptance.processes import PROGRAM, ROOT, environment, heard, served

DATABASE = "memories"
BY_SIGNAL = 128 + signal.SIGTERM


@contextmanager
def spread_out(home: Path) -> Generator[tuple[str, str]]:
    """Run them all; yields the addresses of the servers."""
    with database(home) as url, ExitStack() as running:
        where = {"TACITUS_DATABASE_URL": url}
        for _ in range(3):  # nobody waits for them: they start while the servers do
            running.enter_context(worker(home, where))
        first, second = (running.enter_context(served(home, where)) for _ in range(2))
        yield first, second


@contextmanager
def database(home: Path) -> Generator[str]:
    """Run `tacitus database` and make a database in it that is nobody's default; yields its address.

    Args:
        home: In which nobody has anything yet: the new database is a copy of the default one.
    """
    with subprocess.Popen(
        [*PROGRAM, "database"], cwd=ROOT, env=environment(home), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {DATABASE} TEMPLATE postgres")
            yield url.replace("/postgres?", f"/{DATABASE}?")
        finally:
            process.terminate()


@contextmanager
def worker(home: Path, where: Mapping[str, str]) -> Generator[None]:
    """Run `tacitus worker`, and hold that it ends in peace."""
    with subprocess.Popen(
        [*PROGRAM, "worker"],
        cwd=ROOT,
        env={**environment(home), **where},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = heard(process.stderr)
        try:
            yield
        finally:
            died = process.poll()
            process.terminate()
            assert died is None, said()
            assert process.wait() == BY_SIGNAL, said()
