"""Every query in a .sql file is named once, described, and used by the code beside it."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

from tests.tables import table

PACKAGE = Path(__file__).parents[2] / "src/tacitus/adapters/postgres"
HEADER = re.compile(r"^-- name: (\w+)[ \t]*\n", re.MULTILINE)


class Query(NamedTuple):
    topic: str
    name: str
    text: str


def queries_of(file: Path) -> list[Query]:
    _, *parts = HEADER.split(file.read_text("utf-8"))
    return [
        Query(file.stem, name, text) for name, text in zip(parts[::2], parts[1::2], strict=True)
    ]


def strings_of(module: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


FILES = sorted((PACKAGE / "sql").glob("*.sql"))
QUERIES = [query for file in FILES for query in queries_of(file)]
SPOKEN = {text for module in PACKAGE.rglob("*.py") for text in strings_of(module)}


@table("file", FILES)
def test_every_statement_has_a_name(file: Path) -> None:
    before_the_first_name = HEADER.split(file.read_text("utf-8"))[0]

    assert [line for line in before_the_first_name.splitlines() if line and line[:2] != "--"] == []


@table("file", FILES)
def test_a_name_is_given_once_in_a_file(file: Path) -> None:
    names = [query.name for query in queries_of(file)]

    assert len(names) == len(set(names))


@table("query", QUERIES)
def test_a_query_is_described(query: Query) -> None:
    assert query.text.startswith("-- ")


@table("query", QUERIES)
def test_a_query_is_used(query: Query) -> None:
    assert query.name in SPOKEN


def test_a_migration_prints_nothing() -> None:
    """What a SELECT of a migration gives, yoyo prints among what the program was asked for."""
    selecting = [
        migration.name
        for migration in sorted((PACKAGE / "migrations").glob("*.sql"))
        if any(line.startswith("SELECT") for line in migration.read_text("utf-8").splitlines())
    ]

    assert selecting == []
