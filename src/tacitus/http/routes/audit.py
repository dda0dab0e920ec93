"""Ours: who asked for what of which bank, and how it was answered."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends

from tacitus.domain.access import KeyId
from tacitus.domain.audit import AuditPage
from tacitus.http.asked import identity, moment
from tacitus.http.bodies import Topic
from tacitus.http.served import Limit, Offset, ServedRuntime
from tacitus.views.audit import audit_row
from tacitus.wire.audit import AuditList

router = Topic(prefix="/v1/default/audit", tags=["audit"])


async def _page(
    bank_id: str | None = None,
    key_id: str | None = None,
    request_id: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> AuditPage:
    return AuditPage(
        bank=bank_id,
        key=None if key_id is None else KeyId(identity(key_id)),
        request=request_id,
        since=None if since is None else moment(since, "since"),
        until=None if until is None else moment(until, "until"),
    )


@router.get("")
async def list_audit(
    runtime: ServedRuntime,
    page: Annotated[AuditPage, Depends(_page)],
    limit: Limit = 100,
    offset: Offset = 0,
) -> AuditList:
    """List requests on the tenant's banks, latest first; they are kept for 90 days.

    Those of the last second may be missing, of other servers too.
    """
    await runtime.auditing.write()
    asked = replace(page, limit=limit, offset=offset)
    rows, total = await runtime.engine.audit.page(asked)
    items = [audit_row(row) for row in rows]
    return AuditList(items=items, total=total, limit=limit, offset=offset)
