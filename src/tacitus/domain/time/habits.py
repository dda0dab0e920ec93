"""What is said to happen again and again: "every second Friday", "jeden 2. Freitag", "隔周周五"."""

import re

from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.scene import Reading, Scene

_ALL = frozenset(("every", "each", "any", "most", "alternate"))
_REACH = 48
_CUSTOM = re.compile(
    r"\b(?:usually|always|typically|normally|traditionally|(?:every|each) (?:\w+ )?years?)\b"
)
_EN_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:morning|afternoon|evening|night)s?)?"
_DE_DAY = r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)"
_FR_DAY = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?"
_BEFORE = re.compile(
    rf"""
    \b(?:every|each)\ (?:(?:other|single|alternate|first|second|third|last|\w+th|\d+(?:st|nd|rd)
        |two|three|four|\d|few|couple\ of)\ )?(?:{_EN_DAY}(?:,?\ (?:and|or|&)\ |,\ ))*\Z
    |\b(?:every|each)\ (?:\w+\ )?(?:month|year)s?\ on\ (?:the\ )?\Z
    |\bjede[nrsm]?\ (?:(?:\w+te[nrsm]|einzelne[nrsm]|\d+\.)\ )?
        (?:{_DE_DAY}(?:\ (?:und|oder)\ |,\ ))*(?:am\ )?\Z
    |\b(?:chaque|tous\ les)\ (?:(?:premier|derni[eè]re?|seconde?|\w+i[eè]me|\d+e)s?\ )?
        (?:{_FR_DAY}(?:\ (?:et|ou)\ |,\ ))*\Z
    |[每隔](?:[一两兩二三四\d个個]|周|週|星期|[礼禮]拜|月|年|的|第|最[后後]|[五六日天上中下]|[和及与與、,，])*\Z
    |[毎隔][週月年](?:の|第?[一二三四五\d]|最[初終後]|[月火水木金土日]曜日?|[と、・,])*\Z
    """,
    re.VERBOSE,
)
"""How often, right before the name of a time."""
_SPELL_BEFORE = re.compile(
    r"""
    \b(?:every|each)\ (?:\w+\ )?(?:week|fortnight|month|quarter|year)s?,?\ (?:on\ )?(?:an?\ |the\ )?\Z
    |\b(?:(?:bi-?)?(?:week|month)ly|fortnightly|quarterly
        |(?:once|twice|\w+\ times)\ (?:a|per|every|each)\ (?:week|fortnight|month|quarter|year)
    ),?\ (?:on\ )?(?:an?\ |the\ )?\Z
    |\b(?:alle|jede[nrsm]?)\ (?:[\wß.]+\ )?(?:wochen?|monate?|quartale?|jahre?),?\ \Z
    |\bcada\ (?:\w+\ )?(?:semanas?|mes(?:es)?|años?),?\ \Z
    |\b(?:chaque|tou(?:s|tes)\ les)\ (?:\w+\ )?(?:semaines?|mois|ans|année),?\ (?:le\ )?\Z
    """,
    re.VERBOSE,
)
"""How often, before a day of the week: "every two weeks on Friday"; not before other times."""
_AFTER = re.compile(
    r"\ (?:of|in)\ (?:every|each)\ (?:week|month|quarter|year)\b"
    r"|\ (?:jede[srn]|eines\ jeden)\ (?:monats?|woche|quartals?|jahres?)\b"
    r"|\ de\ (?:cada\ (?:semana|mes|trimestre|año)|chaque\ (?:semaine|mois|trimestre|année))\b"
    r"|\ sur\ (?:deux|trois|quatre|\d)\b"
)
_SPELL_AFTER = re.compile(
    r",? (?:(?:every|each) (?:\w+ )?(?:week|fortnight|month|quarter|year)s?"
    r"|fortnightly|biweekly|alle [\wß]+ wochen|jede [\wß]+ woche|(?:toutes )?les \w+ semaines"
    r"|cada \w+ semanas)\b"
)


def is_habit(reading: Reading, scene: Scene) -> bool:
    """Whether a time says how often, not when: no single occurrence is meant."""
    if scene.lead(reading.start) in _ALL:
        return True
    before = scene.lowered[max(0, reading.start - _REACH) : reading.start]
    after = scene.lowered[reading.end : reading.end + _REACH]
    if _BEFORE.search(before) or _AFTER.match(after):
        return True
    if reading.meaning.cycle is None:
        return False
    if reading.meaning.cycle is Grain.WEEK and (
        _SPELL_BEFORE.search(before) or _SPELL_AFTER.match(after)
    ):
        return True
    nearby = scene.lowered[max(0, reading.start - 40) : reading.end + 40]
    return _CUSTOM.search(nearby) is not None
