"""What goes when something is forgotten, and the receipt of it, which tells nothing of what it said."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID

from tacitus.domain.ids import BankId
from tacitus.domain.memories import Network

ReceiptId = NewType("ReceiptId", UUID)
MOST_LISTED = 1000
"""Things of one kind that a receipt names; it counts all."""


@dataclass(frozen=True, slots=True)
class KeptAway:
    """What was retracted from a bank.

    Attributes:
        keys: Of its sentences (`tacitus.domain.retelling`).
        retractions: How many there had been.
    """

    keys: tuple[str, ...] = ()
    retractions: int = 0


class Subject(StrEnum):
    """What was to be forgotten."""

    MEMORY = "memory"
    DOCUMENT = "document"
    ENTITY = "entity"
    BANK = "bank"
    EXPIRED = "expired"
    """Memories whose time was over."""


class Kind(StrEnum):
    """Kinds of things that go, are changed, or stay though they name what goes."""

    MEMORY = "memory"
    """A fact or an experience."""
    OBSERVATION = "observation"
    OPINION = "opinion"
    DOCUMENT = "document"
    """A document with its chunks and its text."""
    BLOTTED = "blotted_document"
    """A document in whose text and chunks words are made unreadable."""
    ENTITY = "entity"
    ANSWER = "mental_model"
    """A standing question, with its answer; the word is the wire's."""
    CLEARED = "cleared_mental_model"
    """A standing question whose answer, now or before, is taken away."""
    OPERATION = "operation"
    """Background work, waiting or over, whose words name it."""
    FEEDBACK = "feedback"
    EVIDENCE = "evidence"
    """A judgement on an opinion that stays, which is folded anew."""
    CHANGE = "memory_change"
    """What a memory that stays said before somebody edited it."""
    DETAIL = "detail"
    """Context, metadata, or reason, of a memory or document that stays."""
    DIRECTIVE = "directive"
    BACKGROUND = "background"
    """Title, mission or background of the bank."""


_NETWORKS = {Network.OBSERVATION: Kind.OBSERVATION, Network.OPINION: Kind.OPINION}
_CHOSEN = frozenset(
    {Kind.DOCUMENT, Kind.BLOTTED, Kind.ANSWER, Kind.CLEARED, Kind.DETAIL, Kind.DIRECTIVE}
)
"""Kinds whose ids are, or hold, words of the caller."""


def kind_of(network: Network) -> Kind:
    """Return what a memory of a network counts as."""
    return _NETWORKS.get(network, Kind.MEMORY)


@dataclass(frozen=True, slots=True, order=True)
class Item:
    """One thing that goes.

    Attributes:
        name: What it is called, or says: for who asks beforehand, never kept.
    """

    kind: Kind
    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """What goes, or would go; and what stays though it names it, to be seen to by hand."""

    items: tuple[Item, ...]
    stays: tuple[Item, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        return Counter(item.kind.value for item in sorted(self.items))

    def ids(self, *kinds: Kind) -> list[str]:
        return [item.id for item in self.items if item.kind in kinds]

    @property
    def memories(self) -> int:
        """How many memories go, in all networks."""
        return len(self.ids(Kind.MEMORY, Kind.OBSERVATION, Kind.OPINION))


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Who orders something forgotten, and when.

    Attributes:
        dry_run: Nothing is to go: it is to be said only what would.
    """

    tenant: str
    subject: Subject
    receipt: ReceiptId
    at: datetime
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgettingReceipt:
    """What went, without a word of it.

    Attributes:
        bank: It may be gone itself.
        ids: By kind, at most `MOST_LISTED` of each; ids that callers chose are `sealed`.
    """

    id: ReceiptId
    tenant: str
    bank: BankId
    subject: Subject
    at: datetime
    counts: Mapping[str, int]
    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


def receipt_of(gone: Gone, bank: BankId, order: Order) -> ForgettingReceipt:
    """Return what is kept of what went."""
    ids: dict[str, list[str]] = {}
    for item in sorted(gone.items):
        listed = ids.setdefault(item.kind.value, [])
        if len(listed) < MOST_LISTED:
            listed.append(sealed(bank, item.id) if item.kind in _CHOSEN else item.id)
    return ForgettingReceipt(
        id=order.receipt,
        tenant=order.tenant,
        bank=bank,
        subject=order.subject,
        at=order.at,
        counts=gone.counts,
        ids={kind: tuple(listed) for kind, listed in ids.items()},
    )


def sealed(bank: BankId, id: str) -> str:
    """Return what stands for an id that may tell something: who knows it can check it."""
    told = f"{bank}\n{id}".encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(told).hexdigest()[:32]}"


def distinct_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return things in order, each once."""
    seen: dict[tuple[Kind, str], Item] = {}
    for item in items:
        seen.setdefault((item.kind, item.id), item)
    return tuple(sorted(seen.values()))
