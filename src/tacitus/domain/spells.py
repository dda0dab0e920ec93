"""Several stretches of time told in one sentence: "in March and again from June to August"."""

import re
from datetime import datetime
from itertools import pairwise

from tacitus.domain.time import Grain, Interval, TimeExpression, find_time_expressions

_PREPOSITION = r"(?:from|between|in|on|during|since|until|at|for)(?: the)?"
_AND = re.compile(
    rf"\s*,?\s*(?:and|&|then|as well as)?\s*(?:then|again|once more|later|also)?(?: (?:again|once more))?"
    rf"\s*(?P<lead>{_PREPOSITION})?\s*",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?=.*(?:\band\b|,|&))(?=.*(?:\b(?:again|once more|from|between|until|to|through)\b|[-\u2013]))",
    re.DOTALL,
)
_LEAD = re.compile(rf"\b{_PREPOSITION}\s*$", re.IGNORECASE)
_AGAIN = re.compile(r"\b(?:again|once more)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:and|then|again|later|as well as)\b|&", re.IGNORECASE)


def spells_in(sentence: str, anchor: datetime | None) -> list[tuple[str, Interval]]:
    """Return the sentence once for each of its stretches of time; nothing where it tells of one.

    What is merely listed stays together: "on Monday and Tuesday" is no stretch, nor said to be again.

    Args:
        anchor: When it was said.
    """
    if not _SEVERAL.match(sentence):
        return []
    found = find_time_expressions(sentence, anchor=anchor)
    gaps = [(one, sentence[one.span[1] : other.span[0]], other) for one, other in pairwise(found)]
    if not gaps or not all(_are_listed(*gap) for gap in gaps):
        return []
    stretches = any(one.grain is Grain.RANGE for one in found)
    if not stretches and not any(_AGAIN.search(between) for _, between, _ in gaps):
        return []
    head, tail = sentence[: found[0].span[0]], sentence[found[-1].span[1] :]
    bare = _LEAD.sub("", head)
    return [
        (f"{bare}{_lead(sentence, one) or head[len(bare) :]}{one.text}{tail}", one.interval)
        for one in found
    ]


def _are_listed(one: TimeExpression, between: str, other: TimeExpression) -> bool:
    ranges = one.grain is other.grain is Grain.RANGE
    if not (_TOGETHER.search(between) or (ranges and "," in between)):
        return False
    return _AND.fullmatch(between) is not None and not one.interval.overlaps(other.interval)


def _lead(sentence: str, one: TimeExpression) -> str:
    found = _LEAD.search(sentence[: one.span[0]])
    return found[0] if found else ""
