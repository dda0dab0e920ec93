"""Ours: the audit log."""

from tacitus.wire.base import Body, Page


class AuditRow(Body):
    """A request that was answered.

    Attributes:
        key_id: By which it was let in; null where none was asked for.
        what: Name of the operation, as in the description of the API, or `mcp` and the tool.
        bank_id: As it was named, whether or not there is such a bank.
        status: HTTP's.
    """

    at: str
    request_id: str
    key_id: str | None = None
    what: str
    bank_id: str | None = None
    status: int


class AuditList(Page):
    """A page of the audit log, latest first."""

    items: list[AuditRow]
