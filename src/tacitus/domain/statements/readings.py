"""Reading a sentence as a state: which pattern fits, and what its relation is called."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tacitus.domain.lexicon import groups, words
from tacitus.domain.names import fold
from tacitus.domain.statements.parts import PAST, PRESENT, cut, kind_of, kinds
from tacitus.domain.statements.relations import (
    ATTRIBUTE_CUES,
    ATTRIBUTES,
    DEFINITE,
    ENDED,
    LEFT_FOR,
    OPPOSITE,
    PREDICATES,
    RAISED_BY,
    USES,
    Pattern,
)
from tacitus.domain.statements.wording import common_form

_DATE_WORD = re.compile(
    r"\b(?:noon|midnight|[a-z]+day|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|\d{1,2}(?::\d\d| ?[ap]m))\b",
    re.IGNORECASE,
)
_OF = re.compile(r"[Tt]he (?P<n>[a-z]\w+) of (?P<s>.+)")
_FRIENDS = frozenset(
    {"friend", "colleague", "neighbour", "neighbor", "brother", "sister", "cousin", "uncle", "aunt"}
    | {"son", "daughter"}
)
_UNTOLD = frozenset({"favourite", "favorite"})
_NUMBERED = frozenset(
    {"phone", "mobile", "account", "customer", "policy", "passport", "room", "badge"}
)
_WHERE = frozenset({"office", "headquarters", "location", "venue"})
_CLASSES = frozenset({"type", "kind", "genre", "style", "sport", "language"})
_ATTRIBUTE_IN_NAME = 7
"""Patterns from here on have nothing but the noun to tell that it is an attribute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
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


def readings_of(sentence: str) -> Iterator[Reading]:
    """Yield the ways in which a sentence can be read, the surest first."""
    said = frozenset(sentence.split(" "))
    for pattern, match in _fitting((*LEFT_FOR, *ENDED), sentence, said):
        yield _change(pattern, match)
    if not said.isdisjoint(ATTRIBUTE_CUES):
        yield from _attributes(sentence)
    for pattern, match in _fitting(PREDICATES, sentence, said):
        yield _predicate(pattern, match)
    for pattern, match in _fitting([RAISED_BY], sentence, said):
        yield _predicate(pattern, match)
    for pattern, match in _fitting(USES, sentence, said):
        yield _use(pattern, match)
    if (match := OPPOSITE.match(sentence)) and (opposite := _opposites().get(match["v"].lower())):
        yield Reading(subject=match["s"], relation=opposite, value=match["v"])


def _fitting(
    patterns: Iterable[Pattern], sentence: str, said: frozenset[str]
) -> Iterator[tuple[Pattern, re.Match[str]]]:
    for pattern in patterns:
        if not pattern.cues.isdisjoint(said) and (match := pattern.regex.match(sentence)):
            yield pattern, match


def _change(pattern: Pattern, match: re.Match[str]) -> Reading:
    found = match.groupdict()
    value, previous = found.get("v") or "", found["a"]
    relation = pattern.relation
    if relation in {"", "use"}:
        relation = _relation_between(found.get("n"), value, previous)
    strict = pattern.strict and not (value and relation)
    return Reading(
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
    if kind := kind_of(value) or kind_of(previous):
        return kind
    return "home" if {fold(value), fold(previous)} & words("places") else ""


def _attributes(sentence: str) -> Iterator[Reading]:
    for at, regex in enumerate(ATTRIBUTES):
        if (match := regex.match(sentence)) and (
            relation := _attribute(match, by_noun=at >= _ATTRIBUTE_IN_NAME)
        ):
            open_value = bool({*relation.split(" ")} & words("open_attributes"))
            value = match["v"]
            if relation.split(" ")[-1] in _WHERE:
                value = value.removeprefix("located ").removeprefix("in ")
            yield Reading(subject=match["s"], relation=relation, value=value, strict=not open_value)
    if match := DEFINITE.match(sentence):
        relation = f"{match['n'].strip()} {match['r'].strip()}".strip().lower()
        kind = match["n"].split(" ")[0] in _CLASSES
        yield Reading(subject=match["s"], relation=relation, value=match["v"], strict=not kind)


def _attribute(match: re.Match[str], *, by_noun: bool) -> str | None:
    """Return the attribute as a relation, or None where it is no attribute of one value.

    Args:
        by_noun: Only the noun itself tells that it is one.
    """
    nouns = [word for word in match["n"].lower().split(" ") if word not in PRESENT]
    if not nouns or {*nouns} & (words("no_subjects") | PAST | _FRIENDS):
        return None
    if nouns[-1] in _UNTOLD or (nouns[-1] == "number" and not {*nouns} & _NUMBERED):
        return None
    known = nouns[-1] in words("attributes") or common_form(nouns[-1]) in kinds()
    if not known and not {*nouns} & _UNTOLD:
        named = match["v"][0].isupper() and match["s"][0].isupper()
        if by_noun or not named:
            return None
    return " ".join(common_form(noun) for noun in nouns)


def _predicate(pattern: Pattern, match: re.Match[str]) -> Reading:
    found = match.groupdict()
    subject, relation, value = found["s"], pattern.relation, found["v"]
    strict = pattern.strict
    if not relation:
        relation = found["r"].lower()
        strict = " of" not in relation
    if relation in {"value", "when"}:
        relation = "when" if _DATE_WORD.search(value) else relation
        if attribute := _OF.match(subject):
            subject = f"{attribute['s']} {attribute['n']}"
        *rest, last = subject.split(" ")
        if last.lower() in words("attributes"):
            subject, relation = " ".join(rest) or "the", common_form(last.lower())
    return Reading(
        subject=subject,
        relation=relation,
        value=value,
        previous=found.get("a") or "",
        strict=strict,
        changed=pattern.changed,
    )


def _use(pattern: Pattern, match: re.Match[str]) -> Reading:
    found = match.groupdict()
    attribute = found.get("n")
    if pattern.relation == "version":
        relation = f"version of {found['n'].lower()}"
        return Reading(subject=found["s"], relation=relation, value=found["v"])
    if pattern.relation == "kind" and attribute and common_form(attribute.lower()) not in kinds():
        attribute = None
    relation = common_form(attribute.lower()) if attribute else kind_of(cut(found["v"])[0])
    return Reading(
        subject=found["s"] if relation else "",
        relation=relation,
        value=found["v"],
        changed=pattern.changed,
    )


@cache
def _opposites() -> dict[str, str]:
    return {state: line[0] for line in groups("opposites") for state in line}
