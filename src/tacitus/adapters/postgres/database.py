"""Connections: the pool, reading with one statement, writing in one transaction."""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, LiteralString, TypeVar
from uuid import UUID

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row
from psycopg.types import TypeInfo
from psycopg_pool import AsyncConnectionPool

from tacitus.adapters.postgres.faults import CLASHES, OUTDATED, log_no_ended_queries, translated
from tacitus.adapters.postgres.guarding import guarded
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.telling import ACROSS as ACROSS
from tacitus.adapters.postgres.telling import AUTO, CUSTOM, Scope, Told, ask, tell, words_for
from tacitus.adapters.postgres.telling import Connection as Connection
from tacitus.adapters.postgres.telling import Row as Row
from tacitus.adapters.postgres.telling import Tenant as Tenant
from tacitus.adapters.postgres.telling import rows_of as rows_of
from tacitus.adapters.postgres.vectors import teach_vectors
from tacitus.domain.errors import Misconfigured, NotFound, StorageUnavailable
from tacitus.domain.ids import BankId
from tacitus.domain.isolation import Isolation
from tacitus.domain.watching import PoolState

Pool = AsyncConnectionPool[Connection]
T = TypeVar("T")

SCHEMA = "tacitus"
"""Our tables have a schema of their own, so that a database can be shared."""
_SETTINGS = {
    "search_path": f"{SCHEMA},public",
    "timezone": "UTC",
    "jit": "off",  # compiling takes longer than any of our queries
    "work_mem": "32MB",
    # Two cores of a laptop serve the embedder as well; and a plan for another bank may be a bad one.
    "max_parallel_workers_per_gather": "0",
    "plan_cache_mode": "force_custom_plan",
    # An index search goes on until the filters have let enough through.
    "hnsw.ef_search": "200",
    "hnsw.iterative_scan": "strict_order",
}
_LIKE_THIS = (
    "TACITUS_DATABASE_URL must look like postgresql://user:password@host:5432/database, with"
    " %40 for @, %2F for / and %25 for % in a password"
)
_CONNECT_SECONDS = 5
_MOST_OF_A_NAME = 50
_WAIT_SECONDS = 30
_ATTEMPTS = 6
_QUERIES = load("banks")


def connect_arguments(url: str) -> dict[str, Any]:
    """Return the arguments with which every connection to the database is made.

    Raises:
        Misconfigured: It is not the address of a PostgreSQL database. What is wrong with it is not
            said: that would be to repeat a part of it, and it may be the password.
    """
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        given = None
    if given is None or _is_misread(given):
        raise Misconfigured(_LIKE_THIS)
    options = " ".join(f"-c {name}={value}" for name, value in _SETTINGS.items())
    called = str(given.get("application_name") or "tacitus")[:_MOST_OF_A_NAME]
    return {
        "connect_timeout": _CONNECT_SECONDS,
        **given,
        # By this they are told from connections of versions before row-level security.
        "application_name": f"{called} guarded",
        "options": f"{given.get('options') or ''} {options}".strip(),
    }


def _is_misread(given: Mapping[str, Any]) -> bool:
    """Whether a part of the address is what no address has there, such as half of a password."""
    host, port, name = (str(given.get(part) or "") for part in ("host", "port", "dbname"))
    return (
        "@" in host[1:]
        or bool(set("@/?") & set(name))
        or not all(one.isdigit() for one in port.split(",") if one)
    )


async def reach(arguments: Mapping[str, Any]) -> Connection:
    """Connect once, to find out whether the database can be used at all.

    Raises:
        StorageUnavailable: Nothing answers there.
        Misconfigured: It answers, and does not let us in.
    """
    try:
        values: dict[str, Any] = {**arguments, "autocommit": True, "row_factory": dict_row}
        return await Connection.connect(**values)
    except psycopg.OperationalError as error:
        said = str(error).replace("\n", " ").strip()
        refused = error.sqlstate is not None or "FATAL" in said
        kind = Misconfigured if refused else StorageUnavailable
        raise kind(f"The database at TACITUS_DATABASE_URL cannot be used: {said}") from error


@dataclass(frozen=True, slots=True)
class Database:
    """A pool of connections, and the ways to use one.

    Attributes:
        arguments: With which who owns the tables connects.
        isolation: How well row-level security binds what is done here.
    """

    pool: Pool
    arguments: Mapping[str, Any]
    isolation: Isolation

    def state(self) -> PoolState:
        """Say how many connections there are, and how long they were waited for."""
        told = self.pool.get_stats()
        return PoolState(
            open=told.get("pool_size", 0),
            idle=told.get("pool_available", 0),
            waiting=told.get("requests_waiting", 0),
            waits=told.get("requests_queued", 0),
            waited_seconds=told.get("requests_wait_ms", 0) / 1000,
        )

    @asynccontextmanager
    async def connection(self, scope: Scope) -> AsyncGenerator[Connection]:
        """Lend a connection for work on a bank, or on what else its rows belong to.

        Row-level security is told here, or by `rows`; no table with a bank is reached past them.
        """
        async with self.pool.connection() as connection:
            await tell(connection, words_for(scope))
            yield connection

    @asynccontextmanager
    async def owner(self) -> AsyncGenerator[Connection]:
        """Open a connection of who owns the tables, for what nobody else may: to define indexes."""
        async with await reach(self.arguments) as connection:
            await tell(connection, words_for(ACROSS))
            yield connection

    async def rows(self, scope: Scope, query: LiteralString, **parameters: object) -> list[Row]:
        """Run one statement and return all its rows.

        The bank or the tenant whose rows it is about is its parameter `bank` or `tenant`.
        """
        return await self._rows(scope, CUSTOM, query, parameters)

    async def rows_by_key(
        self, scope: Scope, query: LiteralString, **parameters: object
    ) -> list[Row]:
        """Like `rows`, where there is one way to do it, whatever the values: it is planned once."""
        return await self._rows(scope, AUTO, query, parameters)

    async def row(self, scope: Scope, query: LiteralString, **parameters: object) -> Row | None:
        found = await self.rows(scope, query, **parameters)
        return found[0] if found else None

    async def row_by_key(
        self, scope: Scope, query: LiteralString, **parameters: object
    ) -> Row | None:
        found = await self.rows_by_key(scope, query, **parameters)
        return found[0] if found else None

    async def _rows(
        self, scope: Scope, planning: str, query: LiteralString, parameters: dict[str, object]
    ) -> list[Row]:
        words, values = words_for(scope, planning), {**_named(scope), **parameters}
        with translated():
            try:
                return await self._ask(words, query, values)
            except OUTDATED:
                await self.pool.drain()
                return await self._ask(words, query, values)

    async def _ask(self, words: Told, query: LiteralString, values: dict[str, object]) -> list[Row]:
        async with self.pool.connection() as connection:
            return await ask(connection, words, query, values)

    async def write(self, bank: BankId, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do work in one transaction, as the only writer of the bank; all of it or nothing.

        Writers of a bank wait for one another, so that they cannot deadlock. What still clashes
        (across banks, in the queue) is done again: `work` may run more than once.

        Raises:
            NotFound: The bank is gone.
        """
        with translated():
            for attempt in range(_ATTEMPTS - 1):
                try:
                    return await self._write(bank, work)
                except CLASHES:
                    await asyncio.sleep(random.uniform(0.5, 1) * 0.01 * 2**attempt)
                except OUTDATED:
                    await self.pool.drain()
            return await self._write(bank, work)

    async def _write(self, bank: BankId, work: Callable[[Connection], Awaitable[T]]) -> T:
        async with self.connection(bank) as connection, connection.transaction():
            if not await rows_of(connection, _QUERIES["lock_bank"], bank=bank):
                raise NotFound(f"There is no bank {bank}")
            return await work(connection)


def _named(scope: Scope) -> dict[str, object]:
    """Return a scope as the parameter by which statements name it."""
    match scope:
        case UUID():
            return {"bank": scope}
        case Tenant():
            return {"tenant": scope.name}
        case _:
            return {}


@asynccontextmanager
async def open_database(arguments: Mapping[str, Any], connections: int) -> AsyncGenerator[Database]:
    """Open the pool, for a database that has been migrated.

    Args:
        connections: Most connections held at a time; one stays open when nothing happens.
    """
    async with await reach(arguments) as first:
        halfvec = await TypeInfo.fetch(first, "halfvec")
        guard = await guarded(first)
    if halfvec is None:
        raise Misconfigured("The database's pgvector is too old: Tacitus needs 0.7 or newer")

    async def configure(connection: Connection) -> None:
        await connection.set_autocommit(True)
        teach_vectors(connection, halfvec)
        connection.prepare_threshold = 2

    options = f"{arguments['options']} -c role={guard.role}" if guard.role else arguments["options"]
    log_no_ended_queries("psycopg", "psycopg.pool")
    pool: Pool = AsyncConnectionPool(
        connection_class=Connection,
        kwargs={**arguments, "options": options, "row_factory": dict_row},
        min_size=1,
        max_size=connections,
        timeout=_WAIT_SECONDS,
        configure=configure,
        open=False,
    )
    async with pool:
        yield Database(pool, arguments, guard.isolation)
