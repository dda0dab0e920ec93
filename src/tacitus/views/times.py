"""Times as the wire writes them."""

from datetime import datetime


def iso(at: datetime | None) -> str | None:
    """Return ISO 8601 with a zone."""
    return None if at is None else at.isoformat()
