"""What people change of memories and documents by hand, and what is remembered of that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from tacitus.domain.errors import Conflict, InvalidRequest
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import EVIDENCE, Dating, Memory, Network, Source
from tacitus.domain.sentences import Span
from tacitus.domain.time import Interval

LONGEST_TEXT = 20_000
"""Characters of a memory that is written by hand."""


class Act(StrEnum):
    """What was done to a memory."""

    EDITED = "edited"
    INVALIDATED = "invalidated"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEdit:
    """What to put right in a memory; None leaves a value as it is.

    Attributes:
        occurred_start: Beginning of the occurrence, which is then known exactly.
        occurred_end: Its end, exclusive; the same as the start for an instant.
    """

    text: str | None = None
    context: str | None = None
    occurred_start: datetime | None = None
    occurred_end: datetime | None = None
    mentioned_at: datetime | None = None
    network: Network | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChange:
    """One change of a memory by hand.

    Attributes:
        before: What stood there before and was changed, as JSON values by the wire's names.
    """

    at: datetime
    act: Act
    reason: str = ""
    before: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A memory of a document that people edited or invalidated: reading again must not undo that.

    Attributes:
        texts: What it says, and what it said before it was edited.
        sources: Where in the document it was read.
        shared: Where other memories were read from the same words.
    """

    memory: MemoryId
    texts: tuple[str, ...]
    sources: tuple[Source, ...]
    shared: tuple[Span, ...] = ()


def edited(memory: Memory, edit: MemoryEdit) -> Memory:
    """Return a memory put right; its tokens are left to be counted.

    Raises:
        InvalidRequest: It is no evidence, or would not be after, or would end before it begins.
    """
    network = edit.network or memory.network
    if memory.network not in EVIDENCE or network not in EVIDENCE:
        raise InvalidRequest("Facts and experiences are edited only: the rest is made from them")
    said_at = edit.mentioned_at or memory.mentioned_at
    dated = edit.occurred_start is not None or edit.occurred_end is not None
    return replace(
        memory,
        text=memory.text if edit.text is None else edit.text,
        context=memory.context if edit.context is None else edit.context,
        network=network,
        mentioned_at=said_at,
        occurred=_occurred(memory, edit) if dated else _following(memory, said_at),
        dating=Dating.EXACT if dated else memory.dating,
        sources=tuple(_said_at(memory, said_at)),
    )


def differences(before: Memory, after: Memory) -> dict[str, object]:
    """Return what stood in a memory before and stands there no more."""
    old, new = _shown(before), _shown(after)
    return {name: value for name, value in old.items() if value != new[name]}


def checked_edit(found: Memory, seen: Memory | None) -> None:
    """See that a memory still says what an edit of it was worked out from.

    Raises:
        Conflict: It was edited meanwhile.
    """
    if seen is not None and _shown(found) != _shown(seen):
        raise Conflict(f"Memory '{seen.id}' was changed meanwhile")


def retagged(tags: Sequence[str], old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Return a memory's tags when those of its document change; tags of other documents stay."""
    return tuple(dict.fromkeys((*(tag for tag in tags if tag not in old), *new)))


def _occurred(memory: Memory, edit: MemoryEdit) -> Interval:
    known = memory.occurred
    start = edit.occurred_start or (known.start if known else edit.occurred_end)
    assert start is not None
    end = edit.occurred_end or max(start, known.end if known else start)
    if end < start:
        raise InvalidRequest("The occurrence would end before it has begun")
    return Interval(start, end)


def _following(memory: Memory, said_at: datetime) -> Interval | None:
    """What is taken to hold when it was said follows when that was."""
    instant = Interval(memory.mentioned_at, memory.mentioned_at)
    follows = memory.dating is Dating.MENTION and memory.occurred == instant
    return Interval(said_at, said_at) if follows else memory.occurred


def _said_at(memory: Memory, said_at: datetime) -> list[Source]:
    if said_at == memory.mentioned_at:
        return [*memory.sources]
    return [replace(source, mentioned_at=said_at) for source in memory.sources]


def _shown(memory: Memory) -> dict[str, object]:
    occurred = memory.occurred
    return {
        "text": memory.text,
        "context": memory.context,
        "fact_type": memory.network.value,
        "occurred_start": occurred.start.isoformat() if occurred else None,
        "occurred_end": occurred.end.isoformat() if occurred else None,
        "mentioned_at": memory.mentioned_at.isoformat(),
    }
