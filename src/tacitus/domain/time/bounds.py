"""Which times are taken from callers: the one rule, whatever way they come."""

from datetime import datetime

from tacitus.domain.errors import InvalidRequest

FIRST_YEAR, LAST_YEAR = 2, 9990
"""Far enough from what a calendar can hold that "ten days later" stays inside."""


def checked_moment(moment: object, what: str) -> datetime:
    """Return a time that can be reckoned with.

    Raises:
        InvalidRequest: It is no time, has no zone, or lies at an edge of the calendar.
    """
    if not isinstance(moment, datetime):
        raise InvalidRequest(f"{what} must be a datetime with a zone, not {type(moment).__name__}")
    if moment.utcoffset() is None:
        raise InvalidRequest(f"{what} has no zone: add one, such as +00:00")
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise InvalidRequest(f"{what}: years run from {FIRST_YEAR} to {LAST_YEAR}")
    return moment
