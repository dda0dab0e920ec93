"""Whoever connects, and whatever they may do, the policies bind the work, or `doctor` says that they do not."""

import shutil
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest_asyncio

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres import open_postgres
from tacitus.adapters.postgres.database import Database, connect_arguments, open_database
from tacitus.adapters.postgres.index import Index
from tacitus.adapters.postgres.migrating import MIGRATIONS, migrate
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.domain.isolation import Isolation
from tacitus.domain.recollection import Filters
from tests.builders import NOON, a_bank, a_record, a_vector, changes_of
from tests.integration.postgres.conftest import Server

BEFORE = "0021.versions-rest-on.sql"
OLD_BANK = """
    INSERT INTO banks (
        id, tenant, name, title, mission, background, disposition, config, embedder, created_at, updated_at
    ) VALUES (gen_random_uuid(), 'old', 'old', '', '', '', '{}', '{}', '', now(), now())
"""
ONE, OTHER, GONE = a_bank("one"), a_bank("other"), a_bank("gone")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def modest(server: Server) -> AsyncIterator[str]:
    """Address of a database whose owner may do nothing else, as a provider gives it."""
    await server.execute("CREATE ROLE modest LOGIN")
    await server.execute("CREATE DATABASE modest OWNER modest TEMPLATE template0")
    async with await psycopg.AsyncConnection.connect(
        server.named("modest"), autocommit=True
    ) as connection:
        await connection.execute("CREATE EXTENSION vector")
    yield server.named("modest").replace("postgres@", "modest@")


@asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Database]:
    async with open_database(connect_arguments(url), 2) as database:
        yield database


async def shown(database: Database) -> tuple[bool, int]:
    """Whether the database says that it is safe, and how many banks' memories one of them is shown."""
    [row] = await database.rows(ONE.id, "SELECT count(DISTINCT bank) AS n FROM memories")
    return database.isolation.holds, row["n"]


def statement(text: str) -> Any:
    return text


async def as_the_old_version_does(url: str) -> Any:
    arguments: dict[str, Any] = connect_arguments(url)
    name = arguments.pop("application_name").removesuffix(" guarded")
    return await psycopg.AsyncConnection.connect(
        **arguments, application_name=name, autocommit=True
    )


async def test_an_owner_who_may_nothing_else_is_bound_once_the_old_servers_are_gone(
    modest: str, tmp_path: Path
) -> None:
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name <= BEFORE:
            shutil.copy(file, tmp_path)
    arguments = connect_arguments(modest)
    await migrate(arguments, tmp_path)
    old = await as_the_old_version_does(modest)
    async with old:
        await old.execute(OLD_BANK)
        await migrate(arguments)
        async with opened(modest) as database:
            assert not database.isolation.holds
            assert "older version" in database.isolation.how
        for statement in ("UPDATE banks SET title = 'there'", "DELETE FROM banks"):
            assert (await old.execute(statement)).rowcount == 1
    async with open_postgres(modest, clock=TickingClock(NOON)) as stores:
        assert stores.isolation == Isolation(
            holds=True, how="work is done as modest, upon whom the policies are forced"
        )
        for bank in (ONE, OTHER, GONE):
            await stores.banks.save(bank)
            record = a_record("Ann likes snow.", bank=bank, terms=("snow",), vector=a_vector(1))
            await stores.memories.apply(changes_of(record, bank=bank))
        await stores.banks.delete(GONE.id)
        assert (await stores.banks.page("default", limit=9, offset=0))[1] == 2


async def test_what_goes_with_a_bank_goes_where_the_owner_is_bound(
    modest: str, server: Server
) -> None:
    """By cascades, which PostgreSQL does as the owner, and past the policies."""
    left = "SELECT count(*) FROM tacitus."
    async with await psycopg.AsyncConnection.connect(server.named("modest")) as everything:
        for table in ("memories", "memory_texts", "memory_terms", "revisions"):
            cursor = await everything.execute(statement(left + table))
            assert await cursor.fetchone() == (2,), table


async def test_who_is_bound_as_the_owner_finds_and_indexes_as_ever(modest: str) -> None:
    async with opened(modest) as database:
        assert await shown(database) == (True, 1)
        nearest = Nearest(database, big=1)
        await nearest.build_indexes()
        index = Index(database, nearest)
        assert len(await index.keyword(ONE.id, ["snow"], Filters(), 9)) == 1
        assert len(await index.semantic(ONE.id, a_vector(1), Filters(), 9)) == 1
        rows = await database.rows(
            None, "SELECT relname FROM pg_class WHERE starts_with(relname, 'vectors_')"
        )
        assert {row["relname"] for row in rows} == {
            f"vectors_{bank.id.hex}" for bank in (ONE, OTHER)
        }


async def test_a_migration_reaches_every_bank_though_the_owner_is_bound(
    modest: str, tmp_path: Path
) -> None:
    for file in MIGRATIONS.glob("*.sql"):
        shutil.copy(file, tmp_path)
    (tmp_path / "9999.all.sql").write_text("UPDATE memory_texts SET context = 'touched';")

    await migrate(connect_arguments(modest), tmp_path)

    async with opened(modest) as database:
        for bank in (ONE, OTHER):
            rows = await database.rows(bank.id, "SELECT context FROM memory_texts")
            assert rows == [{"context": "touched"}]
        assert await shown(database) == (True, 1)
        await database.rows(None, "DELETE FROM _yoyo_migration WHERE migration_id = '9999.all'")


async def test_who_may_make_roles_works_as_one_that_may_less(modest: str, server: Server) -> None:
    await server.execute("ALTER ROLE modest CREATEROLE")

    async with opened(modest) as database:
        assert database.isolation.how.startswith("work is done as tacitus_app_")
        assert await shown(database) == (True, 1)
        rows = await database.rows(
            None,
            "SELECT current_user <> session_user AS apart, bool_or(relforcerowsecurity) AS forced"
            " FROM pg_class WHERE relnamespace = 'tacitus'::regnamespace",
        )
        # pg_dump, which is run as the owner, needs to see everything.
        assert rows == [{"apart": True, "forced": False}]
        await database.rows(ONE.id, "UPDATE memories SET tags = '{}'")


async def test_who_passes_over_policies_and_may_take_no_role_is_told_what_to_do(
    modest: str, server: Server
) -> None:
    [role] = [await role_of(modest)]
    await server.execute("ALTER ROLE modest NOCREATEROLE BYPASSRLS")
    await server.execute(f"REVOKE {role} FROM modest GRANTED BY modest")
    await server.execute(f"REVOKE {role} FROM modest")

    async with opened(modest) as database:
        assert await shown(database) == (False, 2)
        assert database.isolation.how.startswith("modest passes over the policies")
        said = database.isolation.advice
        assert f'GRANT {role} TO "modest"' in said

    await server.execute(f'GRANT {role} TO "modest"')
    async with opened(modest) as database:
        assert await shown(database) == (True, 1)


async def role_of(url: str) -> str:
    async with opened(url) as database:
        [row] = await database.rows(None, "SELECT application_role() AS role")
        return row["role"]
