"""Clocks: the machine's, and one that a test winds."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251  (the one place that asks the machine)


class TickingClock:
    """Starts where it is told to and moves a step on with every look, so that order shows.

    Args:
        start: The first moment it tells; aware.
        step: How far it moves after each look; zero makes it stand still.
    """

    def __init__(self, start: datetime, *, step: timedelta = timedelta(milliseconds=1)) -> None:
        self._now = start.astimezone(UTC)
        self._step = step

    def now(self) -> datetime:
        told = self._now
        self._now += self._step
        return told

    def advance(self, **duration: float) -> None:
        """Move on by a `timedelta(**duration)`, such as `hours=2`."""
        self._now += timedelta(**duration)
