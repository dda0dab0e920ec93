"""Background work."""

from tacitus.domain.ids import OperationId
from tacitus.domain.operations import OperationStatus
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered
from tacitus.http.served import Limit, Offset, ServedEngine
from tacitus.views.operations import detailed_operation, listed_operation
from tacitus.wire import OperationChanged, OperationDetail, OperationList

router = Topic(prefix="/v1/default/banks/{bank_id:name}/operations", tags=["operations"])


@router.get("")
async def list_operations(
    bank_id: str,
    engine: ServedEngine,
    status: OperationStatus | None = None,
    type: str | None = None,
    limit: Limit = 20,
    offset: Offset = 0,
) -> OperationList:
    """List background work, newest first."""
    if type is not None:
        raise NotOffered("Operations are listed by status only")
    found, total = await engine.operations(bank_id, status=status, limit=limit, offset=offset)
    items = [listed_operation(operation) for operation in found]
    return OperationList(bank_id=bank_id, operations=items, total=total, limit=limit, offset=offset)


@router.get("/{operation_id:name}")
async def get_operation(bank_id: str, operation_id: str, engine: ServedEngine) -> OperationDetail:
    """Return an operation; the status is "not_found" where there is none of this id."""
    found = await engine.operation(bank_id, OperationId(identity(operation_id)))
    if found is None:
        return OperationDetail(operation_id=operation_id, status="not_found")
    return detailed_operation(found)


@router.delete("/{operation_id:name}")
async def cancel_operation(
    bank_id: str, operation_id: str, engine: ServedEngine
) -> OperationChanged:
    """Cancel an operation that still waits; 409 where it does not."""
    await engine.cancel(bank_id, OperationId(identity(operation_id)))
    return OperationChanged(success=True, message="Cancelled", operation_id=operation_id)


@router.post("/{operation_id:name}/retry")
async def retry_operation(
    bank_id: str, operation_id: str, engine: ServedEngine
) -> OperationChanged:
    """Let an operation that failed or was cancelled run again; 409 where it did neither."""
    await engine.retry(bank_id, OperationId(identity(operation_id)))
    return OperationChanged(success=True, message="Waiting again", operation_id=operation_id)
