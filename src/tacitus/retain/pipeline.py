"""Retain: a transcript to memories in a graph."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    aclosing,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, zip_longest

from tacitus.domain.aside import aside, each_aside
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Draft, Outcome, Receipt, Record
from tacitus.domain.documents import Chunk, Document, RetainItem
from tacitus.domain.errors import Conflict, TacitusError, ToldMeanwhile
from tacitus.domain.forgetting import KeptAway
from tacitus.domain.ids import DocumentId
from tacitus.domain.meanings import meaning_of
from tacitus.domain.memories import EVIDENCE, MemoryPage
from tacitus.domain.vectors import Vector
from tacitus.ports.forgetting import ForgettingStore
from tacitus.ports.models import Embedder, Extractor, TokenCounter
from tacitus.ports.runtime import Clock, Tell, tell_nobody
from tacitus.ports.storage import (
    DocumentStore,
    EntityStore,
    MemoryStore,
    OpinionStore,
    Resemblance,
)
from tacitus.ports.telemetry import UNWATCHED, Telemetry
from tacitus.retain.ahead import ahead
from tacitus.retain.believe import believe
from tacitus.retain.chunk import chunk, plan
from tacitus.retain.compare import compare_statements, corrected_in
from tacitus.retain.expire import expiring, expiry, expiry_before, expiry_of
from tacitus.retain.hold import Holding, hold, keep_held
from tacitus.retain.keep_away import keep_away, without_forgotten
from tacitus.retain.link import link
from tacitus.retain.locks import Locks
from tacitus.retain.read import document_id, length_of, read, read_again
from tacitus.retain.record import record
from tacitus.retain.resemble import resemble, seen
from tacitus.retain.resolve import resolve
from tacitus.retain.stages import Compared, Plan, Prepared, Reading, Recorded, Work
from tacitus.retain.store import assemble, receipt_of

ATTEMPTS = 32
"""How often a retain is worked out anew because another writer changed the document first."""
NO_TURN = nullcontext()
_MOST_READ = 10_000
"""Memories of a document that are looked at for how long it is kept."""

Opening = Callable[[], Awaitable[None]]
"""Makes the bank, where it is not there yet; done again it does nothing."""


async def is_open() -> None:
    """Open a bank that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retain:
    """The pipeline and what it works with.

    Attributes:
        embedded_at_once: Texts between two signs of progress; enough of them to be batched by length.
        locks: Of documents and banks: who was overtaken once is not overtaken by others like it.
    """

    documents: DocumentStore
    forgetting: ForgettingStore
    memories: MemoryStore
    entities: EntityStore
    opinions: OpinionStore
    extractor: Extractor
    embedder: Embedder
    counter: TokenCounter
    clock: Clock
    embedded_at_once: int = 1024
    telemetry: Telemetry = UNWATCHED
    locks: Locks = field(default_factory=Locks)

    async def run(
        self,
        bank: Bank,
        item: RetainItem,
        tell: Tell = tell_nobody,
        opening: Opening = is_open,
    ) -> Receipt:
        """Retain one document; see `Engine.retain`.

        Args:
            tell: Hears of the stages "extract" (chunks), "embed" and "store" (memories).
            opening: Called before the first thing is stored.
        """
        with suppress(Conflict):
            return await self._once(bank, item, tell, opening)
        async with self.locks.of((bank.id, document_id(item))):
            for _ in range(ATTEMPTS - 2):
                with suppress(Conflict):
                    return await self._once(bank, item, tell, opening)
            return await self._once(bank, item, tell, opening)

    async def run_again(
        self, bank: Bank, id: DocumentId, tell: Tell = tell_nobody
    ) -> Receipt | None:
        """Read a document anew, all of it; None where it is gone, or its turns are not known.

        What people put right stays; a memory that is read again as it was is the same memory.
        """
        for _ in range(ATTEMPTS - 1):
            with suppress(Conflict):
                return await self._again(bank, id, tell)
        return await self._again(bank, id, tell)

    async def run_all(
        self, bank: Bank, items: Sequence[RetainItem], opening: Opening = is_open
    ) -> AsyncGenerator[Receipt]:
        """Retain documents in order; yield what became of each when it is stored."""
        prepare = partial(self._prepare, bank, turn=asyncio.Lock())
        async with aclosing(ahead(items, prepare)) as coming:
            async for some, prepared in coming:
                if receipts := await self._together(bank, prepared, opening):
                    for receipt in receipts:
                        yield receipt
                    continue
                for item, one in zip_longest(some, prepared):
                    yield await self._finish(bank, item, one, opening)

    async def _once(self, bank: Bank, item: RetainItem, tell: Tell, opening: Opening) -> Receipt:
        [prepared] = await self._prepare(bank, [item], tell)
        await opening()
        return await self._settle(bank, prepared, tell)

    async def _together(
        self, bank: Bank, prepared: Sequence[Prepared], opening: Opening
    ) -> list[Receipt]:
        """Store documents that are new to the bank at once; nothing where that is not to be had."""
        if len(prepared) < 2 or not all(one.is_first_told for one in prepared):
            return []
        await opening()
        with suppress(TacitusError):  # by itself, each fares as it would have: one may be at fault
            return await self._store(bank, prepared)
        return []

    async def _finish(
        self, bank: Bank, item: RetainItem, prepared: Prepared | None, opening: Opening
    ) -> Receipt:
        """Settle what was prepared; begin anew where that came to nothing."""
        if prepared is not None:
            await opening()
            with suppress(Conflict):
                return await self._settle(bank, prepared, tell_nobody)
        return await self.run(bank, item, opening=opening)

    async def _prepare(
        self,
        bank: Bank,
        items: Sequence[RetainItem],
        tell: Tell = tell_nobody,
        turn: AbstractAsyncContextManager[None] = NO_TURN,
    ) -> list[Prepared]:
        """Do what does not hang on the memories of the bank.

        Args:
            turn: Lets others come later: what nobody dated is taken to be said when it is read.
        """
        async with turn:
            known = await self.documents.find_each(bank.id, [document_id(item) for item in items])
            away = await self.forgetting.kept_away(bank.id)
            prepared = [
                await self._extract(bank, item, known.get(document_id(item)), away, tell)
                for item in items
            ]
        texts = [_meaning(draft) for one in prepared for draft in one.drafts]
        with self._watch("embed"):
            vectors = iter(await self._embed(texts, tell))
        return [replace(one, vectors=tuple(islice(vectors, len(one.drafts)))) for one in prepared]

    async def _extract(
        self, bank: Bank, item: RetainItem, known: Document | None, away: KeptAway, tell: Tell
    ) -> Prepared:
        now, reader = self.clock.now(), self.extractor.name
        with self._watch("read"):
            reading = await aside(
                lambda: read(item, bank.id, known, now, reader=reader), length_of(item)
            )
            reading = replace(reading, expires_at=expiry_of(item), retractions=away.retractions)
            reading, forgotten = await aside(
                lambda: keep_away(reading, away.keys, known), length_of(item)
            )
        return await self._draw(bank, reading, known, forgotten, tell)

    async def _again(self, bank: Bank, id: DocumentId, tell: Tell) -> Receipt | None:
        known = await self.documents.find(bank.id, id)
        if known is None or known.turns is None:
            return None
        away = await self.forgetting.kept_away(bank.id)
        page = MemoryPage(document=id, networks=frozenset(EVIDENCE), limit=_MOST_READ)
        before, _ = await self.memories.page(bank.id, page)
        reading = replace(
            read_again(known, self.clock.now()),
            expires_at=expiry_before(before, id),
            retractions=away.retractions,
        )
        reading, forgotten = await aside(lambda: keep_away(reading, away.keys), len(known.text))
        prepared = await self._draw(bank, reading, known, forgotten, tell)
        vectors = await self._embed([_meaning(draft) for draft in prepared.drafts], tell)
        return await self._settle(bank, replace(prepared, vectors=tuple(vectors)), tell)

    async def _draw(
        self, bank: Bank, reading: Reading, known: Document | None, forgotten: int, tell: Tell
    ) -> Prepared:
        """Read what is to be read of a document; it may be nothing."""
        with self._watch("chunk"):
            todo = await self._plan(bank, reading, known)
        if todo is None:
            return Prepared(reading=reading, forgotten=forgotten)
        await tell("extract", 0, len(todo.fresh))
        holding = await self._hold(bank, reading.document, known, todo)
        with self._watch("extract"):
            extraction = await self.extractor.extract(reading.document, holding.shown)
        prepared = Prepared(
            reading=reading,
            plan=todo,
            drafts=extraction.drafts,
            usage=extraction.usage,
            left_out=extraction.left_out,
            forgotten=forgotten,
        )
        prepared = without_forgotten(prepared) if reading.document.forgotten else prepared
        return keep_held(prepared, todo, holding) if holding.held else prepared

    async def _hold(
        self, bank: Bank, document: Document, known: Document | None, todo: Plan
    ) -> Holding:
        """Find what people put right in what is read again."""
        held = await self.documents.held(bank.id, document.id) if known and todo.dropped else []
        if known is None or not held:
            return Holding(todo.fresh)
        return await aside(lambda: hold(todo, document, known.text, held), len(document.text))

    async def _settle(self, bank: Bank, prepared: Prepared, tell: Tell) -> Receipt:
        """Store what was prepared; compare it anew where what bears on it was told meanwhile."""
        if prepared.plan is None:
            id, forgotten = prepared.reading.document.id, prepared.forgotten
            return Receipt(document=id, outcome=Outcome.UNCHANGED, forgotten=forgotten)
        await tell("store", 0, len(prepared.vectors))
        with suppress(ToldMeanwhile):
            return await self._store_one(bank, prepared)
        async with self.locks.of(bank.id):
            for _ in range(ATTEMPTS - 2):
                with suppress(ToldMeanwhile):
                    return await self._store_one(bank, prepared)
            return await self._store_one(bank, prepared)

    async def _store_one(self, bank: Bank, prepared: Prepared) -> Receipt:
        [receipt] = await self._store(bank, [prepared])
        return receipt

    async def _store(self, bank: Bank, prepared: Sequence[Prepared]) -> list[Receipt]:
        """Store documents in one transaction, each of which has something to be stored."""
        told = [await self._record(bank, one, one.plan) for one in prepared if one.plan]
        records = [record for one in told for record in one.records]
        drafts = [one.drafts for one in told]
        mark = await self.memories.mark(bank.id)
        with self._watch("compare"):
            near = await resemble(records, bank.id, self.memories)
            compared = await self._compare(bank, told, records, near)
        with self._watch("resolve"):
            resolved = await resolve(compared.records, drafts, bank.id, self.entities)
        alike = {r.memory.id: found for r, found in zip(records, near, strict=True)}
        with self._watch("link"):
            links = await link(compared.records, drafts, alike, bank.id, self.memories)
        work = Work(
            told=tuple(told),
            compared=compared,
            resolved=resolved,
            links=links,
            opinions_held=await self.opinions.held(bank.id),
            seen=seen(records, near, mark),
        )
        with self._watch("store"):
            changes = await aside(lambda: assemble(work, bank.id), _length(prepared))
            gone = await self.memories.apply(*changes)
        return [receipt_of(*one, gone) for one in zip(told, changes, strict=True)]

    async def _record(self, bank: Bank, prepared: Prepared, todo: Plan) -> Recorded:
        reading = prepared.reading
        records = await each_aside(
            lambda one: record(*one, reading.document, self.counter),
            zip(prepared.drafts, prepared.vectors, strict=True),
            lambda one: len(one[0].text),
        )
        records = [expiring(one, bank, reading.expires_at) for one in records]
        return Recorded(
            prepared=prepared,
            plan=todo,
            records=tuple(records),
            drafts={r.memory.id: d for r, d in zip(records, prepared.drafts, strict=True)},
            expires_at=expiry(bank, reading),
        )

    async def _compare(
        self,
        bank: Bank,
        told: Sequence[Recorded],
        records: Sequence[Record],
        near: Sequence[Sequence[Resemblance]],
    ) -> Compared:
        corrected = {
            right: wrong
            for one in told
            for right, wrong in corrected_in(one.records, one.prepared.drafts).items()
        }
        length = _length([one.prepared for one in told])
        compared = await aside(lambda: compare_statements(records, near, corrected), length)
        held = [said for one in told for said in one.prepared.held]
        compared = replace(compared, restatements=(*held, *compared.restatements))
        return await believe(compared, bank.id, self.opinions)

    def _watch(self, phase: str) -> AbstractContextManager[None]:
        return self.telemetry.phase("retain", phase)

    async def _embed(self, texts: Sequence[str], tell: Tell) -> list[Vector]:
        """Return a vector for each text; what is said again is embedded once."""
        different = list(dict.fromkeys(texts))
        vectors: dict[str, Vector] = {}
        for begin in range(0, len(different), self.embedded_at_once):
            await tell("embed", begin, len(different))
            part = different[begin : begin + self.embedded_at_once]
            vectors |= zip(part, await self.embedder.embed(part), strict=True)
        return [vectors[text] for text in texts]

    async def _plan(self, bank: Bank, reading: Reading, known: Document | None) -> Plan | None:
        """Return what is to be read, or None if the document is there as it is."""
        document = reading.document
        if known is not None and known.digest == document.digest and not reading.again:
            return None
        stored = await self.documents.chunks(bank.id, document.id) if known else []
        first = _after(stored) if reading.appended else 0
        reader = self.extractor.name
        chunks = await aside(
            lambda: chunk(document, reading.turns, first=first, reader=reader), len(document.text)
        )
        todo = plan(chunks, stored, appended=reading.appended)
        if reading.appended and not todo.fresh:
            return None
        redated = known is not None and known.timestamp != document.timestamp
        if reading.again or (redated and not todo.fresh and not todo.dropped):
            # The same words with another date: the caller corrects the date.
            return Plan(fresh=tuple(chunks), dropped=tuple(old.index for old in stored))
        return todo


def _after(stored: list[Chunk]) -> int:
    return max((chunk.index for chunk in stored), default=-1) + 1


def _meaning(draft: Draft) -> str:
    return meaning_of(draft.text, draft.speaker)


def _length(some: Sequence[Prepared]) -> int:
    return sum(one.length for one in some)
