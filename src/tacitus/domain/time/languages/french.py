"""French."""

import re

from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Lexicon, Rule, make_rule
from tacitus.domain.time.languages.evidence import reads_like
from tacitus.domain.time.named import month, month_day, season, weekday
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
    "minute minutes": (Grain.INSTANT, 1),
    "heure heures": (Grain.HOUR, 1),
    "jour jours": (Grain.DAY, 1),
    "semaine semaines": (Grain.WEEK, 1),
    "mois": (Grain.MONTH, 1),
    "trimestre trimestres": (Grain.QUARTER, 1),
    "an ans année années": (Grain.YEAR, 1),
}
_NUMBERS = "un deux trois quatre cinq six sept huit neuf dix onze douze"

FRENCH = Lexicon(
    near={
        "avant-hier": -2,
        "hier": -1,
        "aujourd'hui": 0,
        "demain": 1,
        "après-demain": 2,
    },
    numbers={word: (number, number) for number, word in enumerate(_NUMBERS.split(), start=1)}
    | {"une": (1, 1), "quinze": (15, 15), "vingt": (20, 20)}
    | dict.fromkeys(("quelques",), (2, 5))
    | dict.fromkeys(("plusieurs",), (3, 7)),
    units={word: meaning for words, meaning in _UNITS.items() for word in words.split()}
    | {"week-end": (Grain.WEEKEND, 1), "weekend": (Grain.WEEKEND, 1)},
    weekdays={
        name: number
        for number, name in enumerate(
            ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
        )
    },
    months={
        name: number
        for number, names in enumerate(
            (
                "janvier",
                "février fevrier",
                "mars",
                "avril",
                "mai",
                "juin",
                "juillet",
                "août aout",
                "septembre",
                "octobre",
                "novembre",
                "décembre decembre",
            ),
            start=1,
        )
        for name in names.split()
    },
    seasons={"printemps": 3, "été": 6, "automne": 9, "hiver": 12},
    parts={"matin": "morning", "après-midi": "afternoon", "soir": "evening", "nuit": "night"},
    shifts={"ce": 0, "cet": 0, "cette": 0, "prochain": 1, "prochaine": 1},
    more={"dernier": -1, "dernière": -1, "passé": -1, "passée": -1, "prochain": 1, "prochaine": 1},
)


def _near(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Read "hier" as yesterday, unless the text is German, where it is "here"."""
    if match["near"] == "hier" and reads_like(scene.lowered) in ("de", "en"):
        return None
    return near_day(match, scene, words)


def _this_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    return scene.during(words.parts[match["part"]], scene.day)


def _weekday(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    habit = scene.lead(match.start()) in ("le", "les", "chaque", "tous")
    return None if habit and not match["after"] else weekday(match, scene, words)


def _month(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    sure = match["year"] or match["after"] or scene.lead(match.start()) in _MONTH_LEADS
    return weak_unless(month(match, scene, words), bool(sure))


_MONTH_LEADS = ("en", "depuis", "mois", "début", "fin", "mi", "jusqu")
_WEEKDAYS = " ".join(FRENCH.weekdays)
_MONTHS = " ".join(FRENCH.months)
_SEASONS = " ".join(FRENCH.seasons)
_TIMES = " ".join(FRENCH.units).replace("-", " ")

FRENCH_RULES: tuple[Rule, ...] = tuple(
    make_rule(FRENCH, template, resolve, triggers.split())
    for template, resolve, triggers in (
        (r"{near}(?: {part})?", _near, "hier aujourd demain"),
        (r"(?:ce|cet|cette) {part}", _this_part, "matin midi soir nuit"),
        (r"il y a (?:environ |presque )?{num} {unit}", ago, "il"),
        (r"le week-?end", the_weekend, "week weekend"),
        (r"dans {num} {unit}", in_so_long, "dans"),
        (r"(?:la |le |l')?{unit} {after}", shifted_unit, _TIMES),
        (r"{shift} {unit}", shifted_unit, _TIMES),
        (r"(?:(?:ces|les) )?{num} derni(?:er|ère)s {unit}", past_stretch, "derniers dernières"),
        (r"(?:(?:ces|les) )?{num} prochaine?s {unit}", coming_stretch, "prochains prochaines"),
        (r"(?:ce )?{weekday}(?: {after})?(?: {part})?(?! gras)", _weekday, _WEEKDAYS),
        (r"{month}(?: {after})?(?: {year})?", _month, _MONTHS),
        (r"(?:{weekday} )?(?:le )?{d}(?:er)? {month}(?: {year})?", month_day, _MONTHS),
        (r"du {d}(?:er)? au (?P<d2>[0-3]?\d) {month}(?: {year})?", month_day, _MONTHS),
        (
            r"(?:en |au |l'|cet )(?P<season>printemps|été|automne|hiver)(?: {after}| {year})",
            season,
            _SEASONS,
        ),
        (r"(?:cet |ce |en |au )(?P<season>printemps|automne|hiver)", season, _SEASONS),
        (r"cet (?P<season>été)", season, _SEASONS),
    )
)
