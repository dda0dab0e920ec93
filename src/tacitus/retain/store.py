"""Step 9 of retain: everything that was worked out, as one change."""

from collections.abc import Sequence

from tacitus.domain.changes import Changes, Outcome, Receipt
from tacitus.domain.documents import DocumentChange
from tacitus.domain.ids import BankId, EntityId, OperationId, uuid7
from tacitus.domain.operations import Job, JobKind, observing
from tacitus.domain.reflection import Usage
from tacitus.retain.stages import Resolved, Work

OBSERVED_FROM = 5
"""How many memories must mention an entity before it is summarised."""
SETTLE_SECONDS = 30.0
"""How long changes to an entity gather before it is summarised anew."""


def assemble(work: Work, bank: BankId) -> Changes:
    """Put together what one transaction writes."""
    document = work.reading.document
    return Changes(
        bank=bank,
        document=document,
        change=DocumentChange(
            at=work.reading.at, act=work.reading.act, added=len(work.compared.records)
        ),
        expected_revision=document.revision - 1,
        retractions=work.reading.retractions,
        seen=work.seen,
        dropped_chunks=work.plan.dropped,
        chunks=work.plan.fresh,
        moved_chunks=work.plan.moved,
        records=work.compared.records,
        restatements=work.compared.restatements,
        supersessions=work.compared.supersessions,
        expires_at=work.expires_at,
        entities=work.resolved.entities,
        mentions=work.resolved.mentions,
        links=work.links,
        jobs=(*_observe(work, bank), *_reinforce(work, bank)),
    )


def receipt(changes: Changes, work: Work, gone: int, usage: Usage) -> Receipt:
    """Say what was done.

    Args:
        gone: How many memories went with what the document no longer holds.
        usage: Of the extraction.
    """
    return Receipt(
        document=work.reading.document.id,
        outcome=Outcome.STORED,
        memories=tuple(record.memory.id for record in changes.records),
        restated=len(changes.restatements),
        superseded=len(changes.supersessions),
        dropped=gone,
        chunks_read=len(work.plan.fresh),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
    )


def _observe(work: Work, bank: BankId) -> list[Job]:
    """Let summaries follow what is said anew, and what went with chunks that are no longer there."""
    at = work.reading.document.received_at
    mentioned = _much_mentioned(work.resolved)
    entities = [None, *mentioned] if work.plan.dropped else mentioned
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
    return OperationId(uuid7(work.reading.document.received_at))
