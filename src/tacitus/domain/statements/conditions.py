"""Under what a state is said to hold: "on Mondays", "in summer", "for members", "according to Bob"."""

import re

from tacitus.domain.names import fold

_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days"
_SEASON = r"(?:spring|summer|autumn|fall|winter)"
_CONDITION = re.compile(
    rf",? ?\b(?:on (?:{_DAYS})(?:(?:,| and| or|, and) {_DAYS})*|(?:every|each) \w+day"
    r"|(?:on|at|over|during) (?:the )?week(?:end|day)s?"
    r"|(?:in|during) the (?:morning|afternoon|evening|day)s?|at night"
    rf"|(?:in|during) (?:the )?{_SEASON}(?!\w| \d| of)"
    r"|(?:in|on|for|during) (?:the )?(?:production|prod|staging|development|dev|tests?|testing|ci|mobile|desktop)"
    r"|according to [^,;]+?(?=[,;]|$)|(?:as|if) [\w ]+ (?:says|claims|tells it)"
    r")(?=[ ,.;!]|$),?",
    re.IGNORECASE,
)
_LETTERS = (
    *("day", "week", "morning", "afternoon", "evening", "night"),
    *("spring", "summer", "autumn", "fall", "winter"),
    *("prod", "staging", "dev", "test", " ci", "mobile", "desktop"),
    *("according", "says", "claims", "tells"),
)
"""Some stand in all that is a condition: looking for them first spares most of the work."""
_CHANGING = re.compile(
    r"\b(?:moved|relocated|joined|started|switched|changed|migrated|left|quit|became|turned|got)\b",
    re.IGNORECASE,
)
_REMAINDER = re.compile(
    r"^ (?:for|when|whenever|while|with|by|as|except|unless|until|(?:only )?if)\b"
)
_NO_CONDITION = re.compile(
    r"^ (?:for|until|by|as)(?: about| almost| nearly| over| of)? (?:now|years?|ages|good|life|sure|once|real"
    r"|the (?:time being|moment|last|past)|an? \w+|\w*\d\w*|(?:\w+ )?(?:days?|weeks?|months?|years?|\w+day)|well)\b"
)


def without_condition(sentence: str) -> tuple[str, str]:
    """Return a sentence without the conditions it names, and those, folded; "" if there are none.

    A season is none where something changed: "moved to Rome in summer" dates it.
    """
    lowered = sentence.lower()
    if not any(letters in lowered for letters in _LETTERS):
        return sentence.strip(" ,;"), ""
    changed = _CHANGING.search(sentence) is not None
    found = [match[0] for match in _CONDITION.finditer(sentence)]
    found = [one for one in found if not (changed and re.search(_SEASON, one, re.IGNORECASE))]
    for one in found:
        sentence = sentence.replace(one, "", 1)
    folded = sorted(fold(one.strip(" ,;")) for one in found)
    return sentence.strip(" ,;"), "; ".join(folded)


def condition_after(rest: str) -> str:
    """Return the condition that what follows a value names, folded; "" where it is none."""
    if not _REMAINDER.match(rest) or _NO_CONDITION.match(rest):
        return ""
    return fold(rest)
