"""The audit log as bodies."""

from tacitus.domain.audit import Audited
from tacitus.wire.audit import AuditRow


def audit_row(row: Audited) -> AuditRow:
    """Return a row as the wire shows it."""
    return AuditRow(
        at=row.at.isoformat(),
        request_id=row.request,
        key_id=None if row.key is None else str(row.key),
        what=row.what,
        bank_id=row.bank,
        status=row.status,
    )
