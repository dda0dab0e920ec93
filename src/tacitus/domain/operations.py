"""Background work that a user can see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from tacitus.domain.ids import BankId, EntityId, OperationId, uuid7


class JobKind(StrEnum):
    """What background work there is; `tacitus.tasks.handlers` has one handler for each."""

    RETAIN = "retain"
    """Read a document that was accepted without waiting."""
    REPROCESS = "reprocess"
    """Read a document that is there anew."""
    OBSERVE = "observe"
    """Summarise what is known of one entity."""
    FORM = "form"
    """Keep the opinions that an answer came to, unless they are held already."""
    REINFORCE = "reinforce"
    """Weigh new memories against the opinions they touch."""
    MERGE_BACKGROUND = "merge_background"
    """Merge a new statement into the bank's biography."""
    DELIVER = "webhook_delivery"
    """Tell a webhook that work is done."""
    ANSWER = "refresh_mental_model"
    """Answer a standing question anew; the word is the wire's."""


NEEDS_MODEL = frozenset({JobKind.OBSERVE, JobKind.REINFORCE, JobKind.MERGE_BACKGROUND})
"""Jobs that wait, visibly, until a language model is configured."""


class OperationStatus(StrEnum):
    """Words of the wire format."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work to be done once, later.

    Attributes:
        payload: JSON values; what the handler needs besides the bank.
        order_key: Jobs of a bank with the same key run one after another, in order.
        dedupe_key: While a job of the bank with this key still waits, another is not added.
        delay_seconds: How long to let further changes gather first.
    """

    id: OperationId
    bank: BankId
    kind: JobKind
    payload: Mapping[str, object] = field(default_factory=dict[str, object])
    order_key: str | None = None
    dedupe_key: str | None = None
    delay_seconds: float = 0.0


def observing(bank: BankId, entity: EntityId | None, at: datetime, delay_seconds: float) -> Job:
    """Return the job that summarises an entity anew, or (None) all whose summaries are stale.

    Of one entity only one is made at a time, so that one summary succeeds another.
    """
    key = f"observe/{entity or 'stale'}"
    return Job(
        id=OperationId(uuid7(at)),
        bank=bank,
        kind=JobKind.OBSERVE,
        payload={"entity": str(entity) if entity else None},
        order_key=key,
        dedupe_key=key,
        delay_seconds=delay_seconds,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far long work has come."""

    stage: str
    at: datetime
    processed: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A job as its user sees it.

    Attributes:
        waits_for_model: It is pending because no language model is configured for its kind.
        parts: Of work that was handed in at once, in order; what this operation says of itself follows
            from them.
    """

    id: OperationId
    bank: BankId
    kind: JobKind
    status: OperationStatus
    created_at: datetime
    updated_at: datetime
    payload: Mapping[str, object] = field(default_factory=dict[str, object])
    attempts: int = 0
    error: str | None = None
    next_try_at: datetime | None = None
    progress: Progress | None = None
    result: Mapping[str, object] | None = None
    parts: "tuple[Operation, ...]" = ()

    @property
    def waits_for_model(self) -> bool:
        return self.status is OperationStatus.PENDING and self.kind in NEEDS_MODEL


def together(id: OperationId, parts: Sequence[Operation]) -> Operation:
    """Return the operation that some make up, one at least."""
    statuses = [part.status for part in parts]
    over = sum(status not in _OPEN for status in statuses)
    updated_at = max(part.updated_at for part in parts)
    return Operation(
        id=id,
        bank=parts[0].bank,
        kind=parts[0].kind,
        status=_status_of(statuses),
        created_at=min(part.created_at for part in parts),
        updated_at=updated_at,
        attempts=max(part.attempts for part in parts),
        error=next((part.error for part in parts if part.error), None),
        progress=Progress(stage="parts", at=updated_at, processed=over, total=len(parts)),
        parts=tuple(parts),
    )


_OPEN = (OperationStatus.PENDING, OperationStatus.PROCESSING)


def _status_of(parts: Sequence[OperationStatus]) -> OperationStatus:
    """Begun where one part is, over where all are; one that failed makes the whole a failure."""
    there = set(parts)
    if there & set(_OPEN):
        waiting = there == {OperationStatus.PENDING}
        return OperationStatus.PENDING if waiting else OperationStatus.PROCESSING
    for worst in (OperationStatus.FAILED, OperationStatus.CANCELLED):
        if worst in there:
            return worst
    return OperationStatus.COMPLETED


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """What there is to do, over all banks.

    Attributes:
        due: Jobs that could be done now.
        age_seconds: How long the oldest of them has been due; 0 where none is.
        later: Jobs whose time has not come: let gather, or to be tried again.
        next_at: When the first of those is due.
        for_model: Jobs that wait until a language model is configured.
        held: Jobs under way.
        held_until: When the last of them is free again, unless its worker shows signs of life.
        failed: Jobs that stay failed until somebody asks for them again.
        workers: Workers that showed a sign of life lately.
    """

    due: int = 0
    age_seconds: float = 0.0
    later: int = 0
    next_at: datetime | None = None
    for_model: int = 0
    held: int = 0
    held_until: datetime | None = None
    failed: int = 0
    workers: int = 0


@dataclass(frozen=True, slots=True)
class Stint:
    """What a worker did: jobs that were completed, and jobs that were not."""

    completed: int = 0
    failed: int = 0
