"""One embedded server for all tests here; a database of its own for a test that asks for one."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from psycopg.rows import dict_row

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres import embedded_url, open_postgres
from tacitus.adapters.postgres.database import connect_arguments
from tacitus.domain.banks import Bank
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_bank
from tests.homes import ready_home

_numbers = count(1)
Sql = Callable[..., Awaitable[list[dict[str, Any]]]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests here, and let them share the loop that the connections live in."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.database)
            if inspect.iscoroutinefunction(getattr(item, "function", None)):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@dataclass(frozen=True)
class Server:
    """The embedded server; its first database is migrated, and is copied for others."""

    url: str

    def named(self, database: str) -> str:
        return self.url.replace("/postgres?", f"/{database}?")

    async def execute(self, statement: str) -> None:
        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
            await connection.execute(statement)  # pyright: ignore[reportCallIssue, reportArgumentType]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    with ready_home() as home:
        async with embedded_url(home) as url:
            yield Server(url)


@pytest_asyncio.fixture(loop_scope="session")
async def empty_database(server: Server) -> str:
    """Address of a database without anything in it."""
    name = f"empty{next(_numbers)}"
    await server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return server.named(name)


@pytest_asyncio.fixture(loop_scope="session")
async def new_database(server: Server) -> str:
    """Address of a database that is migrated, and holds nothing."""
    name = f"new{next(_numbers)}"
    await server.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
    return server.named(name)


@pytest.fixture(scope="session")
def clock() -> TickingClock:
    return TickingClock(NOON)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def url(server: Server) -> str:
    """Address of the database that `stores` has open."""
    await server.execute("CREATE DATABASE shared TEMPLATE postgres")
    return server.named("shared")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stores(url: str, clock: TickingClock) -> AsyncIterator[Stores]:
    async with open_postgres(url, clock=clock) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def bank(stores: Stores) -> AsyncIterator[Bank]:
    bank = a_bank(f"bank {next(_numbers)}", tenant="postgres")
    await stores.banks.save(bank)
    yield bank
    await stores.banks.delete(bank.id)


@pytest_asyncio.fixture(loop_scope="session")
async def sql(url: str, stores: Stores) -> AsyncIterator[Sql]:
    """Runs a statement past the stores, to see what is really there."""
    arguments: dict[str, Any] = {**connect_arguments(url), "row_factory": dict_row}
    async with await psycopg.AsyncConnection.connect(**arguments, autocommit=True) as connection:

        async def run(statement: Any, **parameters: object) -> list[dict[str, Any]]:
            cursor = await connection.execute(statement, parameters)
            found: list[Any] = await cursor.fetchall() if cursor.description else []
            return found

        yield run
