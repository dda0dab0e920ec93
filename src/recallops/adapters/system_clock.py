"""The time, as the machine has it."""

from datetime import UTC, datetime


class SystemClock:
    """`Clock`."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - this is the clock
