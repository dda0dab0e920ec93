"""When a question asks about: intervals, an event to look up, an order."""

import re
from collections.abc import Sequence
from datetime import datetime

from tacitus.domain.time.events import event_in
from tacitus.domain.time.expressions import Direction, QuestionTime
from tacitus.domain.time.finding import read
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.ordering import ordering_of
from tacitus.domain.time.scene import Reading, Scene

_LONGEST = 2_000
"""Characters of a question that are read."""

_LEADS = {
    Direction.BEFORE: r"before|prior to|earlier than|until|till|up to|by|vor|bis|antes de|avant",
    Direction.AFTER: r"after|following|later than|past|nach|después de|après",
    Direction.AROUND: r"around|about|circa|close to|near|um|alrededor de|vers",
}
_DIRECTIONS = {
    direction: re.compile(rf"\b(?:{words})\s{{1,3}}(?:(?:the|dem|der|el|la|le)\s{{1,3}})?\Z")
    for direction, words in _LEADS.items()
}
_BEHIND = {
    Direction.BEFORE: re.compile(r"\s?(?:之前|以前|前|まで)"),
    Direction.AFTER: re.compile(r"\s?(?:之后|之後|以后|以後|后|後|以降)"),
    Direction.AROUND: re.compile(r"\s?(?:左右|前后|前後|ごろ|頃)"),
}
_SINCE = re.compile(r"\b(?:since|seit|desde|depuis)\s{1,3}(?:(?:the|dem|der|el|la|le)\s{1,3})?\Z")


def parse_question_time(question: str, *, asked_at: datetime) -> QuestionTime | None:
    """What a question says of time; None where it says nothing.

    "Since 2019" is the interval from 2019 to `asked_at`. "Before June" gives June and the direction
    BEFORE. Where two intervals stand in different relations the first one's counts.

    Args:
        asked_at: When it is asked, aware; relative phrases are resolved against it, in its zone.
    """
    scene, readings = read(question[:_LONGEST], asked_at)
    event = event_in(scene.text, scene.lowered, readings)
    ordering = ordering_of(_without(scene.lowered, readings))
    if not readings and event is None and ordering is None:
        return None
    return QuestionTime(
        intervals=tuple(_interval(reading, scene) for reading in readings),
        direction=_direction(readings[0], scene) if readings else Direction.DURING,
        event=event,
        ordering=ordering,
    )


def _interval(reading: Reading, scene: Scene) -> Interval:
    interval = reading.meaning.interval
    if _SINCE.search(scene.lowered, max(0, reading.start - 16), reading.start):
        return Interval(interval.start, max(interval.end, scene.anchor))
    return interval


def _direction(reading: Reading, scene: Scene) -> Direction:
    floor = max(0, reading.start - 24)
    for direction, pattern in _DIRECTIONS.items():
        if pattern.search(scene.lowered, floor, reading.start):
            return direction
    for direction, pattern in _BEHIND.items():
        if pattern.match(scene.lowered, reading.end):
            return direction
    return Direction.DURING


def _without(lowered: str, readings: Sequence[Reading]) -> str:
    """The text with its time expressions blanked: "last week" asks for no order."""
    for reading in readings:
        lowered = (
            lowered[: reading.start] + " " * (reading.end - reading.start) + lowered[reading.end :]
        )
    return lowered
