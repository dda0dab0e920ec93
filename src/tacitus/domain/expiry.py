"""How long memories are kept: as who handed them in says, and as their bank does."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tacitus.domain.errors import InvalidRequest

AFTER_MENTION, AFTER_KNOWN = "expire_days_after_mention", "expire_days_after_known"
"""A bank's settings: days after a memory was said, and after it came to be known."""
EXPIRIES = (AFTER_MENTION, AFTER_KNOWN)
MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class Lifetime:
    """How many days a bank keeps what was said, and what it came to know; None for ever."""

    after_mention: float | None = None
    after_known: float | None = None

    def ends(
        self, *, mentioned: datetime, known: datetime, own: datetime | None
    ) -> datetime | None:
        """Return when a memory's time is over; None for never.

        Args:
            own: What was said when it was handed in.
        """
        ends = [own] if own else []
        if self.after_mention is not None:
            ends.append(mentioned + timedelta(days=self.after_mention))
        if self.after_known is not None:
            ends.append(known + timedelta(days=self.after_known))
        return min(ends, default=None)


def lifetime_of(config: Mapping[str, object]) -> Lifetime:
    """Return how long a bank keeps memories.

    Raises:
        InvalidRequest: It is no number of days.
    """
    return Lifetime(*(_days(config.get(key), key) for key in EXPIRIES))


def _days(value: object, key: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MOST_DAYS:
        raise InvalidRequest(f"{key} must be a number of days, more than 0, {MOST_DAYS:,} at most")
    return float(value)
