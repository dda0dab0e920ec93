"""Telling an event from a state: what happened again is not what still holds."""

import re

from tacitus.domain.statements.statement import Statement, said
from tacitus.domain.statements.states import state_of
from tacitus.domain.statements.wording import wording

_DONE = re.compile(
    r"\b(?:taken|done|gone|seen|eaten|given|broken|written|driven|fallen|flown|forgotten|grown|spoken|stolen"
    r"|chosen|begun|drunk|sung|torn|thrown|ridden|shaken|beaten|bitten|frozen|woken|risen|swum|been to)\b",
    re.IGNORECASE,
)
"""Participles that are no past form: "I have taken it", "Pill taken."."""
_HABIT = re.compile(r"\bused to\b|\bformerly\b", re.IGNORECASE)
_STANDING = re.compile(
    r"\b(?:liked|loved|enjoyed|adored|hated|disliked|preferred|admired|trusted|knew|believed)\b"
    r"|\b(?:born|died|founded|invented|graduated|retired|grew up|named after|got engaged|got married"
    r"|met (?:my|his|her) (?:wife|husband|partner))\b",
    re.IGNORECASE,
)
"""What happens once, and what was felt of a thing: told on another day it is the same."""
_ELSEWHERE = re.compile(
    r"\b(?:habe?|hast|hat|haben|habt|bin|bist|ist|sind|seid)\b[^.!?]*\b(?:\w*ge\w{2,}(?:t|en)|(?:be|er|ver|ent|zer)\w{2,}(?:t|en)|\w+iert)\b"
    r"|\b(?:j'ai|ai|as|avons|avez|ont)\s(?:\w+\s)?\w+(?:é|ée|és|ées|i|is|it|u|us|ert)\b"
    r"|\b(?:suis|es|est|sommes|êtes|sont)\s(?:allé|venu|parti|arrivé|tombé|sorti|rentré)\w*"
    r"|\b(?:he|has|ha|hemos|han)\s\w+(?:ado|ido)\b|\b\w{2,}(?:ó|ieron|aron)\b|\b(?:fui|fue|tomé|hice|hizo)\b"
    r"|了|ました|でした|だった|[었았했]",
    re.IGNORECASE,
)
"""What happened, as some other languages say it."""


def is_event(statement: Statement) -> bool:
    """Whether a statement tells of something that happened, and may happen again.

    "I took my pill" on three days are three pills; "I live in Rome" said three times is one home.
    What cannot be told is taken for a state.
    """
    text = said(statement.text, statement.speaker)
    if _HABIT.search(text) or _STANDING.search(text) or state_of(statement) is not None:
        return False
    past = wording(statement.text, statement.speaker).past or _DONE.search(text)
    return bool(past or _ELSEWHERE.search(text))
