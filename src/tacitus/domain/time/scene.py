"""What a phrase is read against, and what it is found to mean."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.intervals import Interval
from tacitus.domain.time.tense import Tense, tense_around

_ARTICLES = frozenset(("the", "dem", "der", "den", "el", "la"))
_GAPS = (" ", "\n", "\t", "(")
_SINCE = re.compile(r"\b(?:since|seit|desde|depuis) (?:the )?\Z")
_UP_TO = re.compile(
    r"\b(?:until|till|by|up to|from|starting|bis|ab|hasta|jusqu'(?:en|au)) "
    r"(?:the )?(?:(?:early|mid|late|end of|start of|beginning of|middle of)[ -](?:the )?)?\Z"
)
_NO_ANCHOR = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day that needs its day.

    Attributes:
        minute: None where only the hour is said.
        certain: Whether it is known to be before or after noon: "3 pm", not "at 3".
    """

    hour: int
    minute: int | None
    certain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a phrase says of time.

    Attributes:
        relative: Whether it hangs on the anchor.
        weak: Only counts as part of a longer phrase: "June" in "the end of June".
        cycle: How often it comes round, where the phrase does not say which: a year for "June".
        clock: A time of day; `interval` puts it on the anchor's day.
        part: The same for a part of the day, as named in `calendar.PARTS_OF_DAY`.
    """

    interval: Interval
    grain: Grain
    relative: bool = True
    weak: bool = False
    cycle: Grain | None = None
    clock: Clock | None = None
    part: str | None = None


def weak_unless(meaning: Meaning, sure: bool) -> Meaning:
    """The meaning, left weak where nothing makes it sure."""
    return meaning if sure else replace(meaning, weak=True)


@dataclass(frozen=True, slots=True)
class Reading:
    """A meaning and where it was read."""

    start: int
    end: int
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Scene:
    """A text, and when it was written.

    Attributes:
        lowered: `text` in lower case, character for character.
        day: The anchor's date in its own zone.
    """

    text: str
    lowered: str
    anchor: datetime
    day: date
    zone: tzinfo

    def unit(self, unit: Grain, offset: int) -> Meaning:
        """The calendar unit so many after the anchor's."""
        return Meaning(interval=calendar.unit_at(unit, self.day, offset, self.zone), grain=unit)

    def units(self, unit: Grain, offsets: tuple[int, int]) -> Meaning:
        """Several calendar units, the first and the last so many after the anchor's."""
        interval = calendar.units(unit, self.day, offsets, self.zone)
        return Meaning(interval=interval, grain=Grain.RANGE)

    def on(self, day: date, *, relative: bool = True, cycle: Grain | None = None) -> Meaning:
        """A day."""
        interval = calendar.unit_at(Grain.DAY, day, 0, self.zone)
        return Meaning(interval=interval, grain=Grain.DAY, relative=relative, cycle=cycle)

    def during(self, part: str, day: date, *, relative: bool = True) -> Meaning:
        """A part of a day."""
        interval = calendar.part_of_day(part, day, self.zone)
        return Meaning(interval=interval, grain=Grain.PART_OF_DAY, relative=relative)

    def at(self, clock: Clock, day: date, *, relative: bool = True) -> Meaning:
        """A time of day: an hour, or an instant where the minute is said."""
        start = calendar.at_hour(day, clock.hour, self.zone)
        if clock.minute is None:
            end = calendar.at_hour(day, clock.hour + 1, self.zone)
            return Meaning(interval=Interval(start, end), grain=Grain.HOUR, relative=relative)
        start = start.replace(minute=clock.minute)
        return Meaning(interval=Interval(start, start), grain=Grain.INSTANT, relative=relative)

    def stretch(self, first: date, stop: date) -> Meaning:
        """Whole days, from the first to the one before `stop`."""
        return Meaning(interval=calendar.days(first, stop, self.zone), grain=Grain.RANGE)

    def tense(self, match: re.Match[str], *, reach: int = 100) -> Tense:
        """Which way the clause around a match looks, as far as `reach` characters tell."""
        start = match.start()
        if _SINCE.search(self.lowered, max(0, start - 10), start):
            return Tense.BACK
        found = tense_around(self.lowered, start, match.end(), reach=reach)
        if found is Tense.UNKNOWN and _UP_TO.search(self.lowered, max(0, start - 30), start):
            return Tense.AHEAD
        return found

    def lead(self, start: int) -> str:
        """The word before an offset, an article skipped ("in the" is "in"); empty for none."""
        before = self.lowered[max(0, start - 28) : start]
        if before[-1:] not in _GAPS:
            return ""
        words = before.split()
        if words and words[-1] in _ARTICLES:
            words.pop()
        word = words[-1].lstrip("(\"'") if words else ""
        return word if word.isalpha() else ""

    def article(self, start: int) -> bool:
        """Whether "the" stands before an offset."""
        return self.lowered[max(0, start - 4) : start] in ("the ", " the")

    def capitalised(self, start: int) -> bool:
        return self.text[start : start + 1].isupper()


def scene_of(text: str, lowered: str, anchor: datetime | None) -> Scene:
    """Set the scene. Without an anchor an arbitrary one stands in: drop what is `relative`."""
    when = anchor or _NO_ANCHOR
    return Scene(text, lowered, when, when.date(), when.tzinfo or UTC)


_DIGITS = {0xFF10 + digit: str(digit) for digit in range(10)}
_QUOTES_AND_DASHES = {0x2018: "'", 0x2019: "'", 0x60: "'", 0x2013: "-", 0x2014: "-"}
_PLAIN = {0xA0: " ", 0x202F: " ", 0x3000: " ", **_QUOTES_AND_DASHES, **_DIGITS}


def lower(text: str) -> str:
    """Lower case without changing any offset, quotes and full-width digits made plain."""
    lowered = text.lower()
    if text.isascii():
        return lowered
    if len(lowered) != len(text):
        lowered = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    return lowered.translate(_PLAIN)
