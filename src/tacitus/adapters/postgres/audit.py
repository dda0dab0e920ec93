"""The audit log, in PostgreSQL."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tacitus.adapters.postgres.database import ACROSS, Database, Tenant
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import counted_page
from tacitus.domain.access import KeyId
from tacitus.domain.audit import Audited, AuditPage

_QUERIES = load("audit")


class AuditLog:
    """Fills `AuditStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, rows: Sequence[Audited]) -> None:
        if rows:
            await self._database.rows(
                Tenant(rows[0].tenant),
                _QUERIES["add_audited"],
                at=[row.at for row in rows],
                key=[row.key for row in rows],
                request=[row.request for row in rows],
                what=[row.what for row in rows],
                bank=[row.bank for row in rows],
                status=[row.status for row in rows],
            )

    async def page(self, tenant: str, page: AuditPage) -> tuple[list[Audited], int]:
        rows, total = counted_page(
            await self._database.rows(
                Tenant(tenant),
                _QUERIES["audited_page"],
                bank=page.bank,
                key=page.key,
                request=page.request,
                since=page.since,
                until=page.until,
                limit=page.limit,
                offset=page.offset,
            )
        )
        return [_audited(tenant, row) for row in rows], total

    async def prune(self, before: datetime) -> None:
        await self._database.rows(ACROSS, _QUERIES["prune_audited"], before=before)


def _audited(tenant: str, row: Mapping[str, Any]) -> Audited:
    return Audited(
        at=row["at"],
        tenant=tenant,
        key=None if row["key"] is None else KeyId(row["key"]),
        request=row["request"],
        what=row["what"],
        bank=row["bank_name"],
        status=row["status"],
    )
