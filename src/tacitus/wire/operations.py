"""Background work as its user sees it."""

from typing import Literal

from tacitus.wire.base import Body, Page


class OperationProgress(Body):
    """How far long work has come."""

    stage: str
    at: str
    processed: int | None = None
    total: int | None = None
    detail: dict[str, int] | None = None


class OperationItem(Body):
    """A job in a list; `id` and `operation_id`, and both types, say the same."""

    id: str
    task_type: str
    operation_id: str | None = None
    operation_type: str | None = None
    items_count: int
    document_id: str | None = None
    filename: str | None = None
    mental_model_id: str | None = None
    details: dict[str, object] | None = None
    created_at: str
    updated_at: str | None = None
    status: str
    error_message: str | None
    retry_count: int | None = None
    next_retry_at: str | None = None
    progress: OperationProgress | None = None
    waits_for_model: bool = False
    """Ours; pending because no language model is configured."""


class OperationList(Page):
    """A page of jobs, newest first."""

    bank_id: str
    operations: list[OperationItem]


class ChildOperation(Body):
    """A part of a job that was split."""

    operation_id: str
    status: str
    sub_batch_index: int | None = None
    items_count: int | None = None
    error_message: str | None = None


class OperationDetail(Body):
    """A job, or that there is none of this id."""

    operation_id: str
    status: Literal["pending", "processing", "completed", "failed", "cancelled", "not_found"]
    operation_type: str | None = None
    id: str | None = None
    task_type: str | None = None
    mental_model_id: str | None = None
    created_at: str | None = None
    updated_at: str | None = None
    completed_at: str | None = None
    error_message: str | None = None
    retry_count: int | None = None
    next_retry_at: str | None = None
    progress: OperationProgress | None = None
    result_metadata: dict[str, object] | None = None
    details: dict[str, object] | None = None
    child_operations: list[ChildOperation] | None = None
    task_payload: dict[str, object] | None = None
    waits_for_model: bool = False
    """Ours; pending because no language model is configured."""


class OperationChanged(Body):
    """A job was cancelled, or may run again."""

    success: bool
    message: str
    operation_id: str
