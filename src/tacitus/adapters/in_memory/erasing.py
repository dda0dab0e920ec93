"""Having something forgotten, in memory: a dry run is done on a copy that is thrown away."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from tacitus.adapters.in_memory.blotting import blot
from tacitus.adapters.in_memory.contents import Contents, KeptJob, Shelf
from tacitus.adapters.in_memory.forgetting import forget
from tacitus.adapters.in_memory.jobs import UNDER_WAY
from tacitus.adapters.in_memory.retracting import (
    blots,
    called,
    drop_entity,
    drop_other,
    mentioning,
    sayings,
    write_blot,
    write_details,
)
from tacitus.adapters.in_memory.sources import drop_sources, memories_read_in
from tacitus.domain.banks import Bank
from tacitus.domain.documents import is_nameless
from tacitus.domain.errors import Conflict
from tacitus.domain.expiry import Lifetime
from tacitus.domain.forgetting import (
    ForgettingReceipt,
    Gone,
    Item,
    KeptAway,
    Kind,
    Order,
    distinct_items,
    kind_of,
    receipt_of,
)
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.memories import EVIDENCE
from tacitus.domain.operations import OperationStatus
from tacitus.domain.retelling import text_key
from tacitus.domain.retracting import MOST_KEPT_AWAY, READ_NOW, Retraction, retraction

Work = Callable[[Contents], Sequence[Item]]
"""Takes something out; returns what of it cannot be seen from outside, and what stays."""


class Erasing:
    """Fills `ForgettingStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def memories(self, bank: Bank, ids: Sequence[MemoryId], order: Order) -> Gone:
        before = self._shelf.of(bank.id)

        def work(contents: Contents) -> Sequence[Item]:
            for id in ids:
                if id in contents.records:
                    _forget_one(contents, bank.id, id)
            _drop_work(before, contents)
            return ()

        return self._do(bank, order, work)

    async def document(self, bank: Bank, id: DocumentId, order: Order) -> Gone | None:
        if id not in self._shelf.of(bank.id).documents:
            return None

        before = self._shelf.of(bank.id)

        def work(contents: Contents) -> Sequence[Item]:
            del contents.documents[id]
            forget(contents, drop_sources(contents, id))
            _drop_work(before, contents, also=id)
            return ()

        return self._do(bank, order, work)

    async def entity(self, bank: Bank, id: EntityId, order: Order) -> Gone | None:
        if id not in self._shelf.of(bank.id).entities:
            return None
        return self._do(bank, order, lambda contents: _retract(contents, bank.id, id, order.at))

    async def bank(self, bank: Bank, order: Order) -> Gone:
        gone = Gone(_between(self._shelf.of(bank.id), Contents()))
        if not order.dry_run:
            self._shelf.banks.pop(bank.id, None)
            self._shelf.receipts.append(receipt_of(gone, bank.id, order))
        return gone

    async def kept_away(self, bank: BankId) -> KeptAway:
        contents = self._shelf.of(bank)
        return KeptAway(tuple(contents.kept_away), contents.retractions)

    async def expired(self, bank: BankId, at: datetime, *, limit: int) -> list[MemoryId]:
        over = [
            (ends, id)
            for id, record in self._shelf.of(bank).records.items()
            if (ends := record.memory.expires_at) is not None and ends <= at
        ]
        return [id for _, id in sorted(over)[:limit]]

    async def shorten(self, bank: BankId, lifetime: Lifetime) -> None:
        with self._shelf.writing(bank) as contents:
            for id, record in contents.records.items():
                memory = record.memory
                ends = lifetime.ends(
                    mentioned=memory.mentioned_at, known=memory.known_at, own=memory.expires_at
                )
                if memory.network in EVIDENCE:
                    shorter = replace(memory, expires_at=ends)
                    contents.records[id] = replace(record, memory=shorter)

    async def banks_expired(self, at: datetime) -> list[Bank]:
        over = [
            contents.bank
            for bank, contents in self._shelf.banks.items()
            if await self.expired(bank, at, limit=1)
        ]
        return [bank for bank in over if bank]

    async def receipts(
        self, tenant: str, bank: BankId | None, *, limit: int, offset: int
    ) -> tuple[list[ForgettingReceipt], int]:
        found = [
            one
            for one in reversed(self._shelf.receipts)
            if one.tenant == tenant and bank in {None, one.bank}
        ]
        return found[offset : offset + limit], len(found)

    def _do(self, bank: Bank, order: Order, work: Work) -> Gone:
        if order.dry_run:
            before = self._shelf.of(bank.id)
            after = before.copy()
            return _gone(before, after, work(after))
        with self._shelf.writing(bank.id) as contents:
            gone = _gone(self._shelf.of(bank.id), contents, work(contents))
        if gone.items:
            self._shelf.receipts.append(receipt_of(gone, bank.id, order))
        return gone


def _forget_one(contents: Contents, bank: BankId, id: MemoryId) -> None:
    blot(contents, bank, id)
    read_in = {source.document for source in contents.records[id].memory.sources}
    forget(contents, [id])
    for document in filter(is_nameless, read_in):
        # Its id is made of its words: as long as it is there, they cannot be told anew.
        if not memories_read_in(contents, document):
            contents.documents.pop(document, None)


def _drop_work(before: Contents, after: Contents, also: DocumentId | None = None) -> None:
    """Delete the work that is over and has the words of what goes.

    Args:
        also: What waits to read this document goes, too.
    """
    ids = before.records.keys() - after.records.keys()
    documents = {one.document for id in ids for one in before.records[id].memory.sources}
    documents |= set() if also is None else {also}
    after.jobs = {
        id: kept
        for id, kept in after.jobs.items()
        if not _has_words_of(kept, {str(one) for one in ids}, documents, also)
    }


def _has_words_of(
    kept: KeptJob, memories: set[str], documents: set[DocumentId], also: DocumentId | None
) -> bool:
    one, item = kept.operation, kept.operation.payload.get("item")
    read: object = cast(dict[str, object], item).get("document") if item else None
    if one.status in UNDER_WAY:
        waits = one.status is OperationStatus.PENDING
        return waits and also is not None and read == also
    told = f"{one.payload} {one.result}"
    stored = (one.result or {}).get("document")
    return bool({read, stored} & documents) or any(id in told for id in memories)


def _retract(contents: Contents, bank: BankId, id: EntityId, at: datetime) -> Sequence[Item]:
    entity = contents.entities[id]
    named = called(contents, entity)
    plan = retraction(named, sayings(contents))
    if plan.running:
        raise Conflict(READ_NOW)
    going = mentioning(contents, id) | {
        one for one in contents.records if str(one) in plan.memories
    }
    keys = {text_key(bank, contents.records[one].memory.text) for one in going}
    for document, blotted in blots(contents, bank, named, going, plan).items():
        keys |= {*blotted.keys}
        write_blot(contents, document, blotted)
    for document in map(DocumentId, plan.ids(Kind.DOCUMENT)):
        del contents.documents[document]
        going |= drop_sources(contents, document)
    forget(contents, going)
    drop_other(contents, plan)
    write_details(contents, plan.details)
    drop_entity(contents, entity)
    kept = {**contents.kept_away, **dict.fromkeys(keys, at)}
    contents.kept_away = dict([*kept.items()][-MOST_KEPT_AWAY:])
    contents.retractions += 1
    return _unseen(plan)


def _unseen(plan: Retraction) -> list[Item]:
    return [*plan.items_of(Kind.EVIDENCE, Kind.CHANGE), *plan.detail_items, *plan.stays]


def _gone(before: Contents, after: Contents, more: Sequence[Item]) -> Gone:
    stays = [item for item in more if item.kind in {Kind.DIRECTIVE, Kind.BACKGROUND}]
    unseen = [item for item in more if item not in stays]
    return Gone(distinct_items([*_between(before, after), *unseen]), distinct_items(stays))


def _between(before: Contents, after: Contents) -> tuple[Item, ...]:
    """Return what is in some contents, and not any more or not as it was in others."""
    memories = [
        Item(kind_of(record.memory.network), str(id), record.memory.text)
        for id, record in before.records.items()
        if id not in after.records
    ]
    documents = [
        Item(Kind.BLOTTED if id in after.documents else Kind.DOCUMENT, id, id)
        for id, kept in before.documents.items()
        if id not in after.documents or after.documents[id].document.text != kept.document.text
    ]
    answers = [
        Item(Kind.CLEARED if id in after.answers else Kind.ANSWER, id, one.name)
        for id, one in before.answers.items()
        if id not in after.answers
        or after.answers[id].content != one.content
        or after.versions.get(id, ()) != before.versions.get(id, ())
    ]
    others = [
        *(
            Item(Kind.ENTITY, str(id), one.name)
            for id, one in before.entities.items()
            if id not in after.entities
        ),
        *(
            Item(Kind.FEEDBACK, str(id), one.question)
            for id, one in before.feedback.items()
            if id not in after.feedback
        ),
        *(
            Item(Kind.OPERATION, str(id), one.operation.kind.value)
            for id, one in before.jobs.items()
            if id not in after.jobs
        ),
    ]
    return distinct_items([*memories, *documents, *answers, *others])
