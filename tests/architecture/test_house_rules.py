"""Rules no linter knows, kept by reading the source."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.tables import table

ROOT = Path(__file__).parents[2]
MODULES = sorted(path.relative_to(ROOT) for path in (ROOT / "src").rglob("*.py"))
INTERFACES = [path for path in MODULES if path.parts[2] in {"http", "mcp", "cli"}]
TESTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))
SQL = re.compile(
    r"\b(SELECT\s.+\sFROM\s|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s)", re.DOTALL
)
VAGUE_CLASS = re.compile(r"(Manager|Helpers?|Utils?|Impl)$")
VAGUE_MODULES = {"helper", "helpers", "util", "utils", "misc", "common", "manager"}


@cache
def parsed(module: Path) -> ast.Module:
    return ast.parse((ROOT / module).read_text("utf-8"))


@cache
def nodes(module: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(module)))


@table("module", MODULES + TESTS)
def test_no_module_exceeds_400_lines(module: Path) -> None:
    assert len((ROOT / module).read_text("utf-8").splitlines()) <= 400


@table("module", MODULES)
def test_no_function_exceeds_40_lines(module: Path) -> None:
    for node in nodes(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= 40, f"{module}:{node.lineno} {node.name} has {length} lines"


@table("module", MODULES)
def test_sql_lives_in_sql_files(module: Path) -> None:
    for node in nodes(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not SQL.search(node.value), f"{module}:{node.lineno} holds SQL"


@table("module", [m for m in MODULES if m.name != "__init__.py"])
def test_every_module_says_what_it_is_for(module: Path) -> None:
    assert ast.get_docstring(parsed(module))


@table("module", INTERFACES)
def test_interfaces_ask_the_engine_and_never_its_stores(module: Path) -> None:
    for node in nodes(module):
        if isinstance(node, ast.Attribute):
            assert node.attr != "stores", f"{module}:{node.lineno} goes past the engine"


@table("module", MODULES)
def test_names_say_what_a_thing_does(module: Path) -> None:
    assert module.stem not in VAGUE_MODULES
    for node in nodes(module):
        if isinstance(node, ast.ClassDef):
            assert not VAGUE_CLASS.search(node.name), f"{module}:{node.lineno} {node.name}"
