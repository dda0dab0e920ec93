"""A database that an older version wrote, opened by this one."""

import shutil
from pathlib import Path
from typing import Any

import psycopg

from tacitus.adapters.postgres.database import connect_arguments
from tacitus.adapters.postgres.migrating import MIGRATIONS, migrate
from tacitus.bootstrap import open_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.settings import Settings
from tests.builders import day

OLD = Path(__file__).parents[2] / "fixtures/at_migration_0012.sql"
LAST = "0012.dedupe-keys.sql"


async def as_it_was(url: str, folder: Path) -> None:
    """Apply the migrations that there were, and load what the version of then had written."""
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name <= LAST:
            shutil.copy(file, folder)
    arguments: dict[str, Any] = connect_arguments(url)
    await migrate(arguments, folder)
    async with await psycopg.AsyncConnection.connect(**arguments, autocommit=True) as connection:
        await connection.execute(OLD.read_bytes())


async def test_all_of_an_old_bank_is_there_and_goes_on(empty_database: str, tmp_path: Path) -> None:
    await as_it_was(empty_database, tmp_path)

    async with open_runtime(Settings(home=tmp_path, database_url=empty_database)) as runtime:
        engine = runtime.engine
        before, _ = await engine.memories("notes", MemoryPage())
        first = await engine.recall("notes", "Where does Ann work?")
        change = RetainItem(content="Ann: I work at Apple now.", timestamp=day(2025, 1))
        await engine.retain("notes", change)
        second = await engine.recall("notes", "Where does Ann work?")
        await engine.delete_document("notes", DocumentId("diary.txt"))
        third = await engine.recall("notes", "Who has the spare key?")

    assert sorted((one.text, one.state) for one in before) == [
        ("Ann: I work at Google in Zurich.", "superseded"),
        ("Ann: I work at Meta now.", "valid"),
        ("Ben: Ann has the spare key.", "valid"),
    ]
    assert first.kept[0].memory.text == "Ann: I work at Meta now."
    # What was read into memory before is told of what changed since: by triggers, on old rows too.
    assert second.kept[0].memory.text == "Ann: I work at Apple now."
    former = {one.memory.text: one.memory.state for one in second.kept}
    assert former["Ann: I work at Meta now."] == "superseded"
    assert "Ben: Ann has the spare key." not in {one.memory.text for one in third.kept}
