"""German."""

import re

from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Lexicon, Rule, make_rule
from tacitus.domain.time.languages.evidence import reads_like
from tacitus.domain.time.named import (
    month,
    month_day,
    month_of_year,
    season,
    season_of_year,
    weekday,
)
from tacitus.domain.time.relative import (
    ago,
    coming_stretch,
    in_so_long,
    near_day,
    past_stretch,
    shifted_unit,
    the_weekend,
)
from tacitus.domain.time.scene import Meaning, Scene, weak_unless

_UNITS = {
    "minute minuten": (Grain.INSTANT, 1),
    "stunde stunden": (Grain.HOUR, 1),
    "tag tage tagen": (Grain.DAY, 1),
    "wochenende wochenenden": (Grain.WEEKEND, 1),
    "woche wochen": (Grain.WEEK, 1),
    "monat monate monaten monats": (Grain.MONTH, 1),
    "quartal quartale quartalen": (Grain.QUARTER, 1),
    "jahr jahre jahren jahres": (Grain.YEAR, 1),
}
_SHIFTS = {"letzt": -1, "vorig": -1, "vergangen": -1, "dies": 0, "nächst": 1, "kommend": 1}
_NUMBERS = "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"

GERMAN = Lexicon(
    near={
        "vorgestern": -2,
        "gestern": -1,
        "heute": 0,
        "morgen": 1,
        "übermorgen": 2,
    },
    numbers={word: (number, number) for number, word in enumerate(_NUMBERS.split(), start=1)}
    | dict.fromkeys(("eine", "einem", "einer", "einen"), (1, 1))
    | dict.fromkeys(("ein paar", "einigen", "einige", "wenigen"), (2, 5))
    | dict.fromkeys(("mehreren", "mehrere"), (3, 7))
    | {"zwanzig": (20, 20), "dreißig": (30, 30)},
    units={word: meaning for words, meaning in _UNITS.items() for word in words.split()},
    weekdays={
        name: number
        for number, names in enumerate(
            (
                "montag",
                "dienstag",
                "mittwoch",
                "donnerstag",
                "freitag",
                "samstag sonnabend",
                "sonntag",
            )
        )
        for name in names.split()
    },
    months={
        name: number
        for number, names in enumerate(
            (
                "januar jänner",
                "februar",
                "märz",
                "april",
                "mai",
                "juni",
                "juli",
                "august",
                "september",
                "oktober",
                "november",
                "dezember",
            ),
            start=1,
        )
        for name in names.split()
    },
    seasons={"frühling": 3, "frühjahr": 3, "sommer": 6, "herbst": 9, "winter": 12},
    parts={
        "früh": "morning",
        "morgen": "morning",
        "vormittag": "morning",
        "mittag": "noon",
        "nachmittag": "afternoon",
        "abend": "evening",
        "nacht": "night",
    },
    shifts={
        stem + ending: shift
        for stem, shift in _SHIFTS.items()
        for ending in ("e", "en", "er", "es", "em")
    },
)

_GREETING = re.compile(r"(?:guten|schönen|der|den|einen|jeden|am|diesen|eines) \Z")


def _near(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Read "morgen" as tomorrow; not as the morning of "guten Morgen"."""
    if match["near"] == "morgen":
        greeted = _GREETING.search(scene.lowered, max(0, match.start() - 10), match.start())
        noun = scene.capitalised(match.start()) and not re.match(
            r" \w", scene.lowered[match.end() : match.end() + 2]
        )
        if greeted or noun or reads_like(scene.lowered) == "en":
            return None
    return near_day(match, scene, words)


def _weekday(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    return None if scene.lead(match.start()) in ("jeden", "jeder") else weekday(match, scene, words)


def _month(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    sure = match["year"] or match["shift"] or scene.lead(match.start()) in _MONTH_LEADS
    return weak_unless(month(match, scene, words), bool(sure))


_MONTH_LEADS = ("im", "seit", "bis", "ab", "anfang", "mitte", "ende", "vom", "zum")
_WEEKDAYS = " ".join(GERMAN.weekdays)
_MONTHS = " ".join(GERMAN.months)
_SEASONS = " ".join(GERMAN.seasons)
_TIMES = " ".join(GERMAN.units)

GERMAN_RULES: tuple[Rule, ...] = tuple(
    make_rule(GERMAN, template, resolve, triggers.split())
    for template, resolve, triggers in (
        (r"{near}(?: {part})?", _near, " ".join(GERMAN.near)),
        (r"vor {num} {unit}", ago, "vor"),
        (r"in {num} {unit}(?! lang\b)", in_so_long, _TIMES),
        (r"{shift} {unit}", shifted_unit, _TIMES),
        (
            r"(?:in |während )?(?:den|die|der) (?:letzten|vergangenen) {num} {unit}",
            past_stretch,
            "letzten vergangenen",
        ),
        (
            r"(?:in )?(?:den|die|der) (?:nächsten|kommenden) {num} {unit}",
            coming_stretch,
            "nächsten kommenden",
        ),
        (r"(?:am )?(?:{shift} )?{weekday}(?:[ -]?{part})?", _weekday, _WEEKDAYS),
        (r"(?:{shift} )?{month}(?: {year})?", _month, _MONTHS),
        (
            r"(?:(?:mo|di|mi|do|fr|sa|so)\w{0,8},? (?:den |dem )?)?{d}\. ?{month}(?: {year})?",
            month_day,
            _MONTHS,
        ),
        (r"vom {d}\. bis (?:zum )?(?P<d2>[0-3]?\d)\. {month}(?: {year})?", month_day, _MONTHS),
        (r"(?:im |seit dem ){season}(?: {year})?", season, _SEASONS),
        (r"{shift} {season}", season, _SEASONS),
        (r"(?:am|übers) wochenende", the_weekend, "wochenende"),
        (r"{shift} jahr im {season}", season_of_year, _SEASONS),
        (r"{shift} jahr im {month}", month_of_year, _MONTHS),
    )
)
