"""Every query in sql/*.sql is valid against the schema, and planned as meant."""

import re
from pathlib import Path
from typing import Any

import pytest

from tacitus.adapters.postgres import queries
from tacitus.adapters.postgres.queries import load
from tests.integration.postgres.conftest import Sql

FOLDER = Path(queries.__file__).parent / "sql"
NOT_EXPLAINED = {"make_schema", "make_extension", "make_role", "grant_role", "leave_role"}
"""Statements that PostgreSQL does not explain, nor those put together of parts; other tests run them."""
PART = re.compile(r"\{(?!dimension\})\w+\}|^(SET|ANALYZE) ", re.MULTILINE)
QUERIES = [
    (path.stem, name)
    for path in sorted(FOLDER.glob("*.sql"))
    for name, query in load(path.stem).items()
    if name not in NOT_EXPLAINED and not PART.search(query)
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
def test_a_query_names_the_bank_or_the_tenant_that_it_is_about(topic: str, name: str) -> None:
    across = {
        "access": {"keys_wanted", "key_with_id"},
        "audit": {"prune_audited"},
        "erasing": {"banks_of_all"},
        "jobs": {
            "insert_operations", "drop_job", "free_stalled", "release_stalled_keys",
            "backlog",
        },
        "nearest": {
            "index_of", "banks_to_index", "useless_indexes", "one_builder", "build_with",
        },
        "moving": {"join_in_bulk"},
        "reembedding": {"only_builder"},
    }  # fmt: skip
    query = load(topic)[name]

    if topic not in {"setup", "guarding"}:
        named = "%(bank)s" in query or "%(tenant)s" in query
        assert named is (name not in across.get(topic, set()))
