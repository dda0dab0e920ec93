"""The server that comes with us: shared, taken over from the dead, and gone with its last user."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from tacitus.adapters.postgres import embedded_url
from tacitus.domain.errors import Misconfigured, StorageUnavailable

OTHER_PROCESS = """
import asyncio, sys
from pathlib import Path
from tacitus.adapters.postgres import embedded_url

async def use():
    async with embedded_url(Path(sys.argv[1])) as url:
        print(url, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(use())
"""


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A data folder that the tests use one after another."""
    with TemporaryDirectory(prefix="tacitus-", ignore_cleanup_errors=True) as folder:
        yield Path(folder) / "data"


@pytest.fixture
def new_home() -> Iterator[Path]:
    """A folder that is not there yet."""
    with TemporaryDirectory(prefix="tacitus-", ignore_cleanup_errors=True) as folder:
        yield Path(folder) / "data"


def is_running(home: Path) -> bool:
    return (home / "postgres/postmaster.pid").exists()


def another_user(home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@asynccontextmanager
async def connected(home: Path) -> AsyncGenerator[psycopg.AsyncConnection]:
    async with embedded_url(home) as url:
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
        async with connection:
            yield connection


async def test_it_runs_while_it_is_used_and_keeps_what_it_was_given(home: Path) -> None:
    async with connected(home) as connection:
        assert is_running(home)
        await connection.execute("CREATE TABLE IF NOT EXISTS notes AS SELECT 'kept' AS text")
    assert not is_running(home)

    async with connected(home) as connection:
        cursor = await connection.execute("SELECT text FROM notes")
        assert await cursor.fetchall() == [("kept",)]


async def test_a_copy_of_its_folder_while_nobody_uses_it_is_a_backup(
    home: Path, new_home: Path
) -> None:
    async with connected(home) as connection:
        await connection.execute("CREATE TABLE IF NOT EXISTS notes AS SELECT 'kept' AS text")
    await asyncio.to_thread(subprocess.run, ["cp", "-a", home, new_home], check=True)

    async with connected(new_home) as connection:
        cursor = await connection.execute("SELECT text FROM notes")
        assert await cursor.fetchall() == [("kept",)]


async def test_it_stops_with_its_last_user(home: Path) -> None:
    async with embedded_url(home) as first:
        async with embedded_url(home) as second:
            assert first == second
        assert is_running(home)
    assert not is_running(home)


async def test_users_that_come_and_go_at_once_do_not_disturb_one_another(home: Path) -> None:
    async def use() -> None:
        async with connected(home) as connection:
            await connection.execute("SELECT 1")

    await asyncio.gather(*(use() for _ in range(6)))

    assert not is_running(home)


async def test_two_processes_share_it(home: Path) -> None:
    other = another_user(home)
    assert other.stdin
    assert other.stdout
    url = (await asyncio.to_thread(other.stdout.readline)).strip()

    async with embedded_url(home) as ours:
        assert ours == url
        other.stdin.close()
        await asyncio.to_thread(other.wait)
        assert is_running(home)
    assert not is_running(home)


async def test_a_killed_user_leaves_it_to_the_next_who_stops_it(home: Path) -> None:
    other = another_user(home)
    assert other.stdout
    await asyncio.to_thread(other.stdout.readline)
    other.kill()
    await asyncio.to_thread(other.wait)
    assert is_running(home)

    began = time.monotonic()
    async with connected(home) as connection:
        assert time.monotonic() - began < 5
        await connection.execute("SELECT 1")
    assert not is_running(home)


async def test_it_starts_again_after_the_server_was_killed_too(home: Path) -> None:
    async with connected(home) as connection:
        await connection.execute("CREATE TABLE IF NOT EXISTS notes AS SELECT 'kept' AS text")
        os.kill(int((home / "postgres/postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)

    began = time.monotonic()
    async with connected(home) as connection:
        assert time.monotonic() - began < 5
        cursor = await connection.execute("SELECT text FROM notes")
        assert await cursor.fetchall() == [("kept",)]


async def test_a_folder_whose_maker_died_half_way_is_made_anew(new_home: Path) -> None:
    half_made = new_home / "postgres.new/base"
    half_made.mkdir(parents=True)

    async with connected(new_home) as connection:
        await connection.execute("SELECT 1")


async def test_a_path_too_long_for_a_socket_works(new_home: Path) -> None:
    async with connected(new_home / ("deep" * 20) / ("down" * 20)) as connection:
        await connection.execute("SELECT 1")


async def test_no_path_is_taken_for_a_command(new_home: Path) -> None:
    """Blanks and quotes, and whatever a shell would make something of, and a line's end."""
    canary = new_home.parent / "canary"
    do = f"touch {canary}".replace("/", "${HOME%%[!/]*}")  # a name holds no slash
    names = [
        "Ann's files & more",
        f'$({do})`{do}`";{do};"',
        f"';{do};'|{do}",
        "line\nbreak, comma",
    ]

    async def used(name: str) -> None:
        async with connected(new_home / name) as connection:
            await connection.execute("SELECT 1")

    await asyncio.gather(*map(used, names))
    assert [name for name in names if is_running(new_home / name)] == []
    assert not canary.exists()


async def test_nobody_else_may_enter(home: Path) -> None:
    async with embedded_url(home):
        assert (home / "postgres").stat().st_mode & 0o077 == 0


async def test_a_folder_that_cannot_be_written_is_said_with_the_way_out(new_home: Path) -> None:
    await asyncio.to_thread(new_home.write_text, "a file, not a folder")

    with pytest.raises(
        Misconfigured, match="set TACITUS_HOME to one that can be written"
    ) as caught:
        async with embedded_url(new_home / "below"):
            pass

    assert "\n" not in str(caught.value)


async def test_data_of_another_version_is_not_touched(new_home: Path) -> None:
    (new_home / "postgres").mkdir(parents=True)
    (new_home / "postgres/PG_VERSION").write_text("16\n")

    with pytest.raises(Misconfigured, match="made by PostgreSQL 16"):
        async with embedded_url(new_home):
            pass

    assert [file.name for file in (new_home / "postgres").iterdir()] == ["PG_VERSION"]


async def test_a_server_that_will_not_start_says_why(new_home: Path) -> None:
    async with embedded_url(new_home):
        pass
    with (new_home / "postgres/postgresql.conf").open("a") as file:
        file.write("\nno_such_setting = 1\n")

    with pytest.raises(StorageUnavailable, match="no_such_setting") as caught:
        async with embedded_url(new_home):
            pass

    assert "\n" not in str(caught.value)
