"""What another memory system gave away, as documents to retain and what became of what they say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import DocumentId

_BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class End:
    """What one document says held until another took its place."""

    document: DocumentId
    successor: DocumentId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """An export of another system.

    Attributes:
        system: Its name.
        items: In the order in which they are to be read, oldest first.
        ends: Of items.
        left_out: What has no place here: how much of what.
    """

    system: str
    items: tuple[RetainItem, ...]
    ends: tuple[End, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])


def oldest_first(items: Iterable[RetainItem]) -> tuple[RetainItem, ...]:
    """Return documents in the order in which they were said; first those of which nobody knows."""
    return tuple(sorted(items, key=lambda item: item.timestamp or _BEGINNING))
