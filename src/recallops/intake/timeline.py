"""Timelines: tables, lists or lines, with days told once and zones told at the top."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from recallops.domain.times import moment, told_at_start, zone_in
from recallops.intake.blocks import Block, Section, Shape
from recallops.intake.report import Entry
from recallops.intake.sections import Role, role_of, texts_of

_ABOUT_TIMES = re.compile(r"\ball times\b|\btime ?zone\b", re.IGNORECASE)
_NEXT_DAY = timedelta(hours=6)
"""A clock that goes back by more is read as the next day; by less, the entries are out of order."""


def timeline_of(section: Section, *, day: date | None, year: int | None) -> tuple[Entry, ...]:
    """Read the timeline of an outage.

    Args:
        day: On which it began, where the entries tell only the time of day.
    """
    told = [one for one in section.walk() if role_of(one.title) is Role.TIMELINE]
    blocks = [line for one in told for block in one.blocks for line in _lines(block)]
    texts = texts_of(Section("", 0, blocks))
    zone = next((zone for text in texts if (zone := zone_in(text))), UTC)
    return tuple(_entries(texts, zone, day, year))


def _lines(block: Block) -> list[Block]:
    """Return the lines of a paragraph as paragraphs, if they are entries; else the block itself."""
    lines = block.text.split("\n")
    if block.shape is not Shape.PARAGRAPH or not all(told_at_start(one, 2000) for one in lines):
        return [block]
    return [Block(Shape.PARAGRAPH, one) for one in lines]


def _entries(
    texts: Sequence[str], zone: tzinfo, day: date | None, year: int | None
) -> Iterator[Entry]:
    last: time | None = None
    for text in texts:
        told = told_at_start(text, year)
        words = _words_after(text, told.end) if told else ""
        if told is None or not words:
            continue
        if told.day:
            day = told.day
        elif day and last and told.clock and _apart(last, told.clock) > _NEXT_DAY:
            day += timedelta(days=1)
        if day is None or (told.clock is None and _ABOUT_TIMES.search(words)):
            continue
        last = told.clock or last
        yield Entry(at=moment(day, told.clock, zone_in(text[: told.end + 6]) or zone), text=words)


def _apart(earlier: time, later: time) -> timedelta:
    """Return how far the clock went back; nothing where it went on."""
    some_day = date(2000, 1, 1)
    return datetime.combine(some_day, earlier) - datetime.combine(some_day, later)


def _words_after(text: str, end: int) -> str:
    """Return what is said at a moment: the text after it, its zone and what sets it apart."""
    rest = text[end:]
    if zone_in(rest[:8]):
        rest = rest.lstrip(" (")
        rest = rest[next((at for at, one in enumerate(rest) if not one.isalpha()), len(rest)) :]
    if rest.lstrip().startswith("("):
        inside, closed, after = rest.lstrip().partition(")")
        if closed and told_at_start(inside[1:], 2000):
            rest = after
    told = told_at_start(rest.lstrip(" -–—|)"))  # "09:00 - 11:00": until when
    if told and told.clock:
        rest = rest.lstrip(" -–—|)")[told.end :]
    return rest.lstrip(" \t-–—:|)]").rstrip()
