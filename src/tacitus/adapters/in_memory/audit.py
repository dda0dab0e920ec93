"""The audit log, in memory."""

from collections.abc import Sequence
from datetime import datetime

from tacitus.domain.audit import Audited, AuditPage


class AuditLog:
    """Fills `AuditStore`."""

    def __init__(self) -> None:
        self._kept: list[Audited] = []

    async def add(self, rows: Sequence[Audited]) -> None:
        self._kept += rows

    async def page(self, tenant: str, page: AuditPage) -> tuple[list[Audited], int]:
        found = [row for row in self._kept if row.tenant == tenant and _is_asked(row, page)]
        found.sort(key=lambda row: row.at)
        found.reverse()  # of the same moment the one noted later comes first, too
        return found[page.offset : page.offset + page.limit], len(found)

    async def prune(self, before: datetime) -> None:
        self._kept = [row for row in self._kept if row.at >= before]


def _is_asked(row: Audited, page: AuditPage) -> bool:
    return (
        all(
            getattr(page, name) in {None, getattr(row, name)} for name in ("bank", "key", "request")
        )
        and (page.since is None or row.at >= page.since)
        and (page.until is None or row.at < page.until)
    )
