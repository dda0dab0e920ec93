"""Headings of Markdown that are nothing but a date: what stands under one was written then."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from tacitus.domain.fences import fences_in, holds
from tacitus.domain.time import Grain, find_time_expressions
from tacitus.domain.time.calendar import midnight
from tacitus.domain.time.languages.english import ENGLISH

_HEADING = re.compile(r"^\ufeff? {0,3}(#{1,6})[ \t]+(\S[^\n]*)$", re.MULTILINE)
_MARKS = " \t\r\u00a0#*_:"
_AROUND = " \t\u00a0,.()[]-–—"
_YEAR = re.compile(r"(?<!\d)(?:1[89]|2[01])\d\d(?!\d)")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under a heading, and the heading.

    Attributes:
        at: The day that the heading is; None where there is none.
    """

    start: int
    end: int
    at: datetime | None


@dataclass(frozen=True, slots=True)
class _Heading:
    start: int
    level: int
    at: datetime | None


def dated_sections(text: str, written: datetime | None, latest: datetime) -> list[Section]:
    """Return the parts of a text, side by side, by the days of their headings; none where no heading is one.

    A day lasts until the next heading of its level or above it. Its year is told by itself, by the nearest
    heading before it that tells one, or by when the whole was written; it is never later than that.

    Args:
        latest: Nothing is later, whenever it was written.
    """
    headings = list(_headings(text, written, latest))
    if not any(heading.at for heading in headings):
        return []
    parts = [Section(0, len(text), None)]
    open_: list[_Heading] = []
    for heading in headings:
        while open_ and open_[-1].level >= heading.level:
            open_.pop()
        open_.append(heading)
        at = next((one.at for one in reversed(open_) if one.at), None)
        last = parts[-1]
        if at == last.at:
            continue
        start = heading.start
        if last.at is None and _only_headings(text[last.start : start]):  # it leads up to this one
            parts.pop()
            start = last.start
        else:
            parts[-1] = Section(last.start, start, last.at)
        parts.append(Section(start, len(text), at))
    return parts


def _only_headings(text: str) -> bool:
    return not _HEADING.sub("", text).strip()


def _headings(text: str, written: datetime | None, latest: datetime) -> Iterator[_Heading]:
    fences = fences_in(text)
    zone = (written and written.tzinfo) or UTC
    limit = min(written or latest, latest)
    told: int | date | None = None
    for match in _HEADING.finditer(text):
        if holds(fences, match.start()):
            continue
        title = match[2].strip(_MARKS)
        year = _YEAR.search(title)
        day = _day(title, told, limit if written else None)
        at = midnight(day, zone) if day else None
        if year:
            told = day or int(year[0])
        elif day and isinstance(told, date):
            told = day
        yield _Heading(match.start(), len(match[1]), at if at and at <= limit else None)


def _day(title: str, told: int | date | None, written: datetime | None) -> date | None:
    """Return the day that a title is, if it is nothing else.

    Args:
        told: The year that holds, or a day before with its year.
    """
    if len(title) > _LONGEST or not any(character.isdigit() for character in title):
        return None
    if _YEAR.search(title):
        return _read(title) if any(map(str.isdigit, _YEAR.sub("", title, count=1))) else None
    match told:
        case date():
            years = (told.year - 1, told.year, told.year + 1)
            days = [day for year in years if (day := _read(f"{title} {year}"))]
            return min(days, key=lambda day: abs(day - told), default=None)
        case int():
            return _read(f"{title} {told}")
        case None if written:
            days = (_read(f"{title} {year}") for year in (written.year, written.year - 1))
            return next((day for day in days if day and day <= written.date()), None)
        case _:
            return None


def _read(dated: str) -> date | None:
    """Return the day that a text is; a weekday may stand beside it."""
    found = find_time_expressions(dated, anchor=None)
    if len(found) != 1 or found[0].grain is not Grain.DAY:
        return None
    start, end = found[0].span
    beside = f"{dated[:start]} {dated[end:]}".strip(_AROUND).casefold()
    return found[0].interval.start.date() if not beside or beside in ENGLISH.weekdays else None
