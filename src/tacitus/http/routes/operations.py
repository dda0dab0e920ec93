"""Background work."""

from tacitus.domain.ids import OperationId
from tacitus.domain.operations import OperationStatus
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.served import Limit, Offset, ServedEngine
from tacitus.views.operations import detailed_operation, kind_called, listed_operation
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
    """List background work, newest first; each job of what was handed in at once by itself."""
    kind = None if type is None else kind_called(type)
    page = {"limit": limit, "offset": offset}
    if type is not None and kind is None:
        await engine.bank(bank_id)
        return OperationList(bank_id=bank_id, operations=[], total=0, **page)
    found, total = await engine.works.page(bank_id, status=status, kind=kind, **page)
    items = [listed_operation(operation) for operation in found]
    return OperationList(bank_id=bank_id, operations=items, total=total, **page)


@router.get("/{operation_id:name}")
async def get_operation(
    bank_id: str, operation_id: str, engine: ServedEngine, include_payload: bool = False
) -> OperationDetail:
    """Return an operation; the status is "not_found" where there is none of this id."""
    found = await engine.works.find(bank_id, OperationId(identity(operation_id)))
    if found is None:
        return OperationDetail(operation_id=operation_id, status="not_found")
    return detailed_operation(found, payload=include_payload)


@router.delete("/{operation_id:name}")
async def cancel_operation(
    bank_id: str, operation_id: str, engine: ServedEngine
) -> OperationChanged:
    """Cancel an operation that still waits; 409 where it does not."""
    await engine.works.cancel(bank_id, OperationId(identity(operation_id)))
    return OperationChanged(success=True, message="Cancelled", operation_id=operation_id)


@router.post("/{operation_id:name}/retry")
async def retry_operation(
    bank_id: str, operation_id: str, engine: ServedEngine
) -> OperationChanged:
    """Let an operation that failed or was cancelled run again; 409 where it did neither."""
    await engine.works.retry(bank_id, OperationId(identity(operation_id)))
    return OperationChanged(success=True, message="Waiting again", operation_id=operation_id)


@router.delete("/{operation_id:name}/delete")
async def delete_operation(
    bank_id: str, operation_id: str, engine: ServedEngine
) -> OperationChanged:
    """Forget an operation that is over; 409 where it is not."""
    await engine.works.delete(bank_id, OperationId(identity(operation_id)))
    return OperationChanged(success=True, message="Deleted", operation_id=operation_id)
