"""A row of every table for a bank, made from what the catalogue says of the columns.

So that a table that comes later is filled, and tested, without anybody thinking of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg import sql

from tests.integration.postgres.conftest import Sql

VALUES: Mapping[str, str] = {
    "boolean": "true",
    "bytea": r"'\x01'",
    "double precision": "0.5",
    "smallint": "1",
    "integer": "1",
    "bigint": "1",
    "jsonb": "'{}'",
    "timestamp with time zone": "'2024-05-06 12:00Z'",
    "halfvec": "(SELECT array_agg(1) FROM generate_series(1, 384))::halfvec",
    "sparsevec": "'{2:1}/1000000000'",
    "network": "'opinion'",
    "memory_state": "'valid'",
    "link_type": "'causes'",
}
"""By the type of the column."""
UNLIKE: Mapping[str, str] = {
    "keys.may": "'read'",
    "links.target": "gen_random_uuid()",
    "memory_texts.initial_confidence": "0.5",
    "answer_versions.rests_on": "NULL",
}
"""Where a value of the type will not do."""
COLUMNS = """
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = ''
    ORDER BY c.relname, a.attnum
"""


@dataclass(frozen=True, slots=True)
class Filling:
    """Whose rows they are.

    Attributes:
        id: Of the bank, and of everything in it.
        tenant: Of the bank, and every text in it.
    """

    id: UUID
    tenant: str


async def columns(run: Sql) -> dict[str, dict[str, str]]:
    """Return the guarded tables that belong to a bank or tenant, each with the types of its columns."""
    tables: dict[str, dict[str, str]] = {}
    for row in await run(COLUMNS):
        tables.setdefault(row["table"], {})[row["column"]] = row["type"]
    return {table: types for table, types in tables.items() if {"bank", "tenant"} & {*types}}


def whose(types: Mapping[str, str]) -> str:
    """Return the column of a table that says whose its rows are."""
    return "bank" if types.get("bank") == "uuid" else "id" if "mission" in types else "tenant"


async def clear(run: Sql, filling: Filling) -> None:
    """Take everything out again."""
    for table, types in (await columns(run)).items():
        await run(
            sql.SQL("DELETE FROM {} WHERE {}::text IN (%(id)s, %(tenant)s)").format(
                sql.Identifier(table), sql.Identifier(whose(types))
            ),
            id=str(filling.id),
            tenant=filling.tenant,
        )


async def fill(run: Sql, filling: Filling) -> None:
    """Write a row into every guarded table, past the policies."""
    await run("SET session_replication_role = replica")  # in whichever order
    for table, types in (await columns(run)).items():
        values = [_value(f"{table}.{column}", kind, filling) for column, kind in types.items()]
        await run(
            sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
                sql.Identifier(table),
                sql.SQL(", ").join(map(sql.Identifier, types)),
                sql.SQL(", ").join(values),
            )
        )
    await run("RESET session_replication_role")


async def kept(run: Sql, filling: Filling) -> dict[str, list[Any]]:
    """Return the rows of every guarded table that are a bank's or its tenant's."""
    found: dict[str, list[Any]] = {}
    for table, types in (await columns(run)).items():
        found[table] = await run(
            sql.SQL(
                "SELECT t::text AS row FROM {} AS t WHERE {}::text IN (%(id)s, %(tenant)s) ORDER BY 1"
            ).format(sql.Identifier(table), sql.Identifier(whose(types))),
            id=str(filling.id),
            tenant=filling.tenant,
        )
    return found


def _value(name: str, kind: str, filling: Filling) -> sql.Composable:
    if name in UNLIKE:
        return sql.SQL(UNLIKE[name])  # pyright: ignore[reportArgumentType]
    if kind.endswith("[]"):
        element = _value("", kind.removesuffix("[]"), filling)
        return sql.SQL("ARRAY[{}]::{}").format(element, sql.SQL(kind))  # pyright: ignore[reportArgumentType]
    if kind in {"uuid", "text"}:
        return sql.Literal(filling.id if kind == "uuid" else filling.tenant)
    return sql.SQL(VALUES[kind])  # pyright: ignore[reportArgumentType]
