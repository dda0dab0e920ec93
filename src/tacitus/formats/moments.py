"""Times as the layouts write them."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, tzinfo

from tacitus.domain.errors import InvalidRequest


def read_moment(
    source: str, text: str, patterns: Sequence[str], zone: tzinfo | None
) -> datetime | None:
    """Return a time in one of the patterns of `strptime`, or ISO 8601; None for an empty text.

    For layouts whose times name no zone.

    Args:
        zone: That of times which name none; None is UTC.

    Raises:
        InvalidRequest: It is written in another way.
    """
    stripped = text.strip()
    for pattern in patterns:
        try:
            return datetime.strptime(stripped, pattern).replace(tzinfo=zone or UTC)
        except ValueError:
            continue
    return read_exact_moment(source, stripped, zone or UTC)


def read_exact_moment(source: str, text: str, zone: tzinfo | None = None) -> datetime | None:
    """Return a time in ISO 8601; None for an empty text. A date alone is its first moment in UTC.

    Args:
        zone: That of times which name none; None refuses them.

    Raises:
        InvalidRequest: It is no such time, or lacks a zone.
    """
    stripped = text.strip()
    if not stripped:
        return None
    try:
        moment = datetime.fromisoformat(stripped)
    except ValueError:
        raise InvalidRequest(
            f"{source}: '{stripped}' is no time (2025-06-01T09:30+02:00)"
        ) from None
    if moment.tzinfo:
        return moment
    if zone is None and not _is_date(stripped):
        raise InvalidRequest(
            f"{source}: the time '{stripped}' has no zone: add one, such as {stripped}+00:00"
        )
    return moment.replace(tzinfo=zone or UTC)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
