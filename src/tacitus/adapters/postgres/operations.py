"""Operations: what a user sees of a job in the queue."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tacitus.domain.operations import JobKind, Operation, OperationStatus, Progress

SHOWN = {
    "todo": OperationStatus.PENDING,
    "doing": OperationStatus.PROCESSING,
    "aborting": OperationStatus.PROCESSING,
    "succeeded": OperationStatus.COMPLETED,
    "failed": OperationStatus.FAILED,
    "cancelled": OperationStatus.CANCELLED,
    "aborted": OperationStatus.CANCELLED,
}
"""The queue's words for a status, and ours."""


def statuses_shown_as(status: OperationStatus | None) -> list[str] | None:
    """Return the queue's words for a status of ours; None, which asks for nothing, for None."""
    if status is None:
        return None
    return [theirs for theirs, ours in SHOWN.items() if ours is status]


def operation_of(row: Mapping[str, Any]) -> Operation:
    """Read a row of `operations` joined with the queue."""
    status = SHOWN[row["status"]]
    under_way = status is OperationStatus.PROCESSING
    tried_before = status is OperationStatus.PENDING and row["attempts"] > 0
    return Operation(
        id=row["id"],
        bank=row["bank"],
        kind=JobKind(row["kind"]),
        status=status,
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        payload=row["payload"],
        attempts=row["attempts"] + under_way,
        error=row["error"],
        next_try_at=row["scheduled_at"] if tried_before else None,
        progress=_progress_of(row["progress"]),
        result=row["result"],
    )


def _progress_of(value: Mapping[str, Any] | None) -> Progress | None:
    if value is None:
        return None
    return Progress(
        stage=value["stage"],
        at=datetime.fromisoformat(value["at"]),
        processed=value["processed"],
        total=value["total"],
    )
