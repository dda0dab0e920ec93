"""Every query in sql/*.sql is valid against the schema, and planned as meant."""

from pathlib import Path
from typing import Any

import pytest

from tacitus.adapters.postgres import queries
from tacitus.adapters.postgres.queries import load
from tests.integration.postgres.conftest import Sql

FOLDER = Path(queries.__file__).parent / "sql"
DEFINITIONS = {
    "make_schema", "make_extension", "build_index", "drop_index", "make_role", "grant_role", "force",
    "unforce", "take_role", "leave_role",
}  # fmt: skip
"""Statements that PostgreSQL does not explain; other tests run them."""
QUERIES = [
    (path.stem, name)
    for path in sorted(FOLDER.glob("*.sql"))
    for name in load(path.stem)
    if name not in DEFINITIONS
]


async def plan(sql: Sql, query: str, **parameters: object) -> str:
    rows = await sql("EXPLAIN (VERBOSE) " + query.replace("{dimension}", "384"), **parameters)
    return "\n".join(row["QUERY PLAN"] for row in rows)


@pytest.mark.parametrize(("topic", "name"), QUERIES)
async def test_a_query_plans_against_the_schema(sql: Sql, topic: str, name: str) -> None:
    query: Any = load(topic)[name]
    names = {part.split(")", 1)[0] for part in query.split("%(")[1:]}

    assert await plan(sql, query, **dict.fromkeys(names))


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        ("nearest", "semantic"),
        ("nearest", "semantic_indexed"),
        ("search", "keyword"),
        ("search", "temporal"),
        ("search", "edges"),
    ],
)
async def test_the_filters_are_part_of_the_plan_not_a_call_for_each_row(
    sql: Sql, topic: str, name: str
) -> None:
    query: Any = load(topic)[name]
    names = {part.split(")", 1)[0] for part in query.split("%(")[1:]}
    values: dict[str, object] = {**dict.fromkeys(names), "tags": ["a"], "tag_match": "any"}

    assert "admits(" not in await plan(sql, query, **values)


@pytest.mark.parametrize(("topic", "name"), QUERIES)
def test_a_query_of_a_bank_names_the_bank(topic: str, name: str) -> None:
    across_banks = {
        "access": {
            "add_key", "keys_wanted", "key_with_id", "keys_of", "revoke_key", "use_key",
        },
        "banks": {"bank_named", "banks_by_name", "save_bank"},
        "jobs": {
            "waiting_keys", "insert_operations", "drop_job", "free_stalled",
            "release_stalled_keys", "backlog",
        },
        "nearest": {
            "index_of", "banks_to_index", "useless_indexes", "one_builder", "build_with",
        },
    }  # fmt: skip

    if topic not in {"setup", "guarding"}:
        assert ("%(bank)s" in load(topic)[name]) is (name not in across_banks.get(topic, set()))
