"""Where the audit log is kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from tacitus.domain.audit import Audited, AuditPage


class AuditStore(Protocol):
    """Rows of all tenants. They know banks by name, and stay when a bank goes."""

    async def add(self, rows: Sequence[Audited]) -> None:
        """Keep rows of one tenant."""
        ...

    async def page(self, tenant: str, page: AuditPage) -> tuple[list[Audited], int]:
        """Return a page of a tenant's rows, latest first, and how many there are in all."""
        ...

    async def prune(self, before: datetime) -> None:
        """Delete the rows of all tenants that are older."""
        ...
