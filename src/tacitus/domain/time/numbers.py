"""Times as numbers."""

from datetime import UTC, datetime, timedelta

NEVER = (1 << 63) - 1
"""The number of what has no time."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Return how many microseconds lie between 1970 and a moment."""
    return (moment - _EPOCH) // _MICROSECOND
