"""Time."""

from tacitus.domain.time.expressions import (
    Direction,
    EventReference,
    Grain,
    Offset,
    Ordering,
    QuestionTime,
    Relation,
    TimeExpression,
)
from tacitus.domain.time.finding import find_time_expressions, has_relative_time
from tacitus.domain.time.intervals import Interval, union_hull

__all__ = [
    "Direction",
    "EventReference",
    "Grain",
    "Interval",
    "Offset",
    "Ordering",
    "QuestionTime",
    "Relation",
    "TimeExpression",
    "find_time_expressions",
    "has_relative_time",
    "union_hull",
]
