"""Days that people name instead of dating them."""

from collections.abc import Callable
from datetime import date, timedelta

from dateutil.easter import easter

_DAY = timedelta(days=1)


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _nth_weekday(month: int, weekday: int, nth: int) -> Callable[[int], date]:
    """The `nth` weekday (Monday is 0) of a month."""

    def find(year: int) -> date:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))

    return find


def _memorial_day(year: int) -> date:
    last = date(year, 5, 31)
    return last - timedelta(days=last.weekday())


_THANKSGIVING = _nth_weekday(11, 3, 4)
_NEW_YEARS_EVE = _fixed(12, 31)
_NEW_YEARS_DAY = _fixed(1, 1)
_INDEPENDENCE_DAY = _fixed(7, 4)

HOLIDAYS: dict[str, Callable[[int], date]] = {
    "christmas eve": _fixed(12, 24),
    "xmas eve": _fixed(12, 24),
    "christmas day": _fixed(12, 25),
    "christmas": _fixed(12, 25),
    "xmas": _fixed(12, 25),
    "boxing day": _fixed(12, 26),
    "new year's eve": _NEW_YEARS_EVE,
    "new years eve": _NEW_YEARS_EVE,
    "nye": _NEW_YEARS_EVE,
    "new year's day": _NEW_YEARS_DAY,
    "new years day": _NEW_YEARS_DAY,
    "new year's": _NEW_YEARS_DAY,
    "new years": _NEW_YEARS_DAY,
    "halloween": _fixed(10, 31),
    "valentine's day": _fixed(2, 14),
    "valentines day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "saint patrick's day": _fixed(3, 17),
    "st. patrick's day": _fixed(3, 17),
    "st patrick's day": _fixed(3, 17),
    "april fools' day": _fixed(4, 1),
    "april fool's day": _fixed(4, 1),
    "independence day": _INDEPENDENCE_DAY,
    "the fourth of july": _INDEPENDENCE_DAY,
    "juneteenth": _fixed(6, 19),
    "veterans day": _fixed(11, 11),
    "thanksgiving day": _THANKSGIVING,
    "thanksgiving": _THANKSGIVING,
    "black friday": lambda year: _THANKSGIVING(year) + _DAY,
    "cyber monday": lambda year: _THANKSGIVING(year) + 4 * _DAY,
    "labor day": _nth_weekday(9, 0, 1),
    "labour day": _fixed(5, 1),
    "memorial day": _memorial_day,
    "martin luther king day": _nth_weekday(1, 0, 3),
    "mlk day": _nth_weekday(1, 0, 3),
    "presidents' day": _nth_weekday(2, 0, 3),
    "mother's day": _nth_weekday(5, 6, 2),
    "mothers day": _nth_weekday(5, 6, 2),
    "father's day": _nth_weekday(6, 6, 3),
    "fathers day": _nth_weekday(6, 6, 3),
    "good friday": lambda year: easter(year) - 2 * _DAY,
    "easter sunday": easter,
    "easter monday": lambda year: easter(year) + _DAY,
    "easter": easter,
}
"""By name in lower case: the day on which it falls in a year (United States where lands differ)."""
