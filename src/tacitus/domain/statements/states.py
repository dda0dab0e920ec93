"""What a statement says to hold: subject, relation and value, by pattern."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from tacitus.domain.lexicon import groups, words
from tacitus.domain.names import fold
from tacitus.domain.sentences import sentence_spans
from tacitus.domain.statements.relations import (
    ATTRIBUTES,
    DEFINITE,
    ENDED,
    LEFT_FOR,
    OPPOSITE,
    PREDICATES,
    USES,
    Pattern,
)
from tacitus.domain.statements.statement import State, Statement, said
from tacitus.domain.statements.wording import common_form

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
    r"^(?:now|currently|nowadays|these days|today|recently|finally|as of (?:now|today|\w+ \d{4})"
    r"|since (?:\w+ )?\d{4}|since \w+|in (?:\w+ )?\d{4}|from now on)\b,? +",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|nowadays|these days|anymore|any longer|from now on|instead)\b", re.I)
_REST = re.compile(
    r"(?:, (?![A-Z][^ ]*(?: (?:of|the|de|[A-Z][^ ]*))*$)| and (?![A-Z])"
    r"| (?:but|because|which|who|where|with|while|so|since|after|before|until|for|as|by) | - |; | \()"
    r".*$"
)
_GENERIC = re.compile(
    r"^(?:the )?(?:city|town|country|state|continent|language|sport|religion|position|version) of "
)
_NO_SUBJECT = words("no_subjects")
_BARRED = _NO_SUBJECT | words("person_verbs")
_UNSURE = re.compile(
    r"\b(?:(?-i:if)|whether|maybe|perhaps|probably|might|i think|i guess|i believe|i hope|apparently"
    r"|rumou?r|wish|suppose|imagine|pretend)\b|^if\b",
    re.IGNORECASE,
)
_PLACED = re.compile(r"^(?:on|at|for|by|due|scheduled|set to)\b ")
_DATE = re.compile(
    r"\d|\b(?:noon|midnight|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
_DATE_WORD = re.compile(
    r"\b(?:noon|midnight|[a-z]+day|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|\d{1,2}(?::\d\d| ?[ap]m))\b",
    re.I,
)
_FRIENDS = frozenset(
    {"friend", "colleague", "neighbour", "neighbor", "brother", "sister", "cousin", "uncle", "aunt"}
    | {"son", "daughter"}
)
_AUXILIARIES = frozenset(
    {
        "am",
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "be",
        "been",
        "do",
        "does",
        "did",
        "to",
    }
)
_NOT_WORKPLACES = frozenset(
    {"home", "night", "nights", "weekends", "it", "least", "all", "myself", "free"}
)
_PRESENT = frozenset({"current", "new", "main", "primary", "present", "official", "own"})
_PAST = frozenset({"old", "former", "previous", "ex", "first", "last", "next", "second", "other"})
_SPOKEN = {"i": "I", "me": "I", "my": "I", "our": "we", "us": "we"}
_LONGEST_SUBJECT = 10
_CHATTER = 3
"""A sentence of so few words beside the one that states something says nothing."""


def state_of(statement: Statement) -> State | None:
    """Return the state that a statement asserts, if it asserts one and nothing else in a sentence.

    Read are English sentences such as "X works at Y", "my favourite Y is Z", "the N of X is Y", "X
    moved to Y", "X left A and works at B", "we use Y" (where one of a kind is used) or "X was
    founded by Y". Questions, guesses, past states, negations and sentences about "she" assert none.
    """
    return _state(statement.text, statement.speaker)


def state_key(statement: Statement) -> str | None:
    """Return "subject|relation", folded: what statements about the same state share."""
    state = state_of(statement)
    return f"{state.subject}|{state.relation}" if state and state.relation else None


@lru_cache(maxsize=16_384)
def _state(text: str, speaker: str | None) -> State | None:
    sentence = _only_sentence(said(text, speaker))
    if sentence is None or _UNSURE.search(sentence):
        return None
    changed = _NOW.search(sentence) is not None
    sentence = sentence.rstrip(" .!")
    while (shorter := _FIRST_WHEN.sub("", _LEAD.sub("", sentence))) != sentence:
        sentence = shorter
    sentence = _WHEN.sub("", sentence).rstrip(" .!")
    owner = fold(speaker) if speaker else "i"
    for reading in _readings(sentence):
        if state := _asserted(reading, owner, changed):
            return state
    return None


def _only_sentence(text: str) -> str | None:
    """Return the one sentence that says something; None where there are several, or a question."""
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    told = [one for one in sentences if len(one.split()) > _CHATTER] or sentences
    if len(told) != 1 or any("?" in one for one in sentences):
        return None
    return told[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A pattern that fits, before its parts are judged.

    Attributes:
        relation: "" where the subject, value or attribute decide it.
        strict: The value must be a name, a number or a date.
    """

    subject: str
    relation: str
    value: str = ""
    previous: str = ""
    strict: bool = False
    changed: bool = False


def _readings(sentence: str) -> Iterator[_Reading]:
    """Yield the ways in which a sentence can be read, the surest first."""
    for pattern in (*LEFT_FOR, *ENDED):
        if match := pattern.regex.match(sentence):
            yield _change(pattern, match)
    yield from _attributes(sentence)
    for pattern in PREDICATES:
        if match := pattern.regex.match(sentence):
            yield _predicate(pattern, match)
    for pattern in USES:
        if match := pattern.regex.match(sentence):
            yield _use(pattern, match)
    if (match := OPPOSITE.match(sentence)) and (opposite := _opposites().get(match["v"].lower())):
        yield _Reading(subject=match["s"], relation=opposite, value=match["v"])


def _change(pattern: Pattern, match: re.Match[str]) -> _Reading:
    found = match.groupdict()
    value, previous = found.get("v") or "", found["a"]
    relation = pattern.relation
    if relation in {"", "use"}:
        relation = _relation_between(found.get("n"), value, previous)
    strict = pattern.strict and not (value and relation)
    return _Reading(
        subject=found["s"],
        relation=relation,
        value=value,
        previous=previous,
        strict=strict,
        changed=True,
    )


def _relation_between(attribute: str | None, value: str, previous: str) -> str:
    """Return what has changed where the sentence only says from what to what; "" if unknown."""
    if attribute:
        return common_form(attribute.lower())
    if kind := _kind_of(value) or _kind_of(previous):
        return kind
    return "home" if {fold(value), fold(previous)} & words("places") else ""


def _attributes(sentence: str) -> Iterator[_Reading]:
    for at, regex in enumerate(ATTRIBUTES):
        if (match := regex.match(sentence)) and (relation := _attribute(match, by_noun=at > 4)):
            open_value = bool({*relation.split(" ")} & words("open_attributes"))
            yield _Reading(
                subject=match["s"], relation=relation, value=match["v"], strict=not open_value
            )
    if match := DEFINITE.match(sentence):
        relation = f"{match['n'].strip()} {match['r'].strip()}".strip().lower()
        kind = match["n"].split(" ")[0] in {"type", "kind", "genre", "style", "sport", "language"}
        yield _Reading(subject=match["s"], relation=relation, value=match["v"], strict=not kind)


def _attribute(match: re.Match[str], *, by_noun: bool) -> str | None:
    """Return the attribute as a relation, or None where it is no attribute of one value.

    Args:
        by_noun: Only the noun itself tells that it is one.
    """
    nouns = [word for word in match["n"].lower().split(" ") if word not in _PRESENT]
    if not nouns or {*nouns} & (_NO_SUBJECT | _PAST | _FRIENDS):
        return None
    if nouns[-1] not in words("attributes") and not {*nouns} & {"favourite", "favorite"}:
        named = match["v"][0].isupper() and match["s"][0].isupper()
        if by_noun or not named:
            return None
    return " ".join(common_form(noun) for noun in nouns)


def _predicate(pattern: Pattern, match: re.Match[str]) -> _Reading:
    found = match.groupdict()
    subject, relation, value = found["s"], pattern.relation, found["v"]
    strict = pattern.strict
    if not relation:
        relation = found["r"].lower()
        strict = " of" not in relation
    if relation in {"value", "when"}:
        relation = "when" if _DATE_WORD.search(value) else relation
        *rest, last = subject.split(" ")
        if last.lower() in words("attributes"):
            subject, relation = " ".join(rest) or "the", common_form(last.lower())
    return _Reading(
        subject=subject,
        relation=relation,
        value=value,
        previous=found.get("a") or "",
        strict=strict,
        changed=pattern.changed,
    )


def _use(pattern: Pattern, match: re.Match[str]) -> _Reading:
    found = match.groupdict()
    attribute = found.get("n")
    relation = common_form(attribute.lower()) if attribute else _kind_of(_cut(found["v"])[0])
    return _Reading(
        subject=found["s"] if relation else "",
        relation=relation,
        value=found["v"],
        changed=pattern.changed,
    )


def _asserted(reading: _Reading, owner: str, changed: bool) -> State | None:
    """Return the state of a reading, or None if its parts cannot be what the pattern takes them for."""
    subject = _subject(reading.subject, owner)
    raw, extra = _cut(_PLACED.sub("", reading.value))
    value, previous = _value(raw), _value(_cut(reading.previous)[0])
    if not subject or not (value or previous):
        return None
    told = raw if value else reading.previous
    if reading.strict and not _is_definite(told):
        return None
    if reading.relation == "employer" and told.lower().split(" ")[0] in _NOT_WORKPLACES:
        return None
    if reading.relation == "home" and (_kind_of(told) or _DATE.search(told)):
        return None
    if reading.relation == "when" and not _DATE.search(told):
        return None
    return State(
        subject=subject,
        relation=reading.relation or None,
        value=value,
        previous=previous,
        changed=changed or reading.changed,
        extra=extra,
    )


def _subject(raw: str, owner: str) -> str:
    """Return who or what is spoken of, folded; "" where the words do not say."""
    parts = raw.replace("'s", "").rstrip("'").split()
    if not parts or len(parts) > _LONGEST_SUBJECT or parts[0].lower() in _NO_SUBJECT:
        return ""
    if any(part in _BARRED for part in parts) or parts[-1] in _AUXILIARIES:
        return ""
    spoken = [_SPOKEN.get(part.lower(), part) for part in parts]
    return fold(" ".join(owner if part == "I" else part for part in spoken))


def _cut(raw: str) -> tuple[str, bool]:
    """Return a value without what follows it, and whether that says more than the value."""
    kept = _REST.sub("", raw)
    return kept.strip(" ,;"), kept != raw


def _value(raw: str) -> str:
    folded = fold(_GENERIC.sub("", raw))
    return " ".join(common_form(word) for word in folded.split(" "))


def _is_definite(raw: str) -> bool:
    """Whether a value is a name, a number or a date rather than a description."""
    bare = _GENERIC.sub("", raw).removeprefix("the ").strip("\"'")
    if not bare:
        return False
    return bare[0].isupper() or bool(_DATE.search(bare)) or bool(_kind_of(bare))


def _kind_of(name: str) -> str:
    return _kinds().get(fold(name), "")


@cache
def _kinds() -> dict[str, str]:
    return {fold(name): kind for kind, *names in groups("kinds") for name in names}


@cache
def _opposites() -> dict[str, str]:
    return {state: line[0] for line in groups("opposites") for state in line}
