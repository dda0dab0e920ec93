"""A newer version changes the tables beneath a server that goes on answering."""

from tacitus.domain.banks import Bank
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.ports.storage import Stores
from tests.builders import a_document, a_record, a_source, changes_of
from tests.integration.postgres.conftest import Sql

_TABLES = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'tacitus'"
_OFTEN = 8
"""Times after which every connection of the pool has prepared its statements."""


async def test_what_was_prepared_before_a_table_got_a_column_is_asked_again(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    for number in range(_OFTEN):
        await _go_on(stores, bank, number)
    tables = [row["name"] for row in await sql(_TABLES)]

    for name in tables:
        await sql(f'ALTER TABLE tacitus."{name}" ADD COLUMN of_a_newer_version integer')
    try:
        await _go_on(stores, bank, _OFTEN)
    finally:
        for name in tables:
            await sql(f'ALTER TABLE tacitus."{name}" DROP COLUMN of_a_newer_version')
    await _go_on(stores, bank, _OFTEN + 1)

    _, count = await stores.memories.page(bank.id, MemoryPage())
    assert count == _OFTEN + 2


async def _go_on(stores: Stores, bank: Bank, number: int) -> None:
    """Write a document and look at the bank, as a server does all the time."""
    id = DocumentId(f"note {number}")
    document = a_document(id, f"Note {number}.", bank=bank)
    record = a_record(f"Note {number}.", bank=bank.id, sources=(a_source(id),))
    await stores.memories.apply(changes_of(record, bank=bank, document=document))
    assert await stores.banks.get(bank.id)
    assert await stores.documents.find(bank.id, id)
    assert await stores.memories.get(bank.id, [record.memory.id])
    await stores.entities.page(bank.id, limit=10, offset=0)
