"""What banks hold, to be looked at one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from tacitus.domain.banks import DEFAULT_TENANT, Bank, BankStats
from tacitus.domain.documents import Chunk, Document, DocumentListing
from tacitus.domain.errors import (
    BankNotFound,
    DocumentNotFound,
    EntityNotFound,
    MemoryNotFound,
)
from tacitus.domain.graph import Entity
from tacitus.domain.ids import DocumentId, EntityId, MemoryId
from tacitus.domain.memories import Memory, MemoryPage
from tacitus.domain.requests import check_page
from tacitus.domain.texts import kept
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """A look inside. Banks are addressed by name within the tenant.

    Every method raises `BankNotFound` for a name that nobody created.
    """

    tenant: str = DEFAULT_TENANT
    stores: Stores
    clock: Clock

    async def bank(self, name: str) -> Bank:
        found = await self.stores.banks.find(self.tenant, kept(name, "A bank's name"))
        if found is None:
            raise BankNotFound(name)
        return found

    async def banks(self, *, limit: int = 100, offset: int = 0) -> tuple[list[Bank], int]:
        check_page(limit, offset)
        return await self.stores.banks.page(self.tenant, limit=limit, offset=offset)

    async def stats_of(self, banks: Sequence[Bank]) -> list[BankStats]:
        """Return how much each of some banks holds, in their order."""
        found = await self.stores.banks.stats_of([bank.id for bank in banks])
        return [found[bank.id] for bank in banks]

    async def stats(self, name: str) -> BankStats:
        return await self.stores.banks.stats((await self.bank(name)).id)

    async def memories(self, name: str, page: MemoryPage) -> tuple[list[Memory], int]:
        """Return a page, latest mention first, and how many there are in all."""
        check_page(page.limit, page.offset)
        kept(page.words, "The words")
        return await self.stores.memories.page((await self.bank(name)).id, page)

    async def memory(self, name: str, id: MemoryId) -> Memory:
        """Raises `MemoryNotFound` where the bank has no such memory."""
        bank = await self.bank(name)
        found = await self.stores.memories.get(bank.id, [id])
        if id not in found:
            raise MemoryNotFound(f"Memory '{id}' not found")
        return found[id]

    async def documents(
        self, name: str, *, limit: int = 100, offset: int = 0
    ) -> tuple[list[DocumentListing], int]:
        """Return a page without texts, latest received first, and how many there are in all."""
        check_page(limit, offset)
        bank = await self.bank(name)
        return await self.stores.documents.page(bank.id, limit=limit, offset=offset)

    async def document(self, name: str, id: DocumentId) -> Document:
        """Raises `DocumentNotFound` where the bank has no such document."""
        kept(id, "A document id")
        found = await self.stores.documents.find((await self.bank(name)).id, id)
        if found is None:
            raise DocumentNotFound(f"Document '{id}' not found")
        return found

    async def chunks(self, name: str, id: DocumentId) -> list[Chunk]:
        """Return the chunks of a document in reading order; none of one that is not there."""
        kept(id, "A document id")
        return await self.stores.documents.chunks((await self.bank(name)).id, id)

    async def entities(
        self, name: str, *, limit: int = 100, offset: int = 0
    ) -> tuple[list[Entity], int]:
        """Return a page, most mentioned first, and how many there are in all."""
        check_page(limit, offset)
        bank = await self.bank(name)
        return await self.stores.entities.page(bank.id, limit=limit, offset=offset)

    async def entity(self, name: str, id: EntityId) -> Entity:
        """Raises `EntityNotFound` where the bank has no such entity."""
        found = await self.stores.entities.find((await self.bank(name)).id, id)
        if found is None:
            raise EntityNotFound(f"Entity '{id}' not found")
        return found

    async def observations(self, name: str, ids: Sequence[EntityId]) -> dict[EntityId, Memory]:
        """Return the latest observation of each entity; one without any is absent."""
        return await self.stores.entities.observations((await self.bank(name)).id, ids)
