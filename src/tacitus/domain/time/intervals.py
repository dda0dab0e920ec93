"""Half-open stretches of time, aware of their zone."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Interval:
    """The times from `start` up to, and not including, `end`; an instant where both are equal.

    Arithmetic counts elapsed time, so that a day on which clocks change lasts 23 or 25 hours.

    Raises:
        ValueError: A bound is naive, or `end` comes before `start`.
    """

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.start.utcoffset() is None or self.end.utcoffset() is None:
            raise ValueError("an interval needs bounds with a time zone")
        if self.end.astimezone(UTC) < self.start.astimezone(UTC):
            raise ValueError(f"an interval cannot end ({self.end}) before it starts ({self.start})")

    @property
    def is_instant(self) -> bool:
        return self.duration == timedelta(0)

    @property
    def duration(self) -> timedelta:
        return self.end.astimezone(UTC) - self.start.astimezone(UTC)

    @property
    def midpoint(self) -> datetime:
        """The middle in elapsed time, in the zone of `start`."""
        middle = self.start.astimezone(UTC) + self.duration / 2
        return middle.astimezone(self.start.tzinfo)

    def contains(self, moment: datetime) -> bool:
        """Whether the moment falls inside. An instant contains itself."""
        point = moment.astimezone(UTC)
        start, end = self.start.astimezone(UTC), self.end.astimezone(UTC)
        return start <= point < end or point == start

    def overlap(self, other: "Interval") -> timedelta:
        """How long both hold; zero where they only touch, and for an instant."""
        start = max(self.start.astimezone(UTC), other.start.astimezone(UTC))
        end = min(self.end.astimezone(UTC), other.end.astimezone(UTC))
        return max(end - start, timedelta(0))

    def overlaps(self, other: "Interval") -> bool:
        """Whether some moment lies in both; an instant overlaps what contains it."""
        return (
            self.overlap(other) > timedelta(0)
            or self.contains(other.start)
            or other.contains(self.start)
        )


def union_hull(first: Interval, *others: Interval) -> Interval:
    """The shortest interval that holds all of them, gaps included."""
    every = (first, *others)
    return Interval(
        min((one.start for one in every), key=_elapsed),
        max((one.end for one in every), key=_elapsed),
    )


def _elapsed(moment: datetime) -> datetime:
    return moment.astimezone(UTC)
