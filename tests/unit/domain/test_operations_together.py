"""What several operations come to together."""

from datetime import timedelta
from uuid import UUID

from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import JobKind, Operation, OperationStatus, together
from tests.builders import NOON

P, R, C, F, X = (
    OperationStatus.PENDING,
    OperationStatus.PROCESSING,
    OperationStatus.COMPLETED,
    OperationStatus.FAILED,
    OperationStatus.CANCELLED,
)
WHOLE = OperationId(UUID(int=9))


def part(status: OperationStatus, number: int) -> Operation:
    return Operation(
        id=OperationId(UUID(int=number)),
        bank=BankId(UUID(int=1)),
        kind=JobKind.RETAIN,
        status=status,
        created_at=NOON + timedelta(seconds=number),
        updated_at=NOON + timedelta(minutes=number),
        error="no model" if status is F else None,
    )


def test_the_whole_is_begun_with_one_part_and_over_with_all() -> None:
    rows = [
        ([P, P], P),
        ([P, R], R),
        ([P, C], R),
        ([P, F], R),
        ([C, C], C),
        ([C, F], F),
        ([X, F], F),
        ([C, X], X),
    ]

    found = [
        together(WHOLE, [part(status, at) for at, status in enumerate(parts)]).status
        for parts, _ in rows
    ]

    assert found == [status for _, status in rows]


def test_the_whole_tells_how_many_parts_are_over_and_what_went_wrong() -> None:
    parts = [part(C, 1), part(F, 2), part(R, 3)]

    whole = together(WHOLE, parts)

    assert whole.progress is not None
    assert (whole.progress.processed, whole.progress.total) == (2, 3)
    assert (whole.id, whole.error, whole.parts) == (WHOLE, "no model", tuple(parts))
    assert (whole.created_at, whole.updated_at) == (parts[0].created_at, parts[2].updated_at)
