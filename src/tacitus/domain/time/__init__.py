"""Time."""

from tacitus.domain.time.events import locate
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
from tacitus.domain.time.questions import parse_question_time
from tacitus.domain.time.timestamps import parse_timestamp

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
    "locate",
    "parse_question_time",
    "parse_timestamp",
    "union_hull",
]
