"""What a statement says to hold: subject, relation and value, by pattern."""

import re
from dataclasses import replace
from functools import lru_cache

from tacitus.domain.lexicon import words
from tacitus.domain.names import fold
from tacitus.domain.statements.conditions import condition_after, without_condition
from tacitus.domain.statements.parts import DATE, cut, is_definite, kind_of, subject_of, value_of
from tacitus.domain.statements.readings import Reading, readings_of
from tacitus.domain.statements.relations import CUES
from tacitus.domain.statements.statement import State, Statement, said, told

_LEAD = re.compile(
    r"^(?:so|well|oh|hey|hi|actually|btw|by the way|fyi|update|news|also|yes|yeah|yep|ok|okay|anyway"
    r"|just so you know|good news|big news|turns out|remember)\b[,:]? +",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"(?:,? \b(?:right now|now|currently|nowadays|these days|at the moment|at present|today|again"
    r"|already|still|anymore|any longer|from now on|recently|finally|just|also|instead|officially"
    r"|(?:since|as of|in|from|until) (?:early |late |mid |last )?(?:(?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december|spring|summer|autumn|fall|winter)(?: \d{4})?"
    r"|\d{4}|year|month|week)|(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter)"
    r"|(?:\w+ )?(?:weeks?|months?|years?) ago)\b)+(?=[ ,.]|$)",
    re.IGNORECASE,
)
_FIRST_WHEN = re.compile(
    r"^(?:now|currently|nowadays|these days|today|recently|finally|as of (?:now|today|(?:\w+ )?\d{4})"
    r"|since (?:\w+ )?\d{4}|since \w+|in (?:\w+ )?\d{4}|from now on)\b,? +",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|nowadays|these days|anymore|any longer|from now on|instead)\b", re.IGNORECASE
)
_UNSURE = re.compile(
    r"\b(?:(?-i:if)|whether|maybe|perhaps|probably|might|i think|i guess|i believe|i hope|apparently"
    r"|rumou?r|wish|suppose|imagine|pretend)\b|^(?:if|therefore|thus|hence|for example)\b",
    re.IGNORECASE,
)
_PLACED = re.compile(r"^(?:on|at|for|by|due|scheduled|set to)\b ")
_NOT_WORKPLACES = frozenset(
    {"home", "night", "nights", "weekends", "it", "least", "all", "myself", "free"}
)
_WORD = re.compile(r"\w+")
_PERSONS = frozenset({"i", "we", "you"})
_MERE_TOOLS = frozenset({"platform", "tool", "system", "engine", "stack", "software", "backend"})
"""Attributes of which the value itself says better what they are."""
_LEFT = ("employer", "team", "school")
"""What is left, by name alone."""
_LONG_NAME = 4


def state_of(statement: Statement) -> State | None:
    """Return the state that a statement asserts, if it asserts exactly one.

    Read are English sentences such as "X works at Y", "my favourite Y is Z", "the N of X is Y", "X
    moved to Y", "X left A and works at B", "we use Y" (where one of a kind is used) or "X was
    founded by Y". Questions, guesses, past states, negations and sentences about "she" assert none.
    """
    return stated(statement.text, statement.speaker)


def state_key(statement: Statement) -> str | None:
    """Return "subject|relation", folded: what statements about the same state share."""
    state = state_of(statement)
    return f"{state.subject}|{state.relation}" if state and state.relation else None


def ended_keys(statement: Statement) -> tuple[str, ...]:
    """Return the keys of states that a statement may end without saying which: "Ann left Frolic"."""
    state = state_of(statement)
    if state is None or state.relation or not state.previous:
        return ()
    relations = (*_LEFT, kind_of(state.previous))
    return tuple(f"{state.subject}|{relation}" for relation in relations if relation)


@lru_cache(maxsize=16_384)
def stated(text: str, speaker: str | None) -> State | None:
    """Return the state that words of a speaker assert; see `state_of`."""
    if not _may_state(text):
        return None
    owner = fold(speaker) if speaker else "i"
    sentences = told(said(text, speaker))
    states = [state for one in sentences if (state := _state_of_sentence(one, owner))]
    if len(states) != 1:
        return None
    return states[0] if len(sentences) == 1 else replace(states[0], extra=True)


def _may_state(text: str) -> bool:
    """Whether any word may be a cue; in a contraction such as "I'm" one may be hidden."""
    hidden = "'" in text or "\u2019" in text
    return hidden or not CUES.isdisjoint(_WORD.findall(text))


@lru_cache(maxsize=16_384)
def _state_of_sentence(sentence: str, owner: str) -> State | None:
    cued = not CUES.isdisjoint(sentence.rstrip(" .!").replace(",", " ").split(" "))
    if not cued or _UNSURE.search(sentence):
        return None
    changed = _NOW.search(sentence) is not None
    sentence = sentence.rstrip(" .!")
    while (shorter := _FIRST_WHEN.sub("", _LEAD.sub("", sentence))) != sentence:
        sentence = shorter
    sentence, condition = without_condition(sentence)
    sentence = _WHEN.sub("", sentence).rstrip(" .!")
    for reading in readings_of(sentence):
        if state := _asserted(reading, owner, changed):
            if not condition:
                return state
            return replace(state, condition=f"{condition}; {state.condition}".rstrip("; "))
    return None


def _asserted(reading: Reading, owner: str, changed: bool) -> State | None:
    """Return the state of a reading, or None if its parts are not what the pattern takes them for."""
    subject = subject_of(reading.subject, owner)
    raw, more = cut(_PLACED.sub("", reading.value))
    if reading.relation == "team":
        raw = raw.removesuffix(" team")
    value, previous = value_of(raw), value_of(cut(reading.previous)[0].removesuffix(" team"))
    if not subject or not (value or previous) or value.split(" ")[0] in words("negations"):
        return None
    told = raw if value else reading.previous
    if (reading.strict and not is_definite(told)) or not _fits(reading.relation, subject, told):
        return None
    kind = kind_of(told) if reading.relation in _MERE_TOOLS else ""
    return State(
        subject=subject,
        relation=kind or reading.relation or None,
        value=value,
        previous=previous,
        changed=changed or reading.changed,
        extra=bool(more),
        condition=condition_after(more),
    )


def _fits(relation: str, subject: str, told: str) -> bool:
    """Whether subject and value are of the sort that the relation holds between."""
    match relation:
        case "employer":
            return told.lower().split(" ")[0] not in _NOT_WORKPLACES
        case "value":
            person = subject in _PERSONS or kind_of(told)
            return not person and " of " not in subject and subject.count(" ") < _LONG_NAME
        case "home" | "team":
            return not kind_of(told) and not DATE.search(told)
        case "when":
            return DATE.search(told) is not None
        case _:
            return True
