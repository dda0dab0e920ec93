"""Looking into the audit log."""

from dataclasses import dataclass

from tacitus.domain.audit import Audited, AuditPage
from tacitus.domain.requests import check_page
from tacitus.domain.texts import kept
from tacitus.domain.time.bounds import checked_moment
from tacitus.ports.audit import AuditStore


@dataclass(frozen=True, slots=True)
class Audit:
    """What was asked of a tenant's banks, by whom."""

    tenant: str
    store: AuditStore

    async def page(self, page: AuditPage) -> tuple[list[Audited], int]:
        """Return a page of rows, latest first, and how many there are in all.

        Raises:
            InvalidRequest: It cannot be shown.
        """
        check_page(page.limit, page.offset)
        kept(page.bank or "", "A bank's name")
        kept(page.request or "", "A request's id")
        for what in ("since", "until"):
            if (moment := getattr(page, what)) is not None:
                checked_moment(moment, what)
        return await self.store.page(self.tenant, page)
