"""Banks, in memory."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.domain.banks import Bank, BankStats
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import LinkType
from tacitus.domain.ids import BankId


class Banks:
    """Fills `BankStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def save(self, bank: Bank) -> None:
        namesake = await self.find(bank.tenant, bank.name)
        if namesake and namesake.id != bank.id:
            raise Conflict(f"There is a bank '{bank.name}' already")
        known = self._shelf.of(bank.id).bank
        if known is None:
            self._shelf.banks[bank.id] = Contents(bank=bank)
            return
        with self._shelf.writing(bank.id) as contents:
            contents.bank = replace(bank, tenant=known.tenant, created_at=known.created_at)

    async def find(self, tenant: str, name: str) -> Bank | None:
        return self._named(tenant, name)

    def last(self, tenant: str, name: str) -> BankId | None:
        found = self._named(tenant, name)
        return found.id if found else None

    async def get(self, bank: BankId) -> Bank | None:
        return self._shelf.of(bank).bank

    async def delete(self, bank: BankId) -> None:
        self._shelf.banks.pop(bank, None)

    async def stats(self, bank: BankId) -> BankStats:
        contents = self._shelf.of(bank)
        memories = [record.memory for record in contents.records.values()]
        links = Counter[str](type for _, _, type in contents.links)
        documents = [kept.document for kept in contents.documents.values()]
        return BankStats(
            memories=Counter(memory.network for memory in memories),
            links=links + Counter[str]({LinkType.ENTITY: len(contents.mentions)}),
            documents=len(documents),
            entities=len(contents.entities),
            operations=Counter(kept.operation.status for kept in contents.jobs.values()),
            last_memory_at=max((memory.known_at for memory in memories), default=None),
            last_document_at=max((document.received_at for document in documents), default=None),
        )

    async def stats_of(self, banks: Sequence[BankId]) -> dict[BankId, BankStats]:
        return {bank: await self.stats(bank) for bank in banks}

    async def page(self, tenant: str, *, limit: int, offset: int) -> tuple[list[Bank], int]:
        banks = sorted(_of_tenant(self._shelf, tenant), key=lambda bank: bank.name)
        return banks[offset : offset + limit], len(banks)

    def _named(self, tenant: str, name: str) -> Bank | None:
        return next((bank for bank in _of_tenant(self._shelf, tenant) if bank.name == name), None)


def _of_tenant(shelf: Shelf, tenant: str) -> list[Bank]:
    banks = [contents.bank for contents in shelf.banks.values()]
    return [bank for bank in banks if bank and bank.tenant == tenant]
