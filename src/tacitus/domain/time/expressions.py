"""What is found when a text or a question speaks of time."""

from dataclasses import dataclass
from enum import StrEnum

from tacitus.domain.time.intervals import Interval


class Grain(StrEnum):
    """How finely an expression tells the time."""

    INSTANT = "instant"
    HOUR = "hour"
    PART_OF_DAY = "part_of_day"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    RANGE = "range"
    """Anything that is not one unit of the calendar: "between March and June", "a few days ago"."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A phrase that says when.

    Attributes:
        span: Offsets of `text` in what was read: first character, one past the last.
        interval: In the anchor's zone; in UTC where there was no anchor.
    """

    text: str
    span: tuple[int, int]
    interval: Interval
    grain: Grain


class Direction(StrEnum):
    """How what is asked for lies to the interval."""

    DURING = "during"
    BEFORE = "before"
    AFTER = "after"
    AROUND = "around"


class Ordering(StrEnum):
    """Which of several a question wants."""

    EARLIEST = "earliest"
    LATEST = "latest"
    CURRENT = "current"
    """What holds at the time of asking."""


class Relation(StrEnum):
    """How the time asked about lies to an event that has to be looked up."""

    DURING = "during"
    BEFORE = "before"
    AFTER = "after"
    AROUND = "around"
    SINCE = "since"
    UNTIL = "until"


@dataclass(frozen=True, slots=True)
class Offset:
    """A distance from an event: two days."""

    count: int
    unit: Grain


@dataclass(frozen=True, slots=True)
class EventReference:
    """The event a question hangs on: look it up, then `locate` it.

    Attributes:
        phrase: Words to look the event up with, as asked: "the trip", "she moved to Berlin".
        offset: How far from the event, as in "two days before the wedding"; None is any distance.
    """

    relation: Relation
    phrase: str
    offset: Offset | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionTime:
    """When a question asks about.

    Attributes:
        intervals: In order of mention; empty where only an event or an order is named.
        direction: How the answer lies to the intervals.
        event: An event to look up before the interval is known.
        ordering: Whether the first, the last or the present one is asked for.
    """

    intervals: tuple[Interval, ...] = ()
    direction: Direction = Direction.DURING
    event: EventReference | None = None
    ordering: Ordering | None = None
