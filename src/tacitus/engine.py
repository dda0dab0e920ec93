"""The facade: everything that can be done with a bank, and nothing of how."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from tacitus.areas.access import Access, GrantedBanks
from tacitus.areas.audit import Audit
from tacitus.areas.beliefs import Beliefs
from tacitus.areas.curation import Curation
from tacitus.areas.feedback import RecallFeedback
from tacitus.areas.forgetting import Forgetting
from tacitus.areas.holdings import Holdings
from tacitus.areas.identities import Identities
from tacitus.areas.moving import Moving
from tacitus.areas.standing import Standing
from tacitus.areas.surveys import Surveys
from tacitus.areas.webhooks import Webhooks
from tacitus.areas.works import Works
from tacitus.domain.access import Grant, Right
from tacitus.domain.bank_config import recall_options
from tacitus.domain.banks import (
    Bank,
    BankChange,
    checked_embedder,
    checked_name,
)
from tacitus.domain.changes import Receipt
from tacitus.domain.disuse import decay_of
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import (
    Conflict,
)
from tacitus.domain.expiry import lifetime_of
from tacitus.domain.ids import BankId, DocumentId, MemoryId, OperationId, uuid7
from tacitus.domain.joining import joined
from tacitus.domain.operations import Operation, OperationStatus
from tacitus.domain.recollection import RecallOptions, Recollection
from tacitus.domain.reflection import Reflection, ReflectOptions
from tacitus.domain.requests import (
    checked_items,
    checked_question,
    checked_recall,
    checked_reflect,
)
from tacitus.domain.texts import kept
from tacitus.ports.models import Embedder
from tacitus.ports.telemetry import UNWATCHED, Telemetry
from tacitus.recall.pipeline import Recall
from tacitus.reflect.derive import Tools
from tacitus.reflect.pipeline import Reflect
from tacitus.retain.pipeline import Retain, is_open
from tacitus.retain.read import check
from tacitus.retain.redact import Redaction
from tacitus.tasks.accepting import accept
from tacitus.tasks.accesses import Accesses
from tacitus.tasks.opening import BankOpening, Overtaken
from tacitus.tasks.retaining import retained
from tacitus.tasks.upkeep import Upkeep


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Holdings):
    """A long-term memory: retain, recall, reflect, and a look inside.

    Banks are addressed by name within the engine's tenant. Unless a method says otherwise it raises
    `BankNotFound` for a name that nobody created; `retain` creates the bank instead. `retain`, `recall`
    and `reflect` obey the bank's own configuration (`tacitus.domain.bank_config`), and raise
    `Misconfigured` for a bank that was made with another embedder.
    """

    embedder: Embedder
    retaining: Retain
    recalling: Recall
    reflecting: Reflect
    accesses: Accesses
    tools: Tools
    upkeep: Upkeep
    redaction: Redaction
    telemetry: Telemetry = UNWATCHED

    async def retain(
        self, bank: str, content: str | RetainItem | Sequence[RetainItem]
    ) -> list[Receipt]:
        """Remember documents, in order; each as a whole, with others that are new or by itself.

        Items that name the same document are its parts (`tacitus.domain.joining`): what was made of
        it stands in the receipt of the first.

        Raises:
            InvalidRequest: Nothing to read, or something unreadable, in one of them; none is kept.
            ModelError: A configured model did not give a usable answer.
        """
        with self.telemetry.work("retain"):
            return [one async for one in self.retain_each(bank, checked_items(content))]

    async def retain_each(self, bank: str, items: Sequence[RetainItem]) -> AsyncGenerator[Receipt]:
        """Remember documents as `retain` does; yield what became of each when it is stored.

        A bank that is not there yet is made with the first of them, and not if that fails.
        """
        items = checked_items(items)
        _readable(items)
        found = await self.stores.banks.find(self.tenant, bank)
        target = checked_embedder(found or self._new_bank(bank), self.embedder.name)
        items = await self.redaction.items(target.config, items)
        opening = is_open if found else BankOpening(target, self.stores.banks)
        try:
            async with aclosing(retained(self.retaining, target, items, opening)) as receipts:
                async for receipt in receipts:
                    if receipt.dropped:
                        await self.upkeep.answer_anew(target.id)
                    yield receipt
        except Overtaken:  # nothing was stored yet: begin anew, in the bank that is there now
            async with aclosing(self.retain_each(bank, items)) as receipts:
                async for receipt in receipts:
                    yield receipt

    async def retain_later(
        self, bank: str, items: Sequence[RetainItem], *, operation: OperationId | None = None
    ) -> list[OperationId]:
        """Accept documents to be read in the background; return an operation for each.

        Items that name the same document are its parts, and one operation.

        Args:
            operation: The caller's own id of the work: handed in again under it, the same documents
                are taken once.

        Raises:
            InvalidRequest: Nothing to read, or something unreadable, in one of them; none is taken.
            Conflict: Other documents were handed in under that id.
        """
        taken = _readable(items)
        target = checked_embedder(await self.open_bank(bank), self.embedder.name)
        taken = await self.redaction.items(target.config, taken)
        return await accept(target.id, taken, self.stores.queue, self.clock.now(), asked=operation)

    async def recall(
        self, bank: str, question: str, options: RecallOptions | None = None
    ) -> Recollection:
        """Find what bears on a question.

        Raises:
            InvalidRequest: The question holds no word, or an option makes no sense.
        """
        checked_question(question)
        asked = checked_recall(RecallOptions() if options is None else options)
        begun = self.recalling.begin(question, self.stores.banks.last(self.tenant, bank))
        try:
            target = await begun.seen(self.tenant, bank) or await self.bank(bank)
            target = checked_embedder(target, self.embedder.name)
            how = recall_options(target.config, asked)
            with self.telemetry.work("recall"):
                found = await self.recalling.go_on(begun, target, how)
                self.telemetry.phases("recall", found.seconds)
        finally:
            begun.cancel()
        self.accesses.note(target.id, [candidate.memory.id for candidate in found.kept])
        return found

    async def reflect(
        self, bank: str, question: str, options: ReflectOptions | None = None
    ) -> Reflection:
        """Answer from memory, with sources.

        Raises:
            InvalidRequest: The question holds no word, or an option makes no sense.
            ModelError: A configured model did not give a usable answer.
        """
        checked_question(question)
        asked = checked_reflect(ReflectOptions() if options is None else options)
        target = checked_embedder(await self.bank(bank), self.embedder.name)
        bound = await self.standing.binding(
            target, asked.recall.filters.tags, everything=asked.all_directives
        )
        asked = replace(
            asked,
            recall=recall_options(target.config, asked.recall),
            directives=(*asked.directives, *bound),
        )
        with self.telemetry.work("reflect"):
            reflection = await self.reflecting.run(target, question, asked)
        self.accesses.note(target.id, [memory.id for memory in reflection.based_on])
        return reflection

    async def open_bank(self, name: str) -> Bank:
        """Return the bank, created where it does not exist yet."""
        found = await self.stores.banks.find(self.tenant, kept(name, "A bank's name"))
        return found or await self.set_bank(name)

    async def set_bank(self, name: str, change: BankChange | None = None) -> Bank:
        """Create the bank or change it.

        Raises:
            InvalidRequest: The name cannot be carried by a bank, or what is said of it cannot be kept.
        """
        asked = change or BankChange()
        for what in ("title", "mission", "background"):
            kept(getattr(asked, what) or "", f"The {what}")
        known = await self.stores.banks.find(self.tenant, kept(name, "A bank's name"))
        found = known or self._new_bank(name)
        config = found.config if asked.config is None else asked.config
        lifetime, _ = lifetime_of(config), decay_of(config)
        asked = self.redaction.fields(config, asked, "title", "mission", "background")
        changed = replace(
            found,
            title=found.title if asked.title is None else asked.title,
            mission=found.mission if asked.mission is None else asked.mission,
            background=found.background if asked.background is None else asked.background,
            disposition=asked.disposition or found.disposition,
            config=config,
            updated_at=self.clock.now(),
        )
        try:
            await self.stores.banks.save(changed)
        except Conflict:  # someone created it meanwhile: change theirs
            return await self.set_bank(name, change)
        if lifetime != lifetime_of(found.config):
            await self.stores.forgetting.shorten(changed.id, lifetime)
        return changed

    async def delete_bank(self, name: str) -> None:
        """Delete a bank with everything in it."""
        await self.forgetting.whole(name)

    async def delete_memory(self, name: str, id: MemoryId) -> None:
        """Forget one memory; raises as `Forgetting.memory` does."""
        await self.forgetting.memory(name, id)

    async def delete_document(self, name: str, id: DocumentId) -> int:
        """Forget a document; return how many memories went. Raises as `Forgetting.document` does."""
        return (await self.forgetting.document(name, id)).memories

    def granted(self, grant: Grant) -> "Engine":
        """Return the memory as it is there for who holds the grant; see `GrantedBanks`.

        What only reads leaves no opinions behind. Whatever else a right forbids is for the interfaces.
        """
        if grant.tenant == self.tenant and grant.whole and grant.right.covers(Right.WRITE):
            return self
        return replace(
            self,
            tenant=grant.tenant,
            stores=replace(self.stores, banks=GrantedBanks(self.stores.banks, grant)),
            reflecting=replace(self.reflecting, forms=grant.right.covers(Right.WRITE)),
        )

    @property
    def access(self) -> Access:
        """The tenant's keys."""
        return Access(self.tenant, self.stores.keys, self.clock)

    @property
    def audit(self) -> Audit:
        """Who asked for what over the network."""
        return Audit(self.tenant, self.stores.audit)

    @property
    def identities(self) -> Identities:
        """Who is who: merging, splitting and naming entities."""
        return Identities(bank=self.bank, stores=self.stores, clock=self.clock)

    async def add_background(self, name: str, statement: str) -> tuple[Bank, OperationId | None]:
        """Add to the bank's biography; return the bank, and the merge that follows, if any does."""
        bank = await self.bank(name)
        cleaned = self.redaction.text(bank.config, statement, "The background")
        return await self.upkeep.add_background(bank, cleaned)

    @property
    def forgetting(self) -> Forgetting:
        """Having things forgotten for good."""
        return Forgetting(
            bank=self.bank,
            tenant=self.tenant,
            stores=self.stores,
            upkeep=self.upkeep,
            clock=self.clock,
        )

    @property
    def curation(self) -> Curation:
        """Putting memories and documents right."""
        return Curation(
            bank=self.bank,
            stores=self.stores,
            tools=self.tools,
            upkeep=self.upkeep,
            redaction=self.redaction,
        )

    @property
    def standing(self) -> Standing:
        """Directives, and questions that are answered anew."""
        redaction = self.redaction
        return Standing(bank=self.bank, stores=self.stores, clock=self.clock, redaction=redaction)

    @property
    def webhooks(self) -> Webhooks:
        return Webhooks(bank=self.bank, stores=self.stores, clock=self.clock)

    @property
    def feedback(self) -> RecallFeedback:
        """What users say of recalls."""
        return RecallFeedback(
            bank=self.bank, stores=self.stores, clock=self.clock, redaction=self.redaction
        )

    @property
    def moving(self) -> Moving:
        """Exporting and importing whole banks."""
        return Moving(
            bank=self.bank, open_bank=self.open_bank, stores=self.stores, embedder=self.embedder
        )

    @property
    def surveys(self) -> Surveys:
        """Looking at a bank as a whole."""
        return Surveys(bank=self.bank, stores=self.stores, upkeep=self.upkeep, clock=self.clock)

    @property
    def beliefs(self) -> Beliefs:
        """Looking into opinions, and moving them."""
        redaction = self.redaction
        return Beliefs(bank=self.bank, stores=self.stores, tools=self.tools, redaction=redaction)

    @property
    def works(self) -> Works:
        """Looking at background work, and steering it."""
        return Works(bank=self.bank, queue=self.stores.queue)

    async def operations(
        self,
        name: str,
        *,
        status: OperationStatus | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[list[Operation], int]:
        """Return a page, newest first, and how many there are in all."""
        return await self.works.page(name, status=status, limit=limit, offset=offset)

    async def operation(self, name: str, id: OperationId) -> Operation | None:
        return await self.works.find(name, id)

    async def cancel(self, name: str, id: OperationId) -> None:
        """Cancel an operation that still waits; raises as `Works.cancel` does."""
        await self.works.cancel(name, id)

    async def retry(self, name: str, id: OperationId) -> None:
        """Let an operation that failed or was cancelled run again; raises as `Works.retry` does."""
        await self.works.retry(name, id)

    def _new_bank(self, name: str) -> Bank:
        now = self.clock.now()
        return Bank(
            id=BankId(uuid7(now)),
            tenant=self.tenant,
            name=checked_name(name),
            created_at=now,
            updated_at=now,
            embedder=self.embedder.name,
        )


def _readable(items: Sequence[RetainItem]) -> list[RetainItem]:
    """Return documents that can be read, all of them looked through before any is."""
    taken = joined(checked_items(items))
    for item in taken:
        check(item)
    return taken
