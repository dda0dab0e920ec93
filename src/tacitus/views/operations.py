"""Background work as bodies."""

from collections.abc import Mapping
from typing import cast

from tacitus.domain.operations import JobKind, Operation, OperationStatus
from tacitus.views.times import iso
from tacitus.wire import ChildOperation, OperationDetail, OperationItem, OperationProgress

_BATCH = "batch_retain"
"""What the wire calls documents that were handed in at once."""


def listed_operation(operation: Operation) -> OperationItem:
    """Return an operation for a list."""
    return OperationItem(
        id=str(operation.id),
        task_type=operation.kind,
        operation_id=str(operation.id),
        operation_type=operation.kind,
        items_count=len(operation.parts) or 1,
        document_id=_document(operation),
        filename=_text(_metadata(operation).get("filename")),
        mental_model_id=_standing(operation),
        created_at=operation.created_at.isoformat(),
        updated_at=iso(operation.updated_at),
        status=operation.status,
        error_message=operation.error,
        retry_count=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        progress=_progress(operation),
        waits_for_model=operation.waits_for_model,
    )


def detailed_operation(operation: Operation, *, payload: bool = False) -> OperationDetail:
    """Return an operation with its result, and on request with what it was asked to do."""
    done = operation.status is OperationStatus.COMPLETED
    return OperationDetail(
        operation_id=str(operation.id),
        status=operation.status.value,
        operation_type=_type(operation),
        id=str(operation.id),
        task_type=_type(operation),
        mental_model_id=_standing(operation),
        created_at=iso(operation.created_at),
        updated_at=iso(operation.updated_at),
        completed_at=iso(operation.updated_at) if done else None,
        error_message=operation.error,
        retry_count=operation.attempts,
        next_retry_at=iso(operation.next_try_at),
        progress=_progress(operation),
        result_metadata=None if operation.result is None else dict(operation.result),
        child_operations=[
            ChildOperation(
                operation_id=str(part.id),
                status=part.status,
                sub_batch_index=place,
                items_count=1,
                error_message=part.error,
            )
            for place, part in enumerate(operation.parts)
        ]
        or None,
        task_payload=dict(operation.payload) if payload else None,
        waits_for_model=operation.waits_for_model,
    )


def kind_called(type: str) -> JobKind | None:
    """Return the kind of work that the wire calls so; None where we do no such work."""
    named = "retain" if type == _BATCH else type
    return JobKind(named) if named in set(JobKind) else None


def _type(operation: Operation) -> str:
    return _BATCH if operation.parts else operation.kind


def _document(operation: Operation) -> str | None:
    return _text(_item(operation).get("document"))


def _metadata(operation: Operation) -> Mapping[str, object]:
    return _members(_item(operation).get("metadata"))


def _standing(operation: Operation) -> str | None:
    return _text(operation.payload.get("answer"))


def _item(operation: Operation) -> Mapping[str, object]:
    return _members(operation.payload.get("item", operation.payload))


def _members(value: object) -> Mapping[str, object]:
    return cast(Mapping[str, object], value) if isinstance(value, Mapping) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


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
