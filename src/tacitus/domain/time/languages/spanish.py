"""Spanish."""

import re

from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Lexicon, Rule, make_rule
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
    "minuto minutos": (Grain.INSTANT, 1),
    "hora horas": (Grain.HOUR, 1),
    "día días dia dias": (Grain.DAY, 1),
    "semana semanas": (Grain.WEEK, 1),
    "mes meses": (Grain.MONTH, 1),
    "trimestre trimestres": (Grain.QUARTER, 1),
    "año años": (Grain.YEAR, 1),
}
_NUMBERS = "un dos tres cuatro cinco seis siete ocho nueve diez once doce"

SPANISH = Lexicon(
    near={
        "anteayer": -2,
        "antes de ayer": -2,
        "antier": -2,
        "ayer": -1,
        "hoy": 0,
        "mañana": 1,
        "pasado mañana": 2,
    },
    numbers={word: (number, number) for number, word in enumerate(_NUMBERS.split(), start=1)}
    | {"una": (1, 1), "quince": (15, 15), "veinte": (20, 20)}
    | dict.fromkeys(("un par de", "unas dos", "unos dos"), (2, 3))
    | dict.fromkeys(("unos", "unas", "unos pocos", "unas pocas", "algunos", "algunas"), (2, 5))
    | dict.fromkeys(("varios", "varias"), (3, 7)),
    units={word: meaning for words, meaning in _UNITS.items() for word in words.split()}
    | {"fin de semana": (Grain.WEEKEND, 1), "finde": (Grain.WEEKEND, 1)},
    weekdays={
        name: number
        for number, names in enumerate(
            (
                "lunes",
                "martes",
                "miércoles miercoles",
                "jueves",
                "viernes",
                "sábado sabado",
                "domingo",
            )
        )
        for name in names.split()
    },
    months={
        name: number
        for number, names in enumerate(
            (
                "enero",
                "febrero",
                "marzo",
                "abril",
                "mayo",
                "junio",
                "julio",
                "agosto",
                "septiembre setiembre",
                "octubre",
                "noviembre",
                "diciembre",
            ),
            start=1,
        )
        for name in names.split()
    },
    seasons={"primavera": 3, "verano": 6, "otoño": 9, "invierno": 12},
    parts={"mañana": "morning", "tarde": "afternoon", "noche": "night"},
    shifts={"último": -1, "última": -1, "pasado": -1, "pasada": -1, "este": 0, "esta": 0}
    | {"próximo": 1, "próxima": 1},
    more={"pasado": -1, "pasada": -1, "anterior": -1, "que viene": 1, "próximo": 1, "próxima": 1},
)


_MORNING = re.compile(r"\b(?:la|esta|una|de|cada|media) \Z")


def _near(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """Read "mañana" as tomorrow; not the morning of "por la mañana"."""
    before = scene.lowered[max(0, match.start() - 8) : match.start()]
    if match["near"] == "mañana" and _MORNING.search(before):
        return None
    return near_day(match, scene, words)


def _this_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    offset = -1 if match["when"] == "anoche" else 0
    part = "night" if match["when"] == "anoche" else words.parts[match["part"]]
    day = scene.unit(Grain.DAY, offset).interval.start.date()
    return scene.during(part, day)


def _month(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    sure = match["year"] or match["after"] or scene.lead(match.start()) in _MONTH_LEADS
    return weak_unless(month(match, scene, words), bool(sure))


_MONTH_LEADS = ("en", "desde", "hasta", "mes", "principios", "finales", "mediados")
_WEEKDAYS = " ".join(SPANISH.weekdays)
_MONTHS = " ".join(SPANISH.months)
_SEASONS = " ".join(SPANISH.seasons)
_TIMES = " ".join(SPANISH.units)

SPANISH_RULES: tuple[Rule, ...] = tuple(
    make_rule(SPANISH, template, resolve, triggers.split())
    for template, resolve, triggers in (
        (r"{near}(?: por la {part})?", _near, "anteayer ayer antier hoy mañana"),
        (r"(?P<when>anoche)|(?P<when2>esta) {part}", _this_part, "anoche esta"),
        (r"hace (?:como |unos |unas |casi )?{num} {unit}", ago, "hace"),
        (r"(?:dentro de|en) {num} {unit}", in_so_long, _TIMES),
        (r"(?:el|la|este|esta) {unit} {after}", shifted_unit, _TIMES),
        (r"el (?:fin de semana|finde)", the_weekend, "semana finde"),
        (r"(?:el |la )?(?:{shift}) {unit}", shifted_unit, _TIMES),
        (r"(?:en )?(?:los|las) últim[oa]s {num} {unit}", past_stretch, "últimos últimas"),
        (r"(?:en )?(?:los|las) próxim[oa]s {num} {unit}", coming_stretch, "próximos próximas"),
        (r"(?:el |este |al ){weekday}(?: {after})?(?: por la {part})?", weekday, _WEEKDAYS),
        (r"(?:el )?{shift} {weekday}", weekday, _WEEKDAYS),
        (r"{month}(?: {after})?(?: (?:de |del )?{year})?", _month, _MONTHS),
        (r"(?:{weekday},? )?{d} de {month}(?:,? (?:de |del )?{year})?", month_day, _MONTHS),
        (
            r"(?:del|entre el) {d} (?:al|y el) (?P<d2>[0-3]?\d) de {month}(?: (?:de |del )?{year})?",
            month_day,
            _MONTHS,
        ),
        (r"(?:en|desde|durante) (?:la |el )?{season}(?: (?:de |del )?{year})?", season, _SEASONS),
        (r"(?:el|la) {season} {after}", season, _SEASONS),
        (r"(?:este|esta) {season}", season, _SEASONS),
    )
)
