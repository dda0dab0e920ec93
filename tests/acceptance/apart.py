"""Tacitus as it is spread out: two servers and three workers, on a PostgreSQL that was started apart."""

import signal
import subprocess
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.acceptance.processes import PROGRAM, ROOT, all_served, environment, heard

DATABASE = "memories"
BY_SIGNAL = 128 + signal.SIGTERM


@contextmanager
def spread_out(home: Path) -> Generator[tuple[str, str]]:
    """Run them all, side by side; yields the addresses of the servers."""
    with database(home) as url:
        where = {"TACITUS_DATABASE_URL": url}
        with workers(home, where, many=3), all_served(home, where, many=2) as [first, second]:
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
def workers(home: Path, where: Mapping[str, str], *, many: int) -> Generator[None]:
    """Run `tacitus worker` so often, which nobody waits for; holds that all end in peace."""
    with ExitStack() as running:
        started = [running.enter_context(_worker(home, where)) for _ in range(many)]
        said = [heard(process.stderr or ()) for process in started]
        try:
            yield
        finally:
            died = [process.poll() for process in started]
            for process in started:
                process.terminate()
            for process, before, all_said in zip(started, died, said, strict=True):
                assert (before, process.wait()) == (None, BY_SIGNAL), all_said()


def _worker(home: Path, where: Mapping[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PROGRAM, "worker"],
        cwd=ROOT,
        env={**environment(home), **where},
        stderr=subprocess.PIPE,
        text=True,
    )
