"""Parts of the calendar called by name: "on Friday", "in June", "8 May 2023". Any language.

A name alone comes round again and again; the tense of the clause chooses which one is meant.
Each function reads the named groups of a template: see `grammar`.
"""

import re
from collections.abc import Callable
from datetime import date

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Lexicon
from tacitus.domain.time.relative import group, shift_of
from tacitus.domain.time.scene import Meaning, Scene
from tacitus.domain.time.tense import Tense

_NEARBY = 24
"""Characters in which a verb decides over the year of a day that is nearest in another."""


def said_year(match: re.Match[str]) -> int | None:
    """The `year` of a match, or its `short` form: '69 is 1969, '21 is 2021."""
    if year := group(match, "year"):
        return int(year)
    if short := group(match, "short"):
        return int(short) + (2000 if int(short) < 50 else 1900)
    return None


def weekday(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`weekday`, perhaps with `shift` or `after`, and `part`: "last Friday", "Sunday morning"."""
    number = words.weekdays[match["weekday"]]
    shift, tense = shift_of(match, words), scene.tense(match)
    part = group(match, "part")
    day = _choose_weekday(number, shift, scene.day, tense)
    if part:
        return scene.during(words.parts[part], day)
    return scene.on(day, cycle=Grain.WEEK if shift is None else None)


def weekday_of_week(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`weekday` and the `shift` (or `after`) of its week: "Friday last week"."""
    monday = calendar.begin(Grain.WEEK, scene.day, shift_of(match, words) or 0)
    day = calendar.begin(Grain.DAY, monday, words.weekdays[match["weekday"]])
    part = group(match, "part")
    return scene.during(words.parts[part], day) if part else scene.on(day)


def _choose_weekday(number: int, shift: int | None, day: date, tense: Tense) -> date:
    since = (day.weekday() - number) % 7
    until = -since % 7
    if shift is None:
        shift = 1 if tense is Tense.AHEAD else -1
    if shift == 0:
        distance = -since if tense is Tense.BACK else until
    elif shift > 0:
        distance = (until or 7) + 7 * (shift - 1)
    else:
        distance = 7 * (shift + 1) - (since or 7)
    return calendar.begin(Grain.DAY, day, distance)


def month(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`month`, perhaps with `year`, `shift` or `after`: "June 2023", "last June", "in June"."""
    number = words.months[match["month"]]
    if year := said_year(match):
        interval = calendar.month(year, number, scene.zone)
        return Meaning(interval=interval, grain=Grain.MONTH, relative=False)
    shift = shift_of(match, words)
    chosen = _choose_year(
        lambda year: date(year, number, 1), scene.day.replace(day=1), shift, scene.tense(match)
    )
    interval = calendar.month(chosen, number, scene.zone)
    cycle = Grain.YEAR if shift is None else None
    return Meaning(interval=interval, grain=Grain.MONTH, cycle=cycle)


def month_of_year(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`month` and the `shift` (or `after`) of its year: "June last year"."""
    year = scene.day.year + (shift_of(match, words) or 0)
    interval = calendar.month(year, words.months[match["month"]], scene.zone)
    return Meaning(interval=interval, grain=Grain.MONTH)


def month_day(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`d` and `month`, perhaps `year` and a last day `d2`: "8 May 2023", "3-5 May".

    Without a year and a tense it is the nearest.
    """
    number, first = words.months[match["month"]], words.day(match["d"])
    last = int(group(match, "d2") or first)
    year = said_year(match)
    chosen = year or _choose_year(
        lambda year: _date(year, number, first),
        scene.day,
        None,
        scene.tense(match, reach=_NEARBY),
        near=True,
    )
    start, end = date(chosen, number, first), date(chosen, number, last)
    cycle = None if year else Grain.YEAR
    if first == last:
        return scene.on(start, relative=not year, cycle=cycle)
    interval = calendar.days(start, calendar.begin(Grain.DAY, end, 1), scene.zone)
    return Meaning(interval=interval, grain=Grain.RANGE, relative=not year, cycle=cycle)


def day_of_month(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`d`: "on the 5th", the latest so far, or the next where the clause looks ahead."""
    number, tense = words.day(match["d"]), scene.tense(match)
    first = calendar.begin(Grain.MONTH, scene.day)
    for offset in range(13):
        direction = offset if tense is Tense.AHEAD else -offset
        start = calendar.begin(Grain.MONTH, first, direction)
        if number > (calendar.step(Grain.MONTH, start, 1) - start).days:
            continue
        day = start.replace(day=number)
        if (day >= scene.day) if tense is Tense.AHEAD else (day <= scene.day):
            return scene.on(day)
    raise ValueError(f"no month has a day {number}")


def season(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`season`, perhaps with `year`, `shift` or `after`: "summer 2021", "last summer"."""
    first_month = words.seasons[match["season"]]
    if year := said_year(match):
        interval = calendar.season(year, first_month, scene.zone)
        return Meaning(interval=interval, grain=Grain.SEASON, relative=False)
    shift, tense = shift_of(match, words), scene.tense(match)
    chosen = _choose_season(first_month, shift, scene.day, tense)
    interval = calendar.season(chosen, first_month, scene.zone)
    cycle = Grain.YEAR if shift is None else None
    return Meaning(interval=interval, grain=Grain.SEASON, cycle=cycle)


def season_of_year(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """`season` and the `shift` (or `after`) of its year: "summer last year"."""
    year = scene.day.year + (shift_of(match, words) or 0)
    interval = calendar.season(year, words.seasons[match["season"]], scene.zone)
    return Meaning(interval=interval, grain=Grain.SEASON)


def _choose_season(first_month: int, shift: int | None, day: date, tense: Tense) -> int:
    begun = day.year if date(day.year, first_month, 1) <= day else day.year - 1
    running = calendar.step(Grain.MONTH, date(begun, first_month, 1), 3) > day
    if shift is None:
        shift = 0 if running or tense is not Tense.AHEAD else 1
        return begun + shift
    if shift == 0:
        return (
            begun
            if running
            else day.year + (1 if tense is Tense.AHEAD and begun == day.year else 0)
        )
    if shift < 0:
        return begun + shift + (0 if running else 1)
    return begun + shift


def year(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    """`year`: the whole of it."""
    interval = calendar.year(int(match["year"]), scene.zone)
    return Meaning(interval=interval, grain=Grain.YEAR, relative=False)


def yearly(day_of: Callable[[int], date], scene: Scene, shift: int | None, tense: Tense) -> Meaning:
    """A day that comes once a year, such as a holiday."""
    chosen = _choose_year(day_of, scene.day, shift, tense, near=True)
    return scene.on(day_of(chosen), cycle=Grain.YEAR if shift is None else None)


def _choose_year(
    day_of: Callable[[int], date],
    today: date,
    shift: int | None,
    tense: Tense,
    *,
    near: bool = False,
) -> int:
    """The year whose day is meant.

    Args:
        shift: Last is -1: before today; this is 0: the anchor's year; next is 1: after today.
        near: Without a shift and a tense the nearest day is meant, not the latest.
    """
    this = day_of(today.year)
    if shift == 0:
        return today.year + _turn(tense, today, this)
    if shift is not None:
        return _shifted_year(this, today, shift)
    if near and tense is Tense.UNKNOWN:
        years = range(today.year - 1, today.year + 2)
        return min(years, key=lambda year: abs((day_of(year) - today).days))
    if tense is Tense.AHEAD:
        return today.year + (1 if this < today else 0)
    return today.year - (1 if this > today else 0)


def _turn(tense: Tense, today: date, this: date) -> int:
    """Years between this year's day and the one meant: "this New Year's Eve was fun"."""
    if tense is Tense.BACK and this > today:
        return -1
    return 1 if tense is Tense.AHEAD and this < today else 0


def _shifted_year(this: date, today: date, shift: int) -> int:
    if shift < 0:
        return today.year + shift + (1 if this < today else 0)
    return today.year + shift - (1 if this > today else 0)


def _date(year: int, month: int, day: int) -> date:
    """The date; 29 February is the 28th where there is none, only to compare."""
    return date(year, month, 28 if (month, day) == (2, 29) else day)
