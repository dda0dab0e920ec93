"""Reads the tables `cases_*.txt`: phrases, when and where they were said, and what they mean.

    # a group @ 2023-06-14T15:30 Europe/Berlin        the anchor of the lines below, or
    2023-06-14T15:30 Europe/Berlin | phrase => ...    an anchor of its own
    phrase => 2023-06-13                              that day, midnight to midnight
    phrase => 2023-06-05 .. 2023-06-12                up to, not including, the end
    phrase => 2023-06-13T15:30!                       an instant
    phrase => -                                       no time is meant

All times are wall times in the anchor's zone. The 14th of June 2023 was a Wednesday.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

HERE = Path(__file__).parent

Bounds = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Case:
    phrase: str
    anchor: datetime
    expected: Bounds | None

    def __str__(self) -> str:
        return f"{self.phrase} @ {self.anchor:%a %Y-%m-%d %H:%M %Z}"


def read_cases(name: str) -> list[Case]:
    anchor: datetime | None = None
    cases: list[Case] = []
    for line in (HERE / f"cases_{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            _, _, said = line.partition(" @ ")
            anchor = _anchor(said) if said else None
        elif line:
            own, bar, phrase = line.partition(" | ")
            when = _anchor(own) if bar else anchor
            assert when is not None, f"no anchor for {line}"
            cases.append(_case(phrase if bar else line, when))
    return cases


def _case(line: str, anchor: datetime) -> Case:
    phrase, _, expected = line.rpartition(" => ")
    return Case(phrase, anchor, None if expected == "-" else _bounds(expected))


def _bounds(expected: str) -> Bounds:
    if expected.endswith("!"):
        instant = datetime.fromisoformat(expected[:-1])
        return instant, instant
    start, dots, end = expected.partition(" .. ")
    first = datetime.fromisoformat(start)
    return first, datetime.fromisoformat(end) if dots else first + timedelta(days=1)


def _anchor(said: str) -> datetime:
    moment, zone = said.split()
    return datetime.fromisoformat(moment).replace(tzinfo=_zone(zone))


def _zone(name: str) -> tzinfo:
    offset = re.fullmatch(r"([+-])(\d\d):(\d\d)", name)
    if offset is None:
        return ZoneInfo(name)
    distance = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return timezone(-distance if offset[1] == "-" else distance)
