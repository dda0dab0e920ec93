"""Having things forgotten for good: what would go, what went, and the receipts of that."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank
from tacitus.domain.errors import DocumentNotFound, EntityNotFound, MemoryNotFound
from tacitus.domain.forgetting import ForgettingReceipt, Gone, Order, ReceiptId, Subject
from tacitus.domain.ids import DocumentId, EntityId, MemoryId, uuid7
from tacitus.domain.memories import MemoryPage
from tacitus.domain.requests import check_page
from tacitus.domain.texts import kept
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores
from tacitus.tasks.upkeep import Upkeep

_MOST_READ = 10_000
"""Memories whose entities are looked at when they go."""
_AT_ONCE = 200
"""Memories that go in one transaction when their time is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """Forgetting; each leaves a receipt. With `dry_run` nothing goes, and what would is listed.

    What was made of what goes is made anew in the background. Banks are addressed by name; a name
    that nobody created raises `BankNotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    tenant: str
    stores: Stores
    upkeep: Upkeep
    clock: Clock

    async def memory(self, name: str, id: MemoryId, *, dry_run: bool = False) -> Gone:
        """Forget one memory; raises `MemoryNotFound` where the bank has no such memory."""
        bank = await self.bank(name)
        found = await self.stores.memories.get(bank.id, [id])
        if id not in found:
            raise MemoryNotFound(f"Memory '{id}' not found")
        observed = await self.upkeep.observed(bank.id, [found[id]])
        order = self._order(Subject.MEMORY, dry_run)
        gone = await self.stores.forgetting.memories(bank, [id], order)
        if not dry_run:
            await self.upkeep.note_deleted(bank.id, found[id])
            await self.upkeep.renew(bank.id, observed)
            await self.upkeep.answer_anew(bank.id)
        return gone

    async def document(self, name: str, id: DocumentId, *, dry_run: bool = False) -> Gone:
        """Forget a document and what was read only from it.

        Raises:
            DocumentNotFound: The bank has no such document.
        """
        kept(id, "A document id")
        bank = await self.bank(name)
        page = MemoryPage(document=id, limit=_MOST_READ)
        read, _ = await self.stores.memories.page(bank.id, page)
        observed = await self.upkeep.observed(bank.id, read)
        order = self._order(Subject.DOCUMENT, dry_run)
        gone = await self.stores.forgetting.document(bank, id, order)
        if gone is None:
            raise DocumentNotFound(f"Document '{id}' not found")
        if not dry_run:
            await self.upkeep.renew(bank.id, observed)
            await self.upkeep.answer_anew(bank.id)
        return gone

    async def entity(self, name: str, id: EntityId, *, dry_run: bool = False) -> Gone:
        """Forget all that names an entity, by any form of its name, everywhere in the bank.

        See `ForgettingStore.entity`. What is for people to change (directives, the bank's own
        background) stays, and is listed.

        Raises:
            EntityNotFound: The bank knows no such entity.
            Conflict: Something that names it is being read right now.
        """
        bank = await self.bank(name)
        page = MemoryPage(entity=id, limit=_MOST_READ)
        read, _ = await self.stores.memories.page(bank.id, page)
        observed = await self.upkeep.observed(bank.id, read)
        order = self._order(Subject.ENTITY, dry_run)
        gone = await self.stores.forgetting.entity(bank, id, order)
        if gone is None:
            raise EntityNotFound(f"Entity '{id}' not found")
        if not dry_run:
            await self.upkeep.renew(bank.id, [one for one in observed if one.id != id])
            await self.upkeep.answer_anew(bank.id)
        return gone

    async def whole(self, name: str, *, dry_run: bool = False) -> Gone:
        """Forget a bank with everything in it."""
        bank = await self.bank(name)
        return await self.stores.forgetting.bank(bank, self._order(Subject.BANK, dry_run))

    async def expired(self, name: str, *, dry_run: bool = False) -> Gone:
        """Forget the memories whose time is over; they have not been recalled since then."""
        bank = await self.bank(name)
        items: list[Gone] = []
        while ids := await self._over(bank, _MOST_READ if dry_run else _AT_ONCE):
            order = self._order(Subject.EXPIRED, dry_run)
            items.append(await self.stores.forgetting.memories(bank, ids, order))
            if dry_run:
                break
        if items and not dry_run:
            await self.upkeep.answer_anew(bank.id)
        return Gone(tuple(item for gone in items for item in gone.items))

    async def sweep(self) -> int:
        """Forget what has expired in all banks of all tenants; return how many memories went."""
        gone = 0
        for bank in await self.stores.forgetting.banks_expired(self.clock.now()):
            theirs = replace(self, bank=_always(bank), tenant=bank.tenant)
            gone += (await theirs.expired(bank.name)).memories
        return gone

    async def receipts(
        self, name: str | None = None, *, limit: int = 100, offset: int = 0
    ) -> tuple[list[ForgettingReceipt], int]:
        """Return a page of receipts of a bank, or (None) of all banks of the tenant, latest first."""
        check_page(limit, offset)
        bank = None if name is None else (await self.bank(name)).id
        return await self.stores.forgetting.receipts(self.tenant, bank, limit=limit, offset=offset)

    async def _over(self, bank: Bank, limit: int) -> Sequence[MemoryId]:
        now = self.clock.now()
        return await self.stores.forgetting.expired(bank.id, now, limit=limit)

    def _order(self, subject: Subject, dry_run: bool) -> Order:
        now = self.clock.now()
        return Order(
            tenant=self.tenant,
            subject=subject,
            receipt=ReceiptId(uuid7(now)),
            at=now,
            dry_run=dry_run,
        )


def _always(bank: Bank) -> Callable[[str], Awaitable[Bank]]:
    async def found(name: str) -> Bank:
        return bank

    return found
