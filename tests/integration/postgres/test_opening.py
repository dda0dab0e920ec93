"""An address that cannot be used is said so, in one line, within seconds; nothing else is used."""

import asyncio
import socket
from pathlib import Path

import pytest

from tacitus.adapters.clock import SystemClock
from tacitus.adapters.postgres import open_postgres
from tacitus.adapters.postgres.database import connect_arguments
from tacitus.bootstrap import open_memory, open_runtime, working
from tacitus.domain.errors import Misconfigured, StorageUnavailable
from tacitus.settings import Settings
from tests.integration.postgres.conftest import Server


async def opening(url: str) -> None:
    async with asyncio.timeout(10), open_postgres(url, clock=SystemClock()):
        raise AssertionError("it opened")


@pytest.mark.parametrize(
    "url", ["nonsense", "http://localhost/db", "postgresql://[", "mysql://a/b"]
)
async def test_what_is_no_address_is_refused_with_an_example_of_one(url: str) -> None:
    with pytest.raises(Misconfigured, match="must look like postgresql://") as caught:
        await opening(url)

    assert "\n" not in str(caught.value)


MISTYPED = [
    "postgresq://ann:s3cret@127.0.0.1/db",
    "postgresql:/ann:s3cret@127.0.0.1/db",
    "postgresql//ann:s3cret@127.0.0.1/db",
    "ann:s3cret@127.0.0.1/db",
    "postgresql://ann:s3cret@127.0.0.1:port/db",
    "postgresql://ann:a@s3cret@127.0.0.1/db",
    "postgresql://ann:a/s3cret@127.0.0.1/db",
    "postgresql://ann:s3cret/b@127.0.0.1/db",
    "postgresql://ann:%zzs3cret@127.0.0.1/db",
    "postgresql://ann:s3cret:127.0.0.1/db",
    "postgresql://127.0.0.1/db?pasword=s3cret",
    "postgresql://127.0.0.1/db?s3cret",
    "postgresql://127.0.0.1/s3cret@db",
    "postgresql://[127.0.0.1/s3cret",
    "host=127.0.0.1 password=a s3cret",
    "host=127.0.0.1 pasword=s3cret",
    "s3cret",
]


async def test_no_mistyped_address_is_repeated_with_its_password() -> None:
    for url in MISTYPED:
        with pytest.raises(Misconfigured, match="must look like postgresql://") as caught:
            await opening(url)
        raised: list[BaseException] = [caught.value]
        while (cause := raised[-1].__cause__ or raised[-1].__context__) is not None:
            raised.append(cause)
        assert not [str(error) for error in raised if "s3cret" in str(error)], url
        assert "s3cret" not in Settings(database_url=url).database


async def test_a_server_that_is_not_there_may_come_back() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]

    for password in ("secret", "a?secret", "a#secret", "a%40secret"):
        with pytest.raises(StorageUnavailable, match="TACITUS_DATABASE_URL") as caught:
            await opening(f"postgresql://ann:{password}@127.0.0.1:{port}/memories")

        assert "\n" not in str(caught.value)
        assert "secret" not in str(caught.value)


async def test_a_server_that_does_not_answer_is_given_up_soon() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        url = f"postgresql://127.0.0.1:{silent.getsockname()[1]}/memories"

        assert connect_arguments(url)["connect_timeout"] == 5
        with pytest.raises(StorageUnavailable):
            await opening(f"{url}?connect_timeout=2")


async def test_a_database_that_is_not_there_is_refused(server: Server) -> None:
    with pytest.raises(Misconfigured, match='"nowhere" does not exist'):
        await opening(server.named("nowhere"))


async def test_a_user_who_is_not_known_is_refused(server: Server) -> None:
    with pytest.raises(Misconfigured, match='"nobody_known" does not exist'):
        await opening(server.url.replace("postgres@", "nobody_known@"))


async def test_a_library_closes_at_whichever_step_of_its_opening_it_is_left(
    url: str, tmp_path: Path
) -> None:
    async with open_runtime(Settings(home=tmp_path, database_url=url)) as runtime:
        for standing_by in (True, False):
            for steps in range(0, 60, 3):
                async with asyncio.timeout(10), working(runtime, standing_by=standing_by):
                    for _ in range(steps):
                        await asyncio.sleep(0)


async def test_a_library_leaves_the_work_in_a_shared_database_to_others_unless_told(
    url: str, tmp_path: Path
) -> None:
    shared = Settings(home=tmp_path, database_url=url, tenant="library")
    for work in (None, False):
        async with open_memory(shared, work=work):
            assert not at_work(), work
    async with open_memory(shared, work=True):
        assert at_work()


def at_work() -> bool:
    """Whether a task beside this one does background work."""
    running = (task.get_coro() for task in asyncio.all_tasks())
    return any("Runtime.work" in getattr(one, "__qualname__", "") for one in running)
