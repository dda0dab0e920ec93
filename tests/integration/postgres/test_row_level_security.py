"""A statement that forgets whose rows it is about finds and touches those of its connection alone."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio
from psycopg.types import TypeInfo

from tacitus.adapters.postgres import queries
from tacitus.adapters.postgres.database import (
    ACROSS,
    Connection,
    Database,
    Tenant,
    connect_arguments,
    open_database,
)
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.vectors import Half, teach_vectors
from tacitus.domain.errors import TacitusError
from tacitus.domain.ids import BankId
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_vector, day
from tests.integration.postgres.conftest import Sql
from tests.integration.postgres.rows import Filling, clear, columns, fill, kept, whose

OURS = Filling(UUID(int=0xA11CE), "ours")
THEIRS = Filling(UUID(int=0xB0B), "theirs")
MINE = BankId(OURS.id)
Tables = dict[str, dict[str, str]]
OPEN = {
    "keys_wanted": "says for the whole database whether keys are asked for",
}
"""Tables of ours that belong to nobody."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def database(url: str, stores: Stores) -> AsyncIterator[Database]:
    async with open_database(connect_arguments(url), 1) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def tables(sql: Sql) -> AsyncIterator[Tables]:
    """The guarded tables, with a row of ours and one of theirs in each."""
    for filling in (OURS, THEIRS):
        await clear(sql, filling)
        await fill(sql, filling)
    yield await columns(sql)
    for filling in (OURS, THEIRS):
        await clear(sql, filling)


async def seen(connection: Connection, tables: Tables) -> dict[str, set[object]]:
    """Return whose rows each table shows to who asks for all."""
    found: dict[str, set[object]] = {}
    for table, types in tables.items():
        cursor = await connection.execute(statement(f"SELECT {whose(types)} AS it FROM {table}"))
        found[table] = {row["it"] for row in await cursor.fetchall()}
    return found


def statement(text: str) -> Any:
    """Return SQL that is put together from names in the catalogue."""
    return text


@asynccontextmanager
async def undone(connection: Any) -> AsyncGenerator[None]:
    async with connection.transaction(force_rollback=True):
        yield


# --------------------------------------------------------------------------------- every table


async def test_every_table_has_a_policy_by_bank_or_tenant(sql: Sql) -> None:
    rows = await sql(
        "SELECT c.relname AS name, c.relrowsecurity AS on, ("
        "  SELECT string_agg(pg_get_expr(p.polqual, p.polrelid), ' | ') FROM pg_policy AS p"
        "  WHERE p.polrelid = c.oid AND p.polcmd = '*'"
        ") AS policy FROM pg_class AS c"
        " WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind IN ('r', 'p', 'm')"
        " AND c.relname !~ '^(procrastinate_|_?yoyo)'"
    )

    bare = {
        row["name"]
        for row in rows
        if not row["on"] or not re.search(r"current_(bank|tenant)\(\)", row["policy"] or "")
    }
    assert bare == set(OPEN)


async def test_every_view_sees_to_the_bank_by_itself(sql: Sql) -> None:
    rows = await sql(
        "SELECT viewname AS name, definition FROM pg_views WHERE schemaname = 'tacitus'"
    )

    assert [row["name"] for row in rows if "bank = current_bank()" not in row["definition"]] == []


async def test_a_connection_is_shown_the_rows_of_its_bank_alone(
    database: Database, tables: Tables
) -> None:
    async with database.connection(MINE) as connection:
        assert await seen(connection, tables) == {
            table: set() if whose(types) == "tenant" else {OURS.id}
            for table, types in tables.items()
        }
        held = await connection.execute("SELECT DISTINCT bank FROM terms_held")
        assert await held.fetchall() == [{"bank": OURS.id}]


async def test_what_is_kept_by_tenant_is_shown_to_the_tenant_alone(
    database: Database, tables: Tables
) -> None:
    async with database.connection(Tenant(OURS.tenant)) as connection:
        for table, shown in (await seen(connection, tables)).items():
            assert shown <= {OURS.id, OURS.tenant}, table
            assert bool(shown) is ("tenant" in tables[table]), table


async def test_across_tenants_banks_are_seen_and_nothing_in_them_but_operations(
    database: Database, tables: Tables
) -> None:
    async with database.connection(ACROSS) as connection:
        for table, shown in (await seen(connection, tables)).items():
            assert bool(shown) is ("tenant" in tables[table] or table == "operations"), table
        assert (await connection.execute("UPDATE operations SET kind = kind")).rowcount == 0


async def test_who_was_told_nothing_sees_nothing(database: Database, tables: Tables) -> None:
    arguments: Any = database.pool.kwargs
    async with await Connection.connect(**arguments) as connection:
        assert not any((await seen(connection, tables)).values())


async def test_no_row_of_another_bank_is_changed_deleted_or_made(
    database: Database, tables: Tables, sql: Sql
) -> None:
    before = await kept(sql, THEIRS)
    async with database.connection(MINE) as connection:
        for table, types in tables.items():
            column = whose(types)
            their = THEIRS.tenant if column == "tenant" else THEIRS.id
            async with undone(connection):
                for change in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):
                    cursor = await connection.execute(statement(change))
                    assert cursor.rowcount == (column != "tenant"), change
                await connection.execute("SET LOCAL ROLE NONE")
                left = statement(f"SELECT FROM {table} WHERE {column} = %s")
                assert (await connection.execute(left, [their])).rowcount == 1, table
            if column != "tenant":
                take = statement(f"UPDATE {table} SET {column} = %s")
                with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level"):
                    await connection.execute(take, [their])
    assert await kept(sql, THEIRS) == before


async def test_nothing_but_rows_is_in_reach(database: Database) -> None:
    async with database.connection(MINE) as connection:
        attempts: list[Any] = [
            "TRUNCATE banks CASCADE",
            "ALTER TABLE memories DISABLE ROW LEVEL SECURITY",
            "DROP POLICY own_bank ON memories",
            "CREATE TABLE tacitus.mine (x int)",
            "SELECT * FROM _yoyo_migration",
        ]
        for attempt in attempts:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                await connection.execute(attempt)


# --------------------------------------------------------------------------------- every query

FILTER = re.compile(r"(\w+\.)?\b(bank|id) = %\(bank\)s::uuid|(\w+\.)?\btenant = %\(tenant\)s::text")
ELSEWHERE = {"setup", "guarding"}
"""Topics about no bank: the schema, and the policies themselves."""
UNLIKE = {"tag_match": "any_strict", "by": "created_at", "state": "valid", "end": day(2024, 5, 7)}
QUERIES = {
    f"{path.stem}.{name}": query.replace("{dimension}", "384")
    for path in sorted((Path(queries.__file__).parent / "sql").glob("*.sql"))
    for name, query in load(path.stem).items()
    if path.stem not in ELSEWHERE and not re.search(r"\{(?!dimension\})\w+\}|^\s*SET ", query, re.M)
}


def values_of(query: str) -> dict[str, object]:
    """Return parameters that name what is theirs."""
    by_type: dict[str, object] = {
        "uuid": THEIRS.id, "text": THEIRS.tenant, "smallint": 1, "integer": 1, "bigint": 9,
        "boolean": True, "float8": 0.5, "timestamptz": NOON, "date": NOON.date(), "jsonb": "[]",
        "halfvec": Half(a_vector(1)), "bytea": b"\x01",
    }  # fmt: skip
    values: dict[str, object] = {}
    for name, kind, several in re.findall(r"%\((\w+)\)[sb]::(\w+)(\[\])?", query):
        values[name] = [by_type[kind]] if several else by_type[kind]
    if "networks" in values:
        values["networks"] = ["opinion"]
    return {**values, **{name: one for name, one in UNLIKE.items() if name in values}}


async def outcome(connection: Any, query: Any) -> object:
    """Return what a query without its filter gives, or that it is refused."""
    try:
        cursor = await connection.execute(FILTER.sub("true", query), values_of(query), binary=True)
    except psycopg.Error as error:
        return type(error).__name__
    rows: list[Any] = await cursor.fetchall() if cursor.description else []
    return cursor.rowcount, sorted(map(str, rows))


async def teach(connection: Connection) -> None:
    halfvec = await TypeInfo.fetch(connection, "halfvec")
    assert halfvec
    teach_vectors(connection, halfvec)


async def outcomes(connection: Connection) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, query in QUERIES.items():
        async with undone(connection):
            found[name] = await outcome(connection, query)
        await connection.execute("SELECT pg_advisory_unlock_all()")
    return found


async def test_without_its_filter_a_query_does_what_it_would_if_there_were_no_other_bank(
    database: Database, tables: Tables, sql: Sql
) -> None:
    await clear(sql, THEIRS)
    async with database.connection(MINE) as connection:
        alone = await outcomes(connection)
    await fill(sql, THEIRS)
    before = await kept(sql, THEIRS)

    async with database.connection(MINE) as connection:
        beside_another = await outcomes(connection)
    async with database.owner() as connection:
        await teach(connection)
        past_the_policies = await outcomes(connection)

    told = {name: (alone[name], beside_another[name]) for name in QUERIES}
    assert {name: both for name, both in told.items() if both[0] != both[1]} == {}
    assert await kept(sql, THEIRS) == before
    leaking = [name for name in QUERIES if alone[name] != past_the_policies[name]]
    assert len(leaking) > len(QUERIES) / 2, "the policies were not put to the test"


MANY = """
    INSERT INTO memory_terms (bank, memory, length, terms, once)
    SELECT %(bank)s, gen_random_uuid(), 1, ARRAY[n], '{2:1}/1000000000' FROM generate_series(2, 3000) n
"""
INDEX = """
    CREATE INDEX {} ON memories USING hnsw ((embedding::halfvec(384)) halfvec_ip_ops)
    WHERE bank = '{}'
"""


async def test_the_searches_of_big_banks_use_their_indexes_beneath_the_policies(
    database: Database, tables: Tables, sql: Sql
) -> None:
    name = f"vectors_{OURS.id.hex}"
    await sql(INDEX.format(name, OURS.id))
    await sql("SET session_replication_role = replica")
    await sql(MANY, bank=MINE)
    await sql("ANALYZE memory_terms")
    by_vector = ("seqscan", "bitmapscan", "sort")  # cheaper in banks as small as this
    async with database.connection(MINE) as connection:
        for query, used, off in (
            ("search.keyword", "memory_terms_by_term", ()),
            ("nearest.semantic_indexed", name, by_vector),
        ):
            async with undone(connection):
                for way in off:
                    await connection.execute(statement(f"SET LOCAL enable_{way} = off"))
                values = {**values_of(QUERIES[query]), "bank": MINE, "prune": True}
                cursor = await connection.execute(statement(f"EXPLAIN {QUERIES[query]}"), values)
                plan = "\n".join(row["QUERY PLAN"] for row in await cursor.fetchall())
                assert f"on {used}" in plan or f"using {used}" in plan, plan
    await sql(f"DROP INDEX {name}")


# ------------------------------------------------------------------------------ the pool


BANKS = "SELECT DISTINCT bank FROM memories"
OTHER = BankId(THEIRS.id)


async def fails(database: Database) -> None:
    with pytest.raises(TacitusError, match="division by zero"):
        await database.rows(OTHER, "SELECT 1 / (count(*) - 1) FROM memories")


async def fails_when_told(database: Database) -> None:
    async with database.connection(OTHER) as connection:
        with pytest.raises(psycopg.errors.DivisionByZero):
            await connection.execute("SELECT 1/0")


async def is_undone(database: Database) -> None:
    async with database.connection(OTHER) as connection, undone(connection):
        await connection.execute(BANKS)


async def is_left_in_a_transaction(database: Database) -> None:
    async with database.connection(OTHER) as connection:
        await connection.execute("BEGIN")


async def is_sent_in_one_go(database: Database) -> None:
    async with database.connection(OTHER) as connection, connection.pipeline():
        await connection.execute(BANKS)


async def is_cancelled(database: Database) -> None:
    for steps in range(12):
        work = asyncio.ensure_future(database.rows(OTHER, BANKS))
        for _ in range(steps):
            await asyncio.sleep(0)
        work.cancel()
        await asyncio.wait([work])


async def is_planned_once(database: Database) -> None:
    await database.rows_by_key(OTHER, BANKS)


async def test_a_connection_takes_no_bank_along_into_other_work(
    database: Database, tables: Tables
) -> None:
    """The pool has one connection: whatever was done on it, who comes next sees what is theirs."""

    for before in (
        *(fails, fails_when_told, is_undone, is_left_in_a_transaction, is_sent_in_one_go),
        *(is_cancelled, is_planned_once),
    ):
        for scope, expected in ((MINE, [{"bank": OURS.id}]), (Tenant("ours"), []), (None, [])):
            await before(database)
            assert await database.rows(scope, BANKS) == expected, (before, scope)
            await before(database)
            async with database.connection(scope) as connection:
                cursor = await connection.execute(BANKS)
                assert await cursor.fetchall() == expected, (before, scope)


async def test_clients_of_many_banks_on_few_connections_see_their_own(
    database: Database, tables: Tables
) -> None:
    banks = [BankId(OURS.id), BankId(THEIRS.id)] * 20

    found = await asyncio.gather(*(database.rows(bank, BANKS) for bank in banks))

    assert found == [[{"bank": bank}] for bank in banks]
