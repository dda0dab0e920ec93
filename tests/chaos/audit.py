"""What must hold of a database whatever was killed: rows belong to something, nothing retracted is left."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tacitus.adapters.postgres.database import connect_arguments
from tests.integration.postgres.test_writers import AUDIT

Sql = Callable[..., Awaitable[list[dict[str, Any]]]]

OWNERS = {
    "bank": "banks AS o WHERE o.id = t.bank",
    "memory": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.memory)",
    "opinion": "memories AS o WHERE (o.bank, o.id, o.network) = (t.bank, t.opinion, 'opinion')",
    "basis": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.basis)",
    "old": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.old)",
    "new": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.new)",
    "superseded_by": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.superseded_by)",
    "source": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.source)",
    "target": "memories AS o WHERE (o.bank, o.id) = (t.bank, t.target)",
    "entity": "entities AS o WHERE (o.bank, o.id) = (t.bank, t.entity)",
    "document": "documents AS o WHERE (o.bank, o.id) = (t.bank, t.document)",
    "feedback": "feedback AS o WHERE (o.bank, o.id) = (t.bank, t.feedback)",
    "answer": "standing_answers AS o WHERE (o.bank, o.id) = (t.bank, t.answer)",
}
"""By the name of a column, what a row that has it belongs to; there need not be a foreign key."""
SELVES = {"id", "event", "key", "holder", "merged_into"}
"""Columns of ids that name the row itself, or what is looked into elsewhere."""
ALLOWED = {
    ("receipts", "bank"),  # of banks that are gone, too
    ("document_changes", "memory"),  # what happened to what is gone
    ("evidence", "source"),  # a voice, and no memory
    ("absorbed_mentions", "entity"),  # whoever was merged away is no entity
}
_COLUMNS = """
    SELECT table_name, column_name, udt_name FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'tacitus' AND table_type = 'BASE TABLE'
        AND table_name NOT LIKE 'procrastinate%%' AND table_name NOT LIKE '%%yoyo%%'
"""

COUNTS = {
    **AUDIT,
    "proofs counted": """
        SELECT memory, proof_count FROM memory_texts WHERE bank = %(bank)s
        EXCEPT (
            SELECT memory, count(*) FROM sources WHERE bank = %(bank)s GROUP BY memory
            UNION ALL
            SELECT memory, count(*) FROM drawn_from WHERE bank = %(bank)s GROUP BY memory
        )
    """,
}
"""Numbers that are kept beside what they count; opinions are proved by what they are drawn from."""


async def connected(url: str) -> tuple[psycopg.AsyncConnection[Any], Sql]:
    """Open a connection that sees what is really there, past the stores."""
    arguments: dict[str, Any] = {**connect_arguments(url), "row_factory": dict_row}
    connection = await psycopg.AsyncConnection.connect(**arguments, autocommit=True)

    async def run(statement: Any, **parameters: object) -> list[dict[str, Any]]:
        found: list[Any] = await (await connection.execute(statement, parameters)).fetchall()
        return found

    return connection, run


async def orphans(sql: Sql) -> list[str]:
    """Return the columns of all tables in which a row belongs to nothing that is there."""
    found: list[str] = []
    for column in await sql(_COLUMNS):
        table, name = column["table_name"], column["column_name"]
        if name in OWNERS and (table, name) not in ALLOWED:
            lost = f"NOT EXISTS (SELECT FROM {OWNERS[name]})"
            query = f"SELECT t.{name} FROM {table} AS t WHERE t.{name} IS NOT NULL AND {lost}"
            found += [f"{table}.{name}: {row[name]}" for row in await sql(query)]
        elif column["udt_name"] == "uuid" and name not in SELVES and (table, name) not in ALLOWED:
            found.append(f"{table}.{name}: nobody said what it belongs to")
    return found


async def left_of(sql: Sql, words: Iterable[str]) -> list[str]:
    """Return the words that stand in any row of any table, and where."""
    gone, found = [*words], list[str]()
    for table in sorted({column["table_name"] for column in await sql(_COLUMNS)}):
        rows = await sql(f"SELECT t::text AS row FROM {table} AS t")
        whole = "\n".join(row["row"] for row in rows)
        found += [f"{table}: {one}" for one in gone if one in whole]
    return found
