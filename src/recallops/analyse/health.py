"""Whether what was observed says that nothing is wrong: read sentence by sentence, signs for and against.

All is well where several observations say so and none is left that says otherwise. A number that moved is
a sign against until an observation says that the same thing came back.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from recallops.domain.telling import sentences
from recallops.domain.wording import wording_of

_FEWEST = 2
_SHARE = 0.5
_FULL = 0.9
"""Share of a limit from which it is as good as reached."""

_METRIC = re.compile(r"\b(?:error|failure|timeout|crash|fault)[ -](?:rate|ratio|count|budget|log)s?\b", re.IGNORECASE)  # fmt: skip
_DENIED = re.compile(
    r"\b(?:no|not|without|nobody|none|neither|nor|zero|free of|rul(?:ed|es|ing) out|(?:well|far|safely) (?:below|under|short of))\b"
    r"(?:\s+[\w'-]+){1,5}",
    re.IGNORECASE,
)
_DENIES_HARM = re.compile(
    r"\b(?:no|not|without|nobody|none|neither|zero|free of)\b(?:\s+[\w'-]+){0,4}?\s*\b(?:errors?|fail\w*|anomal\w*|issues?|saturation|exhaustion|"
    r"pressure|impact\w*|alerts?|lag|outages?|losses|lost|breach\w*|exceed\w*|crossed|reach\w*|report\w*|complain\w*|kill\w*|restart\w*|degrad\w*|"
    r"under-replicated|affected|indicative|timeouts?)\b",
    re.IGNORECASE,
)
_FAR = re.compile(r"\b(?:well|far|safely) (?:below|under|short of)\b", re.IGNORECASE)
_BACK = re.compile(
    r"\b(?:recover(?:ed|s|y)|back (?:to|at|up|in)|came back|return(?:ed|ing|s) to|cleared|ready again|(?:available|up|normal) again|"
    r"resumed|falls after|settled|resolved|by (?:it|them)sel(?:f|ves))\b",
    re.IGNORECASE,
)
_STEADY = re.compile(
    r"\b(?:normal(?:ly)?|healthy|stable|steady|nominal|green|in sync|valid|succeed(?:s|ed)?|unchanged|usual|as (?:expected|always|planned)|baseline|"
    r"(?:stayed|remained|held|is|are|remains?|stays?|well|far) (?:\w+ ){0,2}?(?:below|under|within|unchanged|between|at|the same)|within (?:\w+ ){0,3}(?:bounds|limits?|range|variance)|"
    r"the same as)\b",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(
    r"\b(?:false (?:alarm|alert|positive)|drill|exercise|maintenance window|planned|announced|scheduled|routine|decommissioned|test (?:alert|page|run))\b",
    re.IGNORECASE,
)
_HARM = re.compile(
    r"\b(?:fail(?:s|ed|ing|ures?)?|errors?|time(?:s|d)? out|timing out|timeouts?|refus(?:e|es|ed|ing)|crash\w*|unavailable|down|lost|block(?:ed|s|ing)|hang(?:s|ing)?|hung|"
    r"stuck|late|delayed|behind|never|stale|exhaust\w*|ran out|out of (?:memory|disk|space|storage)|kill(?:ed|s)|leak\w*|degraded|slow\w*|saturat\w*|reject\w*|denied|dropped (?:requests|messages)|"
    r"(?:customers?|users?|clients?) (?:report|complain|cannot|see|are)\w*|unknown|unexpected\w*|unauthori[sz]ed|suspicious|corrupt\w*|missing|wrong|"
    r"(?:above|over|beyond) \d+|exceed(?:s|ed|ing)?|breach\w*|crossed|at (?:its|the) (?:limit|maximum|ceiling))\b",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:grew|grown|grow(?:s|ing)|rose|risen|ris(?:es|ing)|climb\w*|spik\w*|jump(?:ed|s) (?:to|from)|fell|fallen|drop(?:s|ped)|declin\w*|collaps\w*|surg\w*|doubled|tripled|increas(?:ed|es|ing)|"
    r"decreas(?:ed|es|ing)|accumulat\w*)\b",
    re.IGNORECASE,
)
_OF_LIMIT = re.compile(r"(?<![\d.,])(\d[\d,.]*) (?:out )?of (?:the |its |a )?(\d[\d,.]*)\b")
_AND_LIMIT = re.compile(
    r"\bat (\d+(?:\.\d+)?) ?%.{0,60}?\b(?:limit|threshold|maximum|ceiling|critical(?: one)?)\b[^\d]{0,12}(\d+(?:\.\d+)?) ?%",
    re.IGNORECASE,
)


class Sign(StrEnum):
    """What one observation says."""

    WELL = "well"
    BACK = "back"
    MOVED = "moved"
    HARM = "harm"
    SILENT = "silent"


def sign_of(sentence: str) -> Sign:
    """Return what a sentence says of how things stand."""
    share = _share_of_limit(sentence)
    if share is not None:
        return Sign.HARM if share >= _FULL else Sign.WELL
    affirmed = _DENIED.sub(" ", _METRIC.sub("rate", sentence))
    if _HARM.search(affirmed):
        return Sign.HARM
    if _BACK.search(affirmed):
        return Sign.BACK
    if _EXPLAINED.search(affirmed) or _DENIES_HARM.search(sentence) or _FAR.search(sentence):
        return Sign.WELL
    if _MOVED.search(affirmed):
        return Sign.MOVED
    return Sign.WELL if _STEADY.search(affirmed) else Sign.SILENT


def says_well(text: str) -> bool:
    """Whether an observation says that something is as it should be."""
    signs = {sign_of(one) for one in sentences(text)}
    return bool(signs & {Sign.WELL, Sign.BACK}) and not signs & {Sign.HARM, Sign.MOVED}


def nothing_wrong(observations: Iterable[str]) -> bool:
    """Whether what was observed says that all is as it should be, or is so again."""
    told = [(sign_of(one), one) for text in observations for one in sentences(text)]
    back = [one for sign, one in told if sign is Sign.BACK]
    left = [
        one
        for sign, one in told
        if sign is Sign.HARM or (sign is Sign.MOVED and not _came_back(one, back))
    ]
    well = sum(sign in (Sign.WELL, Sign.BACK) for sign, _ in told)
    return not left and well >= _FEWEST and well >= _SHARE * len(told)


def _came_back(moved: str, back: Sequence[str]) -> bool:
    """Whether one of the sentences says of what moved that it is as before."""
    subject = set(wording_of(moved).words[:3])
    return any(subject & set(wording_of(one).words) for one in back)


def _share_of_limit(sentence: str) -> float | None:
    """Return how much of its limit something takes, where a sentence gives both numbers."""
    found = _AND_LIMIT.search(sentence) or _OF_LIMIT.search(sentence)
    if found is None:
        return None
    taken, limit = (float(one.replace(",", "").rstrip(".")) for one in found.groups())
    return taken / limit if limit > taken >= 0 else None
