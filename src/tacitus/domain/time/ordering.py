"""Whether a question wants the first, the last or the present one."""

import re

from tacitus.domain.time.expressions import Ordering

_EARLIEST = re.compile(
    r"""\b(?:
      (?<!at\ )first(?!\ (?:name|names|place|aid|class|half|floor|person|hand|degree|responders?
        |week|weekend|day|month|quarter|two|three|few|lady|prize|of\ all)\b)
    | earliest|originally|initially|at\ first|oldest\ (?:memory|record|mention)
    | zuerst|erste[rnsm]?|ursprünglich|anfangs
    | primer[oa]?|al\ principio | premi(?:er|ère)s?|au\ début
    )\b"""
    r"|第一次|最早|最初|一开始|一開始|起初|初めて",
    re.VERBOSE,
)
_LATEST = re.compile(
    r"""\b(?:
      latest|most\ recent(?:ly)?|newest|last\ time|lately|recently
    | last(?!\ (?:name|names|week|weekend|month|year|night|quarter|decade|spring|summer|autumn|fall
        |winter|christmas|easter|halloween|thanksgiving|new|morning|evening|afternoon
        |mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec
        |few|couple|several|one|two|three|four|five|six|seven|eight|nine|ten|\d)[a-z]*\b)
    | zuletzt|letzte[nrsm]?\ mal|neueste[nrsm]?|jüngst
    | últim[oa]\ vez|más\ reciente(?:mente)? | dernière\ fois|plus\ récent\w*|récemment
    )\b"""
    r"|最近|最新|上次|上一次|最后一次|最後一次|前回",
    re.VERBOSE,
)
_CURRENT = re.compile(
    r"""\b(?:
      now|nowadays|currently|current|presently|right\ now|these\ days|at\ the\ moment|at\ present
    | still|as\ of\ (?:now|today)|today's | any\ ?more
    | jetzt|derzeit|aktuell\w*|momentan|zurzeit|heutzutage
    | ahora|actual(?:mente)?|hoy\ en\ día | maintenant|actuel\w*|en\ ce\ moment
    )\b"""
    r"|现在|現在|目前|如今|当前|當前|如今",
    re.VERBOSE,
)
_NOT_NOW = re.compile(r"\b(?:until|till|up to|before|from) now\b|\bby now\b|\bnow and then\b")


def ordering_of(lowered: str) -> Ordering | None:
    """The order asked for; the most telling word wins: latest, then earliest, then current.

    "Last week" and "first name" ask for no order.
    """
    if _LATEST.search(lowered):
        return Ordering.LATEST
    if _EARLIEST.search(lowered):
        return Ordering.EARLIEST
    if _CURRENT.search(_NOT_NOW.sub(" ", lowered)):
        return Ordering.CURRENT
    return None
