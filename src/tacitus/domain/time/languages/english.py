"""English: the vocabulary, and phrases counted from the day of writing."""

import re
from dataclasses import replace

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Lexicon, Rule, listed, make_rule
from tacitus.domain.time.holidays import HOLIDAYS
from tacitus.domain.time.named import yearly
from tacitus.domain.time.relative import (
    ago,
    coming_stretch,
    half_units_ago,
    hence,
    in_so_long,
    near_day,
    past_stretch,
    shifted_part,
    shifted_unit,
    the_weekend,
)
from tacitus.domain.time.scene import Meaning, Scene
from tacitus.domain.time.tense import Tense

_SMALL = listed(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_ORDINALS = listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)

ENGLISH = Lexicon(
    near={
        "the day before yesterday": -2,
        "day before yesterday": -2,
        "yesterday": -1,
        "yday": -1,
        "today": 0,
        "tomorrow": 1,
        "tmrw": 1,
        "the day after tomorrow": 2,
        "day after tomorrow": 2,
    },
    numbers={word: (number, number) for number, word in enumerate(_SMALL, start=1)}
    | {"thirty": (30, 30), "forty": (40, 40), "fifty": (50, 50), "sixty": (60, 60)}
    | {"a": (1, 1), "an": (1, 1), "a hundred": (100, 100), "a dozen": (12, 12)}
    | dict.fromkeys(("a couple of", "a couple", "couple of", "couple"), (2, 3))
    | dict.fromkeys(("a few", "few", "some"), (2, 5))
    | dict.fromkeys(("several", "quite a few"), (3, 7)),
    units={
        word + ending: meaning
        for word, meaning in {
            "minute": (Grain.INSTANT, 1),
            "min": (Grain.INSTANT, 1),
            "hour": (Grain.HOUR, 1),
            "hr": (Grain.HOUR, 1),
            "day": (Grain.DAY, 1),
            "night": (Grain.DAY, 1),
            "weekend": (Grain.WEEKEND, 1),
            "week": (Grain.WEEK, 1),
            "wk": (Grain.WEEK, 1),
            "fortnight": (Grain.WEEK, 2),
            "month": (Grain.MONTH, 1),
            "quarter": (Grain.QUARTER, 1),
            "year": (Grain.YEAR, 1),
            "yr": (Grain.YEAR, 1),
            "decade": (Grain.YEAR, 10),
        }.items()
        for ending in ("", "s")
    },
    weekdays={
        name: number
        for number, names in enumerate(
            (
                "monday mon",
                "tuesday tues tue",
                "wednesday wed weds",
                "thursday thurs thur thu",
                "friday fri",
                "saturday sat",
                "sunday sun",
            )
        )
        for name in names.split()
    },
    months={
        name: number
        for number, names in enumerate(
            (
                "january jan",
                "february feb",
                "march mar",
                "april apr",
                "may",
                "june jun",
                "july jul",
                "august aug",
                "september sept sep",
                "october oct",
                "november nov",
                "december dec",
            ),
            start=1,
        )
        for name in names.split()
    },
    seasons={"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12},
    parts={name: name for name in ("morning", "afternoon", "evening", "night")}
    | {"lunchtime": "noon", "noon": "noon"},
    shifts={
        "last": -1,
        "past": -1,
        "this past": -1,
        "this last": -1,
        "this": 0,
        "this coming": 1,
        "next": 1,
        "coming": 1,
        "the coming": 1,
    },
    more={"before last": -2, "after next": 2},
    ordinals={word: day for day, word in enumerate(_ORDINALS, start=1)}
    | {f"twenty {word}": 21 + ones for ones, word in enumerate(_ORDINALS[:9])}
    | {"thirtieth": 30, "thirty first": 31},
)

_UNIT_WORDS = " ".join(ENGLISH.units)
_ABOUT = r"(?:(?:about|around|roughly|approximately|almost|nearly|over|only|just|maybe) )?"


_OWNERS = frozenset(["my", "your", "his", "her", "its", "our", "their", "whose"])
_FEW = (2, 5)


def _tonight(_: re.Match[str], scene: Scene, __: Lexicon) -> Meaning:
    return scene.during("night", scene.day)


def _today(_: re.Match[str], scene: Scene, __: Lexicon) -> Meaning:
    return scene.on(scene.day)


def _the_unit(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Only in a longer phrase: "the end of the month"."""
    grain, times = words.units[match["unit"]]
    if times > 1 or grain not in (Grain.WEEK, Grain.MONTH, Grain.QUARTER, Grain.YEAR):
        return None
    return replace(scene.unit(grain, 0), weak=True)


def _unowned(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Read "last year", but not the "last year" of somebody's studies."""
    return None if scene.lead(match.start()) in _OWNERS else shifted_unit(match, scene, words)


def _unowned_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    return None if scene.lead(match.start()) in _OWNERS else shifted_part(match, scene, words)


def _other_day(_: re.Match[str], scene: Scene, __: Lexicon) -> Meaning:
    return scene.stretch(calendar.begin(Grain.DAY, scene.day, -7), scene.day)


def _vaguely_ago(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    return scene.units(words.units[match["unit"]][0], (-_FEW[1], -_FEW[0]))


def _coming_few(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    return scene.units(words.units[match["unit"]][0], (0, _FEW[1]))


def _last_few(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    return scene.units(words.units[match["unit"]][0], (-_FEW[1], 0))


def _to_the_day(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """A week, month or year ago to the day: "a year ago today"."""
    unit, times = words.units[match["unit"]]
    if unit in (Grain.HOUR, Grain.INSTANT):
        raise ValueError("hours are not counted in days")
    number = words.count(match["num"])[0]
    day = calendar.begin(Grain.DAY, scene.day, -1 if match["day"] == "yesterday" else 0)
    return scene.on(calendar.step(unit, day, -number * times))


def _weekdays_ago(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    number, weekday = words.count(match["num"])[0], words.weekdays[match["weekday"]]
    since = (scene.day.weekday() - weekday) % 7 or 7
    return scene.on(calendar.begin(Grain.DAY, scene.day, -since - 7 * (number - 1)))


def _seasons_ago(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    number, first = words.count(match["num"])[0], words.seasons[match["season"]]
    passed = scene.day.month >= first + 3
    year = scene.day.year - number + (1 if passed else 0)
    return Meaning(interval=calendar.season(year, first, scene.zone), grain=Grain.SEASON)


def _christmases_ago(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    number = words.count(match["num"])[0]
    return yearly(HOLIDAYS["christmas"], scene, -number, Tense.BACK)


RELATIVE: tuple[Rule, ...] = tuple(
    make_rule(ENGLISH, template, resolve, triggers.split())
    for template, resolve, triggers in (
        (
            r"(?<!like\s)(?<!like\sjust\s)(?<!like\sonly\s){near}(?: {part})?",
            near_day,
            "yesterday yday today tomorrow tmrw",
        ),
        (r"(?:earlier|later) today", _today, "today"),
        (r"tonight|tonite", _tonight, "tonight tonite"),
        (r"{shift} {part}", _unowned_part, "morning afternoon evening night"),
        (r"the other (?:day|night|evening|week)", _other_day, "other"),
        (rf"{_ABOUT}{{num}} {{unit}}(?: or so)? ago", ago, "ago"),
        (r"{num} (?P<unit>weeks|months|years) back", ago, "back"),
        (r"{num}(?: (?:or|to) |-)(?P<num2>\d{1,2}|two|three|four|five|six) {unit} ago", ago, "ago"),
        (r"(?P<unit>days|weeks|months) ago", _vaguely_ago, "ago"),
        (r"half an? {unit} ago", half_units_ago, "half"),
        (r"{num} {unit} and a half ago", half_units_ago, "half"),
        (r"{num} and a half {unit} ago", half_units_ago, "half"),
        (
            r"(?:exactly )?{num} {unit} ago (?P<day>today|tonight|yesterday|to the day)",
            _to_the_day,
            "ago",
        ),
        (r"{num} {weekday}s ago", _weekdays_ago, "ago"),
        (r"{num} {season}s ago", _seasons_ago, "ago"),
        (r"{num} christmases ago", _christmases_ago, "ago"),
        (
            rf"in {_ABOUT}(?!(?:a|one) day\b){{num}} {{unit}}(?:'s?)?(?: time)?",
            in_so_long,
            _UNIT_WORDS,
        ),
        (rf"{_ABOUT}{{num}} {{unit}} from (?:now|today)", hence, "from"),
        (r"(?:the |these )?(?:last|past) {num} {unit}", past_stretch, "last past"),
        (r"the past {unit}", past_stretch, "past"),
        (r"(?:in|over|for|during|within|throughout) the last {unit}", past_stretch, "last"),
        (r"(?:the )?(?:next|coming|upcoming) {num} {unit}", coming_stretch, "next coming upcoming"),
        (r"the (?:coming|next) (?P<unit>days|weeks|months)", _coming_few, "coming next"),
        (r"the (?:last|past) (?P<unit>days|weeks|months)", _last_few, "last past"),
        (r"within (?:the next )?{num} {unit}", coming_stretch, "within"),
        (r"(?:over|for|during|within) the (?:next|coming) {unit}", coming_stretch, "next coming"),
        (r"(?:the same time |this time )?{shift} {unit}(?! of\b)", _unowned, _UNIT_WORDS),
        (r"(?:the )?{unit} {after}", shifted_unit, "before after"),
        (r"the weekend(?! (?:before|after|of)\b)", the_weekend, "weekend"),
        (r"the {unit}", _the_unit, "week month quarter year"),
    )
)
