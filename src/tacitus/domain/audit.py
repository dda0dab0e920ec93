"""The audit log: who asked for what of which bank, and how it was answered; never with what words."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tacitus.domain.access import KeyId

KEPT = timedelta(days=90)
"""How long rows are kept."""
MOST_WAITING = 10_000
"""Rows that wait to be written while the database is away; the oldest of more are lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """A request that was answered.

    Attributes:
        key: By which it was let in; None where none was asked for.
        request: Its id, as in the logs and in the answer.
        what: Name of the route, or "mcp" and the tool.
        bank: Its name, whether or not there is such a bank, then or now; None where it is about none.
        status: As HTTP answers.
    """

    at: datetime
    tenant: str
    key: KeyId | None
    request: str
    what: str
    bank: str | None
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """Which rows to show, latest first; None does not filter."""

    bank: str | None = None
    key: KeyId | None = None
    request: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int = 100
    offset: int = 0
