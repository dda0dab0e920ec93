"""Bringing a database up to date."""

import asyncio
from importlib import resources
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres import migrating, open_postgres
from tacitus.adapters.postgres.database import connect_arguments
from tacitus.adapters.postgres.migrating import migrate
from tacitus.domain.errors import Misconfigured
from tests.builders import NOON
from tests.integration.postgres.conftest import Server

MIGRATIONS = Path(migrating.__file__).parent / "migrations"


async def value(url: str, query: Any) -> object:
    connection = await psycopg.AsyncConnection.connect(**connect_arguments(url), autocommit=True)
    async with connection:
        cursor = await connection.execute(query)
        row: Any = await cursor.fetchone() if cursor.description else None
        return row[0] if row else None


async def test_an_empty_database_gets_every_migration_once(empty_database: str) -> None:
    arguments = connect_arguments(empty_database)

    await migrate(arguments)
    await migrate(arguments)

    applied = await value(
        empty_database, "SELECT array_agg(migration_id ORDER BY 1) FROM _yoyo_migration"
    )
    assert applied == sorted(file.stem for file in MIGRATIONS.glob("*.sql"))


async def test_servers_that_start_at_once_take_turns(empty_database: str) -> None:
    arguments = connect_arguments(empty_database)

    await asyncio.gather(*(migrate(arguments) for _ in range(4)))

    count = await value(empty_database, "SELECT count(*) FROM _yoyo_migration")
    assert count == len(list(MIGRATIONS.glob("*.sql")))


async def test_the_lock_of_a_server_that_died_does_not_matter(empty_database: str) -> None:
    arguments = connect_arguments(empty_database)
    await migrate(arguments)
    await value(empty_database, "INSERT INTO yoyo_lock VALUES (1, now(), 1)")
    await value(empty_database, "DELETE FROM _yoyo_migration WHERE migration_id LIKE '0002%%'")
    await value(
        empty_database,
        "DROP TABLE procrastinate_periodic_defers, procrastinate_events, procrastinate_jobs,"
        " procrastinate_workers CASCADE",
    )
    for name in ("job_status", "job_event_type", "job_to_defer_v1"):
        await value(empty_database, f"DROP TYPE procrastinate_{name} CASCADE")
    await value(
        empty_database,
        "DO $$ DECLARE f regprocedure; BEGIN FOR f IN SELECT oid FROM pg_proc"
        " WHERE proname LIKE 'procrastinate%%' LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END $$",
    )

    async with asyncio.timeout(8):
        await migrate(arguments)

    assert await value(empty_database, "SELECT count(*) FROM procrastinate_jobs") == 0


async def test_a_database_of_a_newer_tacitus_is_left_alone(empty_database: str) -> None:
    arguments = connect_arguments(empty_database)
    await migrate(arguments)
    await value(
        empty_database,
        "INSERT INTO _yoyo_migration VALUES ('hash', '9999.future', now())",
    )

    with pytest.raises(Misconfigured, match=r"newer Tacitus \(9999\.future\)"):
        await migrate(arguments)


async def test_our_tables_keep_to_their_own_schema(empty_database: str) -> None:
    await value(empty_database, "CREATE TABLE public.memories (mine text)")

    async with open_postgres(empty_database, clock=TickingClock(NOON)):
        pass

    assert await value(empty_database, "SELECT count(*) FROM public.memories") == 0


async def test_a_user_without_rights_is_told_so(server: Server, empty_database: str) -> None:
    await server.execute("DROP ROLE IF EXISTS guest")
    await server.execute("CREATE ROLE guest LOGIN")

    with pytest.raises(Misconfigured, match="permission denied"):
        await migrate(connect_arguments(empty_database.replace("postgres@", "guest@")))


def test_the_queue_has_the_schema_of_the_procrastinate_that_is_installed() -> None:
    theirs = resources.files("procrastinate").joinpath("sql/schema.sql").read_text("utf-8")

    assert theirs in (MIGRATIONS / "0002.queue.sql").read_text("utf-8")
