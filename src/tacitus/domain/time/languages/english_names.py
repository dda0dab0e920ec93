"""English: weekdays, months, seasons, holidays and years, and the words that only look like them.

"May", "March", "fall" or "Summer" count only where a preposition, a number or a neighbour makes
them a time; alone they are weak readings that a longer phrase may still take up.
"""

import re
from dataclasses import replace

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import DIGITS, Lexicon, Rule, listed, make_rule
from tacitus.domain.time.holidays import HOLIDAYS
from tacitus.domain.time.languages.english import ENGLISH
from tacitus.domain.time.named import (
    month,
    month_of_year,
    said_year,
    season,
    season_of_year,
    weekday,
    weekday_of_week,
    year,
    yearly,
)
from tacitus.domain.time.relative import group
from tacitus.domain.time.scene import Meaning, Scene, weak_unless

_WHEN = frozenset(
    [
        "in",
        "on",
        "since",
        "until",
        "till",
        "before",
        "after",
        "during",
        "between",
        "around",
        "through",
        "throughout",
        "by",
        "over",
    ]
)
_SEASON_LEADS = frozenset(
    [
        "in",
        "over",
        "during",
        "since",
        "until",
        "till",
        "through",
        "throughout",
        "all",
        "before",
        "after",
    ]
)
_HOLIDAY_LEADS = _WHEN | {"at", "for"}
_YEAR_LEADS = (_WHEN - {"on", "over"}) | frozenset(
    listed(
        "from circa year starting jahr jahre seit bis ab ende anfang en desde hasta año depuis année"
    )
)
_DAY_LEADS = _WHEN | {"for", "from", "this", "to", "next", "last", "of"}

_NAMES = frozenset(["may", "march", "april", "june", "august", "jan", "mar", "jun"])
"""Months that are also verbs or given names."""

_SHORT_WORDS = frozenset(["sat", "sun", "wed", "mon"])
_NO_DAY = frozenset(
    listed(
        "black good cyber happy casual ash palm super ruby taco freaky bloody every each alternate "
        "a an another one that your my his her our their"
    )
)

_NOT_A_YEAR = (
    r"(?! ?(?:[€%$£]|(?:euros?|dollars?|pounds?|usd|eur|bucks|people|users|words|times|meters|metres|"
    r"miles|feet|km|kg|kcal|calories|steps|points|hours|days|rows|items|pages|requests|tokens|"
    r"copies|mah|rpm|pieces|units|votes|views|followers|subscribers|members|employees|hrs|or so)\b))"
)


def _weekday(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    name, start = match["weekday"], match.start("weekday")
    lead = scene.lead(match.start())
    if lead in _NO_DAY or _GENERIC.search(scene.lowered, max(0, match.start() - 24), match.start()):
        return None
    if scene.article(start) and _ANAPHORIC.match(scene.lowered, match.end()):
        return None
    if name in _SHORT_WORDS and not _is_short_day(scene, start, match, lead):
        return None
    if not name.endswith("day") and lead not in _DAY_LEADS and not group(match, "shift"):
        return None
    if words.weekdays[name] == scene.day.weekday() and _TODAY_IS.search(
        scene.lowered, max(0, start - 12), start
    ):
        return scene.on(scene.day)
    return weekday(match, scene, words)


_GENERIC = re.compile(
    r"\b(?:an?|one|another) (?:great|wonderful|lovely|nice|good|happy|blessed|fantastic|awesome|bad"
    r"|relaxing|typical|regular|normal|random|single|free|rainy|sunny|lazy) \Z"
)
_ANAPHORIC = re.compile(r"\s(?:before|after)\b")
_TODAY_IS = re.compile(r"\b(?:it's|it is|today is|today's) (?:a )?\Z")


def _is_short_day(scene: Scene, start: int, match: re.Match[str], lead: str) -> bool:
    """Whether "Sat", "Sun", "Wed" or "Mon" is a day: a capital, and no article before it."""
    shifted = group(match, "shift") is not None
    return scene.capitalised(start) and not scene.article(start) and (shifted or lead in _DAY_LEADS)


def _month(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    if said_year(match):
        return month(match, scene, words)
    start, lead, shift = match.start("month"), scene.lead(match.start()), group(match, "shift")
    if match["month"] not in _NAMES:
        sure = bool(shift) or lead in _WHEN or scene.capitalised(start)
    elif scene.capitalised(start):
        if scene.article(start) or scene.lowered.startswith("'s", match.end()):
            return None
        sure = bool(shift) or lead in _WHEN
    elif lead == "in" or shift in ("last", "next"):
        sure = True
    else:
        return None
    return weak_unless(month(match, scene, words), sure)


def _season(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    found = season(match, scene, words)
    if said_year(match) or group(match, "shift"):
        return found
    start, lead = match.start("season"), scene.lead(match.start())
    if scene.capitalised(start) and scene.lowered.startswith("'s", match.end()):
        return None
    needs_article = match["season"] == "fall" and lead != "in"
    sure = lead in _SEASON_LEADS and (scene.article(start) or not needs_article)
    return weak_unless(found, sure or (lead in ("for", "by") and scene.article(start)))


def _holiday(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    day_of = HOLIDAYS[" ".join(match["holiday"].split())]
    if said := match["year"]:
        return scene.on(day_of(int(said)), relative=False)
    said = match["shift"]
    shift = ENGLISH.shifts[" ".join(said.split())] if said else None
    found = yearly(day_of, scene, shift, scene.tense(match))
    led = scene.lead(match.start()) in _HOLIDAY_LEADS and not scene.article(match.start())
    return weak_unless(found, said is not None or led)


def _year(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    return weak_unless(year(match, scene, words), scene.lead(match.start()) in _YEAR_LEADS)


def _years(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning | None:
    first, last = int(match["year"]), int(match["year2"])
    if not first < last <= first + 100:
        return None
    return _span_of_years(first, last, scene)


def _span_of_years(first: int, last: int, scene: Scene) -> Meaning:
    this = scene.day.year
    return replace(scene.units(Grain.YEAR, (first - this, last - this)), relative=False)


_DECADES = {
    name: decade
    for decade, name in zip(
        range(20, 100, 10),
        [
            "twenties",
            "thirties",
            "forties",
            "fifties",
            "sixties",
            "seventies",
            "eighties",
            "nineties",
        ],
        strict=True,
    )
}


def _decade(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    name = match["decade"]
    number = _DECADES[name] if name in _DECADES else int(name)
    if number < 100:
        number += 2000 if number < 20 else 1900
    if number % 100 == 0:  # "the 1800s" are a century
        return _span_of_years(number, number + 99, scene)
    interval = calendar.unit_at(Grain.DECADE, scene.day.replace(year=number), 0, scene.zone)
    found = Meaning(interval=interval, grain=Grain.DECADE, relative=False)
    said_the = match[0].startswith("the")
    return weak_unless(found, said_the or scene.lead(match.start()) in _YEAR_LEADS)


_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4}


def _quarter(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    said = match["year"]
    name = match["quarter"]
    number = _QUARTERS[name] if name in _QUARTERS else int(name)
    first_of_year = scene.day.replace(year=int(said or scene.day.year), month=1, day=1)
    interval = calendar.unit_at(Grain.QUARTER, first_of_year, number - 1, scene.zone)
    return Meaning(interval=interval, grain=Grain.QUARTER, relative=not said)


_WEEKDAYS = " ".join(ENGLISH.weekdays)
_MONTHS = " ".join(ENGLISH.months)
_SEASONS = " ".join(ENGLISH.seasons)
_HOLIDAY = "|".join(
    sorted((re.escape(name).replace(r"\ ", " ") for name in HOLIDAYS), key=len, reverse=True)
)
_HOLIDAY_WORDS = " ".join(
    sorted(
        {word for name in HOLIDAYS for word in re.split(r"[^a-z]+", name)}
        - set(listed("the of s day st saint new july"))
    )
)
_NO_SPRING = r"(?! (?:water|onion|onions|roll|rolls|boot|framework|mattress|chicken|semester))"
_WRITTEN_YEAR = rf"(?:{{year}}{_NOT_A_YEAR}|'(?P<short>\d\d))"
_LAST_YEAR = r"(?:of )?{shift} year"

NAMES: tuple[Rule, ...] = tuple(
    make_rule(ENGLISH, template, resolve, triggers.split())
    for template, resolve, triggers in (
        (r"(?:{shift} )?{weekday}(?:,? {part})?(?! school\b)", _weekday, _WEEKDAYS),
        (r"{weekday}(?:,? (?:of )?|, ){shift} week", weekday_of_week, _WEEKDAYS),
        (r"{shift} week(?:,? on| -)? {weekday}", weekday_of_week, _WEEKDAYS),
        (r"(?:the )?{weekday} {after}", _weekday, _WEEKDAYS),
        (r"(?:{shift} )?{month}", _month, _MONTHS),
        (r"{month}\.?(?:,? (?:of )?| of the year )" + _WRITTEN_YEAR, _month, _MONTHS),
        (rf"{{month}},? {_LAST_YEAR}", month_of_year, _MONTHS),
        (r"{shift} year,? in {month}", month_of_year, _MONTHS),
        (rf"(?:{{shift}} )?{{season}}{_NO_SPRING}", _season, _SEASONS),
        (r"{season},? (?:of )?" + _WRITTEN_YEAR, season, _SEASONS),
        (rf"{{season}},? {_LAST_YEAR}", season_of_year, _SEASONS),
        (r"{shift} year's {season}", season_of_year, _SEASONS),
        (
            rf"(?:{{shift}} )?(?P<holiday>{_HOLIDAY})(?:,? (?:of )?{{year}})?",
            _holiday,
            _HOLIDAY_WORDS,
        ),
        (rf"(?<![.$€£:+/])(?<!\d-){{year}}(?!\w|[:/%-]|[.,]\d){_NOT_A_YEAR}", _year, DIGITS),
        (
            r"(?<![.$€£:+/])(?<!\d-){year}(?: to | and | until | through | ?- ?){year2}(?![-/.]\d)",
            _years,
            DIGITS,
        ),
        (r"(?:the )?'?(?P<decade>(?:1[5-9]|20)\d0|[2-9]0)'?s", _decade, DIGITS),
        (rf"the (?P<decade>{'|'.join(_DECADES)})", _decade, " ".join(_DECADES)),
        (r"q(?P<quarter>[1-4])(?:,? (?:of )?{year})?", _quarter, "q"),
        (
            r"(?:the )?(?P<quarter>first|second|third|fourth|1st|2nd|3rd) quarter of {year}",
            _quarter,
            "quarter",
        ),
    )
)
