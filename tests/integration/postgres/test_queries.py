"""Every query in sql/*.sql is valid against the schema, and planned as meant."""

from pathlib import Path
from typing import Any

import pytest

from tacitus.adapters.postgres import queries
from tacitus.adapters.postgres.queries import load
from tests.integration.postgres.conftest import Sql

FOLDER = Path(queries.__file__).parent / "sql"
DEFINITIONS = "setup"
"""Statements that PostgreSQL does not explain; every opening of a database runs them."""
QUERIES = [
    (path.stem, name)
    for path in sorted(FOLDER.glob("*.sql"))
    if path.stem != DEFINITIONS
    for name in load(path.stem)
]


async def plan(sql: Sql, query: str, **parameters: object) -> str:
    rows = await sql("EXPLAIN (VERBOSE) " + query, **parameters)
    return "\n".join(row["QUERY PLAN"] for row in rows)


@pytest.mark.parametrize(("topic", "name"), QUERIES)
async def test_a_query_plans_against_the_schema(sql: Sql, topic: str, name: str) -> None:
    query: Any = load(topic)[name]
    names = {part.split(")", 1)[0] for part in query.split("%(")[1:]}

    assert await plan(sql, query, **dict.fromkeys(names))


@pytest.mark.parametrize("name", ["semantic", "keyword", "temporal", "edges"])
async def test_the_filters_are_part_of_the_plan_not_a_call_for_each_row(
    sql: Sql, name: str
) -> None:
    query: Any = load("search")[name]
    names = {part.split(")", 1)[0] for part in query.split("%(")[1:]}
    values: dict[str, object] = {**dict.fromkeys(names), "tags": ["a"], "tag_match": "any"}

    assert "admits(" not in await plan(sql, query, **values)


@pytest.mark.parametrize(("topic", "name"), QUERIES)
def test_a_query_of_a_bank_names_the_bank(topic: str, name: str) -> None:
    across_banks = {
        "banks": {"bank_named", "banks_by_name", "save_bank"},
        "jobs": {
            "waiting_keys", "insert_operations", "drop_job", "free_stalled", "note_stalled",
            "release_stalled_keys",
        },
    }  # fmt: skip

    assert ("%(bank)s" in load(topic)[name]) is (name not in across_banks.get(topic, set()))
