"""The audit log is written beside the answers, and loses nothing while the database is away."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory.audit import AuditLog
from tacitus.domain.audit import KEPT, MOST_WAITING, Audited, AuditPage
from tacitus.domain.errors import StorageUnavailable
from tacitus.tasks.auditing import PRUNING, Auditing
from tests.builders import NOON


def a_row(place: int, at: datetime = NOON) -> Audited:
    return Audited(
        at=at, tenant="acme", key=None, request=str(place), what="recall", bank="b", status=200
    )


class AwayNow(AuditLog):
    """Cannot be reached while it is away."""

    away = True

    async def add(self, rows: Sequence[Audited]) -> None:
        if self.away:
            raise StorageUnavailable("away")
        await super().add(rows)


async def test_rows_wait_while_the_database_is_away_and_the_oldest_of_too_many_are_lost() -> None:
    log, lost = AwayNow(), list[int]()
    auditing = Auditing(log, TickingClock(NOON), lost.append, pause=3600)
    for place in range(MOST_WAITING + 3):
        auditing.note(a_row(place))
    await auditing.write()
    log.away = False
    await auditing.close()

    rows, total = await log.page("acme", AuditPage(limit=MOST_WAITING))
    assert total == MOST_WAITING
    assert {rows[0].request, rows[-1].request} == {"3", str(MOST_WAITING + 2)}
    assert sum(lost) == 3


async def test_old_rows_go_now_and_then() -> None:
    log, clock = AuditLog(), TickingClock(NOON)
    auditing = Auditing(log, clock, lambda rows: None, pause=3600)
    old = NOON - KEPT - timedelta(seconds=1)

    await log.add([a_row(1, old), a_row(2, NOON - KEPT + PRUNING)])
    await auditing.write()
    assert [row.request for row in (await log.page("acme", AuditPage()))[0]] == ["2"]

    await log.add([a_row(3, old)])
    await auditing.write()  # too soon to look again
    assert (await log.page("acme", AuditPage()))[1] == 2
