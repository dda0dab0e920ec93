"""What people put right: memories edited, doubted and restored, documents tagged and read again."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Named, Record, Resettlement
from tacitus.domain.curation import (
    LONGEST_TEXT,
    Act,
    MemoryChange,
    MemoryEdit,
    differences,
    edited,
)
from tacitus.domain.documents import Document, DocumentAct, DocumentChange
from tacitus.domain.errors import (
    Conflict,
    DocumentNotFound,
    EntityNotFound,
    InvalidRequest,
    MemoryNotFound,
)
from tacitus.domain.ids import DocumentId, EntityId, MemoryId, OperationId, uuid7
from tacitus.domain.meanings import meaning_of
from tacitus.domain.memories import EVIDENCE, Memory, MemoryPage, Network, State
from tacitus.domain.operations import Job, JobKind, OperationStatus, observing
from tacitus.domain.statements import Statement, state_key
from tacitus.domain.terms import terms
from tacitus.domain.texts import distinct, kept, said
from tacitus.domain.time.bounds import checked_moment
from tacitus.ports.storage import Stores
from tacitus.reflect.derive import Tools
from tacitus.retain.compare import resettled
from tacitus.retain.extract.by_hand import written
from tacitus.retain.redact import Redaction
from tacitus.retain.resolve import resolve
from tacitus.tasks.upkeep import Upkeep

_ATTEMPTS = 32
"""How often an edit is worked out anew because another changed the memory first."""
_ACTS = {State.INVALIDATED: Act.INVALIDATED, State.VALID: Act.RESTORED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Curation:
    """Changes by hand; what was made from what is changed is made anew in the background.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`, a memory that the
    bank does not hold raises `MemoryNotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    tools: Tools
    upkeep: Upkeep
    redaction: Redaction

    async def edit(self, name: str, id: MemoryId, edit: MemoryEdit, *, reason: str = "") -> Memory:
        """Put a fact or an experience right; return it as it then stands.

        Its sources and its speaker stay; whom it mentions is read in a new text by rule. What it was
        evidence of no longer counts, and it is weighed anew.

        Raises:
            InvalidRequest: It is no evidence, or the edit makes no sense.
        """
        _check(edit, reason)
        bank = await self.bank(name)
        edit = self.redaction.fields(bank.config, edit, "text", "context")
        reason = self.redaction.text(bank.config, reason, "The reason")
        for _ in range(_ATTEMPTS - 1):
            with suppress(Conflict):
                return await self._edit(bank, id, edit, reason)
        return await self._edit(bank, id, edit, reason)

    async def set_state(self, name: str, id: MemoryId, state: State, reason: str = "") -> None:
        """Invalidate a memory, with a reason, or make it valid again."""
        kept(reason, "The reason")
        bank = await self.bank(name)
        reason = self.redaction.text(bank.config, reason, "The reason")
        memory = await self._memory(bank, id)
        await self.stores.memories.set_state(bank.id, id, state, reason=reason)
        if state is not memory.state:
            change = MemoryChange(at=self.tools.clock.now(), act=_ACTS[state], reason=reason)
            await self.stores.curation.note(bank.id, id, change)
        if memory.network in EVIDENCE and state is not memory.state:
            observed = await self.upkeep.observed(bank.id, [memory])
            await self.upkeep.distrust(bank.id, memory, observed)
            await self.upkeep.renew(bank.id, observed)

    async def history(self, name: str, id: MemoryId) -> list[MemoryChange]:
        """Return what was changed of a memory by hand, latest first."""
        bank = await self.bank(name)
        await self._memory(bank, id)
        return await self.stores.curation.history(bank.id, id)

    async def retag(self, name: str, id: DocumentId, tags: Sequence[str]) -> None:
        """Give a document and what was read in it other tags.

        Raises:
            DocumentNotFound: The bank has no such document.
        """
        kept(id, "A document id")
        bank = (await self.bank(name)).id
        if not await self.stores.curation.retag(bank, id, distinct(tags, "tag")):
            raise DocumentNotFound(f"Document '{id}' not found")
        change = DocumentChange(at=self.tools.clock.now(), act=DocumentAct.RETAGGED)
        await self.stores.documents.note(bank, id, change)

    async def reread(self, name: str, id: DocumentId) -> OperationId:
        """Have a document read anew as it is; return the operation.

        For when a model was configured, or reading has become better.

        Raises:
            DocumentNotFound: The bank has no such document.
            Conflict: Who said what when is not known of all of it.
        """
        bank = await self.bank(name)
        document = await self._document(bank, id)
        if document.turns is None:
            raise Conflict(
                f"Who said what when is not known of all of document '{id}': retain it again instead"
            )
        job = Job(
            id=OperationId(uuid7(self.tools.clock.now())),
            bank=bank.id,
            kind=JobKind.REPROCESS,
            payload={"document": id},
            order_key=f"retain/{id}",
        )
        await self.stores.queue.enqueue([job])
        return job.id

    async def document_history(self, name: str, id: DocumentId) -> list[DocumentChange]:
        """Return what was done to a document and to the memories that stand in it, latest first.

        Raises:
            DocumentNotFound: The bank has no such document.
        """
        bank = await self.bank(name)
        await self._document(bank, id)
        return await self.stores.documents.changes(bank.id, id)

    async def summarise(self, name: str, entity: EntityId | None = None) -> OperationId:
        """Have an entity summarised anew, or (None) all whose summaries are stale; return the operation.

        Raises:
            EntityNotFound: The bank knows no such entity.
        """
        bank = (await self.bank(name)).id
        if entity is not None and await self.stores.entities.find(bank, entity) is None:
            raise EntityNotFound(f"Entity '{entity}' not found")
        job = replace(observing(bank, entity, self.tools.clock.now(), 0.0), dedupe_key=None)
        await self.stores.queue.enqueue([job])
        return job.id

    async def recover(self, name: str) -> int:
        """Let all summaries that failed be tried again; return how many."""
        bank = (await self.bank(name)).id
        failed, _ = await self.stores.queue.page(
            bank, status=OperationStatus.FAILED, kind=JobKind.OBSERVE, limit=1000, offset=0
        )
        return sum([await self.stores.queue.retry(bank, one.id) for one in failed])

    async def forget_summaries(self, name: str) -> int:
        """Delete all observations; return how many. They are made anew as entities are spoken of."""
        bank = (await self.bank(name)).id
        page = MemoryPage(networks=frozenset((Network.OBSERVATION,)), limit=200)
        gone = 0
        while (found := await self.stores.memories.page(bank, page))[0]:
            gone += sum([await self.stores.memories.delete(bank, one.id) for one in found[0]])
        await self.upkeep.answer_anew(bank)
        return gone

    async def _edit(self, bank: Bank, id: MemoryId, edit: MemoryEdit, reason: str) -> Memory:
        before = await self._memory(bank, id)
        after = edited(before, edit)
        changed = differences(before, after)
        if not changed:
            return before
        observed = await self.upkeep.observed(bank.id, [before])
        change = MemoryChange(
            at=self.tools.clock.now(), act=Act.EDITED, reason=reason, before=changed
        )
        record = await self._record(after)
        settled = await self._resettled(bank, before, record)
        named = await self._named(bank, record) if "text" in changed else None
        if not await self.stores.curation.edit(
            bank.id, record, change, seen=before, settled=settled, named=named
        ):
            raise MemoryNotFound(f"Memory '{id}' not found")
        await self.upkeep.distrust(bank.id, before, observed)
        now = await self._memory(bank, id)
        spoken_of = await self.upkeep.observed(bank.id, [before, now])
        await self.upkeep.renew(bank.id, spoken_of)
        await self._weigh(bank, id)
        return now

    async def _named(self, bank: Bank, record: Record) -> Named:
        """Read whom a memory mentions by now."""
        places = dict.fromkeys(source.document for source in record.memory.sources)
        found = [await self.stores.documents.find(bank.id, place) for place in places]
        draft = written(record.memory, [one for one in found if one is not None])
        drafts = {record.memory.id: draft}
        resolved = await resolve([record], [drafts], bank.id, self.stores.entities)
        return Named(resolved.entities, resolved.mentions)

    async def _resettled(self, bank: Bank, before: Memory, record: Record) -> Resettlement:
        """Work out which states hold by now, where one of them says something else."""
        ids = await self.stores.curation.replaced(bank.id, before.id)
        if before.superseded_by:
            ids.append(before.superseded_by)
        others = await self.stores.memories.get(bank.id, ids)
        if record.state_key:
            stating = await self.stores.memories.stating(bank.id, [record.state_key])
            others |= {one.id: one for one in stating.get(record.state_key, ())}
        others.pop(before.id, None)
        return resettled(before, record.memory, [*others.values()])

    async def _memory(self, bank: Bank, id: MemoryId) -> Memory:
        found = await self.stores.memories.get(bank.id, [id])
        if id not in found:
            raise MemoryNotFound(f"Memory '{id}' not found")
        return found[id]

    async def _document(self, bank: Bank, id: DocumentId) -> Document:
        found = await self.stores.documents.find(bank.id, DocumentId(kept(id, "A document id")))
        if found is None:
            raise DocumentNotFound(f"Document '{id}' not found")
        return found

    async def _record(self, memory: Memory) -> Record:
        [vector] = await self.tools.embedder.embed([meaning_of(memory.text, memory.speaker)])
        statement = Statement(memory.text, memory.speaker, memory.mentioned_at)
        return Record(
            memory=replace(memory, tokens=self.tools.counter.count(memory.text)),
            vector=vector,
            terms=terms(memory.text),
            state_key=state_key(statement),
        )

    async def _weigh(self, bank: Bank, id: MemoryId) -> None:
        """Have a memory weighed against the opinions it touches, if any are held."""
        if not await self.stores.opinions.held(bank.id):
            return
        job = Job(
            id=OperationId(uuid7(self.tools.clock.now())),
            bank=bank.id,
            kind=JobKind.REINFORCE,
            payload={"memories": [str(id)]},
            order_key="reinforce",
        )
        await self.stores.queue.enqueue([job])


def _check(edit: MemoryEdit, reason: str) -> None:
    kept(reason, "The reason")
    if edit.text is not None and len(said(edit.text, "The text")) > LONGEST_TEXT:
        raise InvalidRequest(f"A memory has at most {LONGEST_TEXT:,} characters: retain a document")
    kept(edit.context or "", "The context")
    for what in ("occurred_start", "occurred_end", "mentioned_at"):
        if (moment := getattr(edit, what)) is not None:
            checked_moment(moment, what)
