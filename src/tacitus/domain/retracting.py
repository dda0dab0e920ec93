"""Retracting all that is known of an entity: what of a bank's words goes, as values."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tacitus.domain.called import Called
from tacitus.domain.forgetting import Item, Kind
from tacitus.domain.ids import BankId, DocumentId
from tacitus.domain.redaction import Place, blotted, only_in
from tacitus.domain.retelling import keys_of, merged, retold
from tacitus.domain.sentences import Span, sentence_spans

READ_NOW = "Something that names it is being read right now: try again when that is done"
MOST_KEPT_AWAY = 20_000
"""Keys that a bank keeps of what was retracted; the oldest make room."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Words that stand somewhere in a bank.

    Attributes:
        kind: Of the thing that they belong to.
        id: Of that thing.
        part: What of it they are.
        name: What the thing is called, or says.
    """

    kind: Kind
    id: str
    part: str
    text: str
    name: str = ""


_LABELLED = re.compile(r"([^:\n]{1,80}):\s+(.+)", re.DOTALL)
_TELLING = 4
"""From so many words on, what it said itself is kept away whoever else says it."""

WHOLE = "whole"
"""The thing goes that says it."""
RUNNING = "running"
"""It is being done right now."""
TEXT, CONTEXT, REASON = "text", "context", "reason"
METADATA, ENTITIES, TURNS = "metadata", "entities", "turns"
"""As JSON."""
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_SIGNS = {"n": "\n", "r": "\n", "t": "\t", "b": " ", "f": " "}
_DEEPEST = 3
"""JSON in JSON in JSON: what was handed in as JSON waits in an order that is JSON."""
_STAYING = frozenset({Kind.DIRECTIVE, Kind.BACKGROUND})
_DETAILS = frozenset({CONTEXT, METADATA, ENTITIES, REASON, TURNS})


@dataclass(frozen=True, slots=True)
class Detail:
    """What is left of the context, metadata, reason or given names of something that stays."""

    kind: Kind
    id: str
    part: str
    left: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraction:
    """What names something, by what becomes of it.

    Attributes:
        whole: Things that go.
        texts: Documents whose words name it.
        details: Of things that stay.
        stays: What is for people to change.
        running: Work under way that names it.
    """

    whole: tuple[Item, ...]
    texts: Mapping[DocumentId, str]
    details: tuple[Detail, ...]
    stays: tuple[Item, ...]
    running: bool

    def ids(self, *kinds: Kind) -> list[str]:
        return list(dict.fromkeys(item.id for item in self.whole if item.kind in kinds))

    def items_of(self, *kinds: Kind) -> list[Item]:
        return [item for item in self.whole if item.kind in kinds]

    @property
    def memories(self) -> frozenset[str]:
        """The ids of the memories that go, in any network."""
        return frozenset(self.ids(Kind.MEMORY, Kind.OBSERVATION, Kind.OPINION))

    @property
    def detail_items(self) -> list[Item]:
        return [Item(Kind.DETAIL, f"{one.kind}/{one.id}/{one.part}") for one in self.details]


def retraction(called: Called, sayings: Iterable[Saying]) -> Retraction:
    """Say what becomes of everything that names something."""
    whole: list[Item] = []
    stays: list[Item] = []
    details: list[Detail] = []
    texts: dict[DocumentId, str] = {}
    running = False
    for said in sayings:
        if not (called.within(said.text) if said.part == TEXT else _names(called, said.text)):
            continue
        if said.kind in _STAYING:
            stays.append(Item(said.kind, said.id, said.name))
        elif said.part in _DETAILS:
            details.append(Detail(said.kind, said.id, said.part, _left(called, said)))
        elif said.kind is Kind.DOCUMENT and said.part == TEXT:
            texts[DocumentId(said.id)] = said.text
        else:
            whole.append(Item(said.kind, said.id, said.name))
            running |= said.part == RUNNING
    gone = {(item.kind, item.id) for item in whole}
    return Retraction(
        whole=tuple(whole),
        texts=texts,
        details=tuple(one for one in details if (one.kind, one.id) not in gone),
        stays=tuple(dict.fromkeys(stays)),
        running=running,
    )


@dataclass(frozen=True, slots=True)
class Blot:
    """A document's text without some words, and what those are known by."""

    text: str
    keys: tuple[str, ...]


def blot_of(
    bank: BankId, text: str, called: Called, own: Sequence[Place], others: Sequence[Span]
) -> Blot:
    """Take out of a text what names something, and what memories that go were read from.

    What names it goes whatever else was read from the same words; words that only stand in
    memories that go stay where another was read from them.
    """
    named = merged(called.sentences(text))
    left = [(part, place.speaker) for place in own for part in only_in([place.span], others)]
    words = [(text[slice(*span)], None) for span in named]
    words += [(text[slice(*part)], who) for part, who in left]
    said = list(dict.fromkeys(key for told, who in words for key in _keys(bank, told, who, called)))
    again = [one.span for one in retold(bank, text, said, _nobody)]
    spans = [*named, *(part for part, _ in left), *only_in(again, others)]
    return Blot(blotted(text, spans), tuple(said))


def _keys(bank: BankId, told: str, speaker: str | None, called: Called) -> Iterable[str]:
    """Yield what words are known by, whoever is said to have said them where they are its own."""
    yield from keys_of(bank, told, speaker)
    for start, stop in sentence_spans(told):
        label = _LABELLED.fullmatch(told[start:stop])
        who, words = (label[1], label[2]) if label else (speaker, told[start:stop])
        if who is None or not called.within(who):
            continue
        if len(words.split()) >= _TELLING:
            yield from keys_of(bank, words, None)
        for name in called.names:
            yield from keys_of(bank, words, name)


def _nobody(_: int) -> str:
    return ""


def _left(called: Called, said: Saying) -> str:
    """Return what may stay of a detail."""
    if said.part in {CONTEXT, REASON}:
        return "".join(_pieces(said.text, called.sentences(said.text))).strip()
    values: dict[str, object] | list[object] = json.loads(said.text)
    if isinstance(values, dict):
        kept = {key: one for key, one in values.items() if not _named(called, [key, one])}
        return json.dumps(kept)
    if said.part == TURNS:
        return json.dumps([_turn(called, one) for one in values if not _named(called, _who(one))])
    return json.dumps([one for one in values if not _named(called, one)])


def _who(turn: Any) -> list[object]:
    """Return who said a turn, and its label, as `tacitus.domain.turns` writes it."""
    return [turn[2], turn[5]]


def _turn(called: Called, turn: Any) -> list[object]:
    """Return a turn without what was said of its part of the document, if that names something."""
    return [*turn[:6], None if _named(called, turn[6]) else turn[6]]


def _named(called: Called, value: object) -> bool:
    return _names(called, json.dumps(value, ensure_ascii=False))


def _names(called: Called, text: str) -> bool:
    """Whether a text names it that may be JSON, or have JSON in it: an end of line is no letter n there."""
    for _ in range(_DEEPEST):
        if called.within(text):
            return True
        if "\\" not in text:
            return False
        text = _ESCAPED.sub(_meant, text)
    return called.within(text)


def _meant(escaped: re.Match[str]) -> str:
    code = escaped[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _SIGNS.get(code, code)


def _pieces(text: str, spans: Iterable[Span]) -> Iterable[str]:
    at = 0
    for start, stop in merged(spans):
        yield text[at:start]
        at = stop
    yield text[at:]
