"""Background work as bodies."""

from tacitus.domain.operations import Operation, OperationStatus
from tacitus.views.times import iso
from tacitus.wire import OperationDetail, OperationItem, OperationProgress


def listed_operation(operation: Operation) -> OperationItem:
    """Return an operation for a list."""
    return OperationItem(
        id=str(operation.id),
        task_type=operation.kind,
        operation_id=str(operation.id),
        operation_type=operation.kind,
        items_count=1,
        created_at=operation.created_at.isoformat(),
        updated_at=iso(operation.updated_at),
        status=operation.status,
        error_message=operation.error,
        retry_count=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        progress=_progress(operation),
        waits_for_model=operation.waits_for_model,
    )


def detailed_operation(operation: Operation) -> OperationDetail:
    """Return an operation with its result."""
    done = operation.status is OperationStatus.COMPLETED
    return OperationDetail(
        operation_id=str(operation.id),
        status=operation.status.value,
        operation_type=operation.kind,
        id=str(operation.id),
        task_type=operation.kind,
        created_at=iso(operation.created_at),
        updated_at=iso(operation.updated_at),
        completed_at=iso(operation.updated_at) if done else None,
        error_message=operation.error,
        retry_count=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        progress=_progress(operation),
        result_metadata=None if operation.result is None else dict(operation.result),
        waits_for_model=operation.waits_for_model,
    )


def _progress(operation: Operation) -> OperationProgress | None:
    progress = operation.progress
    if progress is None:
        return None
    return OperationProgress(
        stage=progress.stage,
        at=progress.at.isoformat(),
        processed=progress.processed,
        total=progress.total,
    )
