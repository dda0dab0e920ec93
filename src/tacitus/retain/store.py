"""Step 9 of retain: everything that was worked out, as changes that are written at once."""

from collections.abc import Sequence
from dataclasses import replace

from tacitus.domain.changes import Changes, Outcome, Receipt, Supersession
from tacitus.domain.documents import DocumentChange
from tacitus.domain.ids import BankId, EntityId, OperationId, uuid7
from tacitus.domain.operations import Job, JobKind, observing
from tacitus.retain.stages import Recorded, Resolved, Work

OBSERVED_FROM = 5
"""How many memories must mention an entity before it is summarised."""
SETTLE_SECONDS = 30.0
"""How long changes to an entity gather before it is summarised anew."""


def assemble(work: Work, bank: BankId) -> list[Changes]:
    """Put together what one transaction writes: changes of each document, in order.

    What relates the memories of several documents is written with the last of them.
    """
    places = {id: at for at, one in enumerate(work.told) for id in one.drafts}
    ends = [
        (max(places.get(one.old, 0), places.get(one.new, 0)), one)
        for one in work.compared.supersessions
    ]
    first, *others = (
        _of_document(one, work, bank, tuple(end for place, end in ends if place == at))
        for at, one in enumerate(work.told)
    )
    *before, last = [replace(first, seen=work.seen), *others]
    return [
        *before,
        replace(
            last,
            entities=work.resolved.entities,
            mentions=work.resolved.mentions,
            links=work.links,
            jobs=(*_observe(work, bank), *_reinforce(work, bank)),
        ),
    ]


def _of_document(
    one: Recorded, work: Work, bank: BankId, supersessions: tuple[Supersession, ...]
) -> Changes:
    document, compared = one.reading.document, work.compared
    records = tuple(each for each in compared.records if each.memory.id in one.drafts)
    return Changes(
        bank=bank,
        document=document,
        change=DocumentChange(at=one.reading.at, act=one.reading.act, added=len(records)),
        expected_revision=document.revision - 1,
        retractions=one.reading.retractions,
        dropped_chunks=one.plan.dropped,
        chunks=one.plan.fresh,
        moved_chunks=one.plan.moved,
        records=records,
        restatements=tuple(
            said for said in compared.restatements if said.source.document == document.id
        ),
        supersessions=supersessions,
        expires_at=one.expires_at,
    )


def receipt_of(one: Recorded, changes: Changes, gone: int) -> Receipt:
    """Say what was done to a document.

    Args:
        gone: How many memories went with what the document no longer holds.
    """
    prepared = one.prepared
    return Receipt(
        document=one.reading.document.id,
        outcome=Outcome.STORED,
        memories=tuple(record.memory.id for record in changes.records),
        restated=len(changes.restatements),
        superseded=len(changes.supersessions),
        dropped=gone,
        chunks_read=len(one.plan.fresh),
        left_out=prepared.left_out,
        forgotten=prepared.forgotten,
        input_tokens=prepared.usage.input_tokens,
        output_tokens=prepared.usage.output_tokens,
    )


def _observe(work: Work, bank: BankId) -> list[Job]:
    """Let summaries follow what is said anew, and what went with chunks that are no longer there."""
    at = work.told[-1].reading.document.received_at
    mentioned = _much_mentioned(work.resolved)
    dropped = any(one.plan.dropped for one in work.told)
    entities = [None, *mentioned] if dropped else mentioned
    return [observing(bank, entity, at, SETTLE_SECONDS) for entity in entities]


def _much_mentioned(resolved: Resolved) -> Sequence[EntityId]:
    return [id for id, count in resolved.mention_counts.items() if count >= OBSERVED_FROM]


def _reinforce(work: Work, bank: BankId) -> list[Job]:
    if not work.opinions_held or not work.compared.records:
        return []
    ids = [str(record.memory.id) for record in work.compared.records]
    return [
        Job(
            id=_id(work),
            bank=bank,
            kind=JobKind.REINFORCE,
            payload={"memories": ids},
            order_key="reinforce",
        )
    ]


def _id(work: Work) -> OperationId:
    return OperationId(uuid7(work.told[-1].reading.document.received_at))
