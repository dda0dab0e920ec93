"""Moving a bank: the kinds of its parts in the order in which they leave and arrive.

An export is a header and then parts, those of a kind in the order of their key. So the same bank gives
the same bytes wherever it is, and whoever receives it needs to remember little to see that nothing is
missing, given twice, or hangs in the air.
"""

import base64
import binascii
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID

import numpy as np

from tacitus.domain import moving_parts as parts
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.moving_checks import check_part
from tacitus.domain.moving_parts import Embedded, EntityPart, LinkPart, MemoryPart, Part
from tacitus.domain.vectors import Vector

FORMAT = 1
"""Of the export; another one is refused."""
_ROUNDED = 0.05
"""How far from 1 the length of a vector may be: numbers of half precision are rounded."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of part.

    Attributes:
        name: As the file says it.
        table: Where PostgreSQL keeps it.
        key: Fields whose values, together, only one part of the kind has; its order.
        refers: Fields that name a part of an earlier kind, by that kind's name.
    """

    name: str
    part: type[Part]
    table: str
    key: tuple[str, ...]
    refers: Mapping[str, str] = field(default_factory=dict[str, str])


_M = "memory"
KINDS: tuple[Kind, ...] = (
    Kind("bank", parts.BankPart, "banks", ()),
    Kind("directive", parts.DirectivePart, "directives", ("id",)),
    Kind("standing_answer", parts.AnswerPart, "standing_answers", ("id",)),
    Kind(
        "answer_version",
        parts.VersionPart,
        "answer_versions",
        ("answer", "place"),
        {"answer": "standing_answer"},
    ),
    Kind("webhook", parts.WebhookPart, "webhooks", ("id",)),
    Kind("document", parts.DocumentPart, "documents", ("id",)),
    Kind("chunk", parts.ChunkPart, "chunks", ("document", "index"), {"document": "document"}),
    Kind(
        "document_change",
        parts.DocumentChangePart,
        "document_changes",
        ("document", "place"),
        {"document": "document"},
    ),
    Kind("kept_away", parts.KeptAwayPart, "kept_away", ("key",)),
    Kind("entity", parts.EntityPart, "entities", ("id",)),
    Kind("absorbed", parts.AbsorbedPart, "absorbed", ("id",), {"holder": "entity"}),
    Kind(_M, parts.MemoryPart, "memories", ("id",)),
    Kind(
        "source",
        parts.SourcePart,
        "sources",
        ("memory", "place"),
        {"memory": _M, "document": "document"},
    ),
    Kind(
        "mention",
        parts.MentionPart,
        "mentions",
        ("memory", "entity"),
        {"memory": _M, "entity": "entity"},
    ),
    Kind(
        "absorbed_mention",
        parts.AbsorbedMentionPart,
        "absorbed_mentions",
        ("entity", "memory"),
        {"entity": "absorbed", "memory": _M},
    ),
    Kind(
        "link",
        parts.LinkPart,
        "links",
        ("source", "target", "type"),
        {"source": _M, "target": _M},
    ),
    Kind("supersession", parts.SupersessionPart, "supersessions", ("old",), {"old": _M, "new": _M}),
    Kind("basis", parts.BasisPart, "drawn_from", ("memory", "basis"), {"memory": _M, "basis": _M}),
    Kind("formed", parts.FormedPart, "opinions", ("memory",), {"memory": _M}),
    Kind("evidence", parts.EvidencePart, "evidence", ("id",), {"opinion": _M, "memory": _M}),
    Kind("wording", parts.WordingPart, "wordings", ("opinion", "event"), {"opinion": _M}),
    Kind(
        "memory_change",
        parts.MemoryChangePart,
        "memory_changes",
        ("memory", "place"),
        {"memory": _M},
    ),
    Kind("feedback", parts.FeedbackPart, "feedback", ("id",), {"helped": _M}),
)
KIND_OF: Mapping[type[Part], Kind] = {kind.part: kind for kind in KINDS}
_PLACE = {kind.name: place for place, kind in enumerate(KINDS)}
_NAMED = frozenset(name for kind in KINDS for name in kind.refers.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What an export begins with.

    Attributes:
        vectors: Whether they are in it.
        counts: How many parts there are of each kind; a kind of which there is none is absent.
    """

    vectors: bool
    counts: Mapping[str, int]
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Numbered:
    """A part, and the line of the file on which it stands."""

    line: int
    part: Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """What an import brought.

    Attributes:
        counts: Parts by kind.
        embedded: How many vectors were made anew.
    """

    counts: Mapping[str, int]
    embedded: int = 0


def packed(vector: Vector) -> str:
    """Return a vector as text: half precision, little-endian, in base64."""
    return base64.b64encode(np.asarray(vector, dtype="<f2").tobytes()).decode("ascii")


def unpacked(text: str) -> Vector:
    """Return the vector of a text that `packed` made.

    Raises:
        InvalidRequest: It is none.
    """
    try:
        found = np.frombuffer(base64.b64decode(text, validate=True), dtype="<f2")
    except (ValueError, binascii.Error):
        raise InvalidRequest("it is no vector: half precision in base64 is expected") from None
    if not found.size or not np.isfinite(found).all():
        raise InvalidRequest("it is no vector: finite numbers are expected")
    vector = found.astype(np.float32)
    if abs(float(np.linalg.norm(vector)) - 1) > _ROUNDED:
        raise InvalidRequest("it is no vector: its length is not 1")
    return vector


@dataclass(slots=True)
class Arrival:
    """Watches the parts of an import go by, and refuses what does not fit.

    Attributes:
        counts: Parts that came, by kind.
    """

    header: Header
    counts: Counter[str] = field(default_factory=Counter[str])
    _kind: int = -1
    _latest: tuple[Any, ...] = ()
    _known: dict[str, set[Any]] = field(default_factory=dict[str, set[Any]])
    _awaited: dict[UUID, int] = field(default_factory=dict[UUID, int])
    _keys: set[str] = field(default_factory=set[str])
    _width: int | None = None

    def check(self, one: Numbered) -> None:
        """Look at the next part.

        Raises:
            InvalidRequest: The message names the line, and what is wrong there.
        """
        kind = KIND_OF[type(one.part)]
        try:
            self._in_order(kind, one.part)
            self._refers(kind, one.part)
            self._sound(one.part)
            if isinstance(one.part, Embedded):
                self._vector(one.part)
        except InvalidRequest as refused:
            raise InvalidRequest(f"line {one.line}: {refused}") from None
        self.counts[kind.name] += 1
        if isinstance(one.part, MemoryPart) and one.part.superseded_by:
            self._awaited.setdefault(one.part.superseded_by, one.line)

    def finish(self) -> None:
        """Look back when all is there.

        Raises:
            InvalidRequest: Something is missing.
        """
        there = self._known.get(_M, set[Any]())
        for memory, line in self._awaited.items():
            if memory not in there:
                raise InvalidRequest(
                    f"line {line}: superseded_by names {memory}, which is not there"
                )
        for name in {*self.header.counts, *self.counts}:
            told, came = self.header.counts.get(name, 0), self.counts[name]
            if told != came:
                raise InvalidRequest(f"the header tells of {told} lines of {name}, and {came} came")

    def _in_order(self, kind: Kind, part: Part) -> None:
        place, key = _PLACE[kind.name], tuple(getattr(part, name) for name in kind.key)
        if place < self._kind:
            raise InvalidRequest(
                f"{kind.name} comes too late: {KINDS[self._kind].name} came before"
            )
        if place == self._kind and key <= self._latest:
            again = key == self._latest
            raise InvalidRequest(f"{kind.name} {'is there twice' if again else 'is out of order'}")
        if place and self._kind < 0:
            raise InvalidRequest(f"the bank itself is expected first, not {kind.name}")
        self._kind, self._latest = place, key
        if kind.name in _NAMED:
            self._known.setdefault(kind.name, set()).add(key[0])

    def _refers(self, kind: Kind, part: Part) -> None:
        for name, other in kind.refers.items():
            value: Any = getattr(part, name)
            named = cast(list[Any], value) if isinstance(value, list) else [value]
            known = self._known.get(other, set[Any]())
            if gone := [one for one in named if one is not None and one not in known]:
                raise InvalidRequest(f"{kind.name}.{name} names {gone[0]}, which is not there")

    def _sound(self, part: Part) -> None:
        """Refuse what no store would keep, or nobody could read."""
        check_part(part)
        match part:
            case LinkPart() if part.source == part.target or not 0 < part.weight <= 1:
                raise InvalidRequest("link: from one memory to another, its weight in (0, 1]")
            case EntityPart() if part.key in self._keys:
                raise InvalidRequest(f"entity.key: '{part.key}' is another's already")
            case EntityPart():
                self._keys.add(part.key)
            case _:
                pass

    def _vector(self, part: Embedded) -> None:
        if part.vector is None:
            if self.header.vectors:
                raise InvalidRequest("the vector is missing, and the header promises vectors")
            return
        width = len(unpacked(part.vector))
        if self._width not in {None, width}:
            raise InvalidRequest(f"a vector of {width} numbers among others of {self._width}")
        self._width = width
