"""Documents, in PostgreSQL."""

from collections.abc import Sequence

from tacitus.adapters.postgres.columns import change_columns
from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.forgetting import forget, without_source
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import (
    as_json,
    chunk_of,
    counted_page,
    document_change_of,
    document_of,
    held_of,
    listing_of,
)
from tacitus.domain.curation import Held
from tacitus.domain.documents import KEPT_CHANGES, Chunk, Document, DocumentChange, DocumentListing
from tacitus.domain.errors import NotFound
from tacitus.domain.ids import BankId, DocumentId

_QUERIES = load("documents")


class Documents:
    """Fills `DocumentStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, bank: BankId, id: DocumentId) -> Document | None:
        return (await self.find_each(bank, [id])).get(id)

    async def find_each(
        self, bank: BankId, ids: Sequence[DocumentId]
    ) -> dict[DocumentId, Document]:
        rows = await self._database.rows(bank, _QUERIES["documents_with_ids"], ids=list(ids))
        found = [document_of(row) for row in rows]
        return {one.id: one for one in found}

    async def chunks(self, bank: BankId, id: DocumentId) -> list[Chunk]:
        rows = await self._database.rows(bank, _QUERIES["chunks_of"], document=id)
        return [chunk_of(row) for row in rows]

    async def note(self, bank: BankId, id: DocumentId, change: DocumentChange) -> None:
        rows = as_json([change_columns(id, change)])
        query = _QUERIES["note_document_changes"]
        await self._database.rows(bank, query, rows=rows, kept=KEPT_CHANGES)

    async def changes(self, bank: BankId, id: DocumentId) -> list[DocumentChange]:
        rows = await self._database.rows(bank, _QUERIES["changes_of_document"], document=id)
        return [document_change_of(row) for row in rows]

    async def held(self, bank: BankId, id: DocumentId) -> list[Held]:
        rows = await self._database.rows(bank, _QUERIES["held_in"], document=id)
        return [held_of(row) for row in rows]

    async def delete(self, bank: BankId, id: DocumentId) -> int | None:
        async def drop(connection: Connection) -> int | None:
            if not await rows_of(connection, _QUERIES["delete_document"], bank=bank, document=id):
                return None
            lost = await rows_of(
                connection, _QUERIES["drop_sources"], bank=bank, document=id, chunks=None
            )
            losers = sorted({row["memory"] for row in lost})
            return len(
                await forget(connection, bank, await without_source(connection, bank, losers))
            )

        try:
            return await self._database.write(bank, drop)
        except NotFound:
            return None

    async def page(
        self, bank: BankId, *, limit: int, offset: int
    ) -> tuple[list[DocumentListing], int]:
        rows = await self._database.rows(
            bank, _QUERIES["documents_by_time"], limit=limit, offset=offset
        )
        found, total = counted_page(rows)
        return [listing_of(row) for row in found], total
