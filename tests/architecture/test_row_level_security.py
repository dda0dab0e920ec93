"""What keeps row-level security beneath everything, said of the files alone: no database is asked."""

import re
from pathlib import Path

from tests.tables import table

ADAPTER = Path(__file__).parents[2] / "src/tacitus/adapters/postgres"
FIRST = "0022.row-level-security.sql"
"""Guards every table that was there before."""
LATER = [file for file in sorted((ADAPTER / "migrations").glob("*.sql")) if file.name > FIRST]
CREATED = re.compile(r"^CREATE TABLE (?:IF NOT EXISTS )?(\w+)", re.MULTILINE)
GUARDED = re.compile(
    r"guard(?:_tenant)?\('(\w+)'\)|^ALTER TABLE (\w+) ENABLE ROW LEVEL SECURITY", re.MULTILINE
)


@table("file", LATER)
def test_a_migration_guards_the_tables_that_it_makes(file: Path) -> None:
    text = file.read_text("utf-8")
    made = {name for name in CREATED.findall(text) if not name.startswith("procrastinate_")}
    guarded = {one or other for one, other in GUARDED.findall(text)}

    assert made <= guarded


@table("module", sorted(ADAPTER.glob("*.py")))
def test_connections_are_lent_where_they_are_told_whose_rows_they_may_see(module: Path) -> None:
    """The queue alone has the pool itself: no table that it uses belongs to a bank."""
    if module.name not in {"database.py", "jobs.py"}:
        assert ".pool" not in module.read_text("utf-8")
