"""What one bank holds, as one value: a transaction writes on a copy, and puts it in its place."""

from collections import defaultdict
from collections.abc import Generator, Mapping, Set
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Record
from tacitus.domain.curation import MemoryChange
from tacitus.domain.documents import Chunk, Document, DocumentChange
from tacitus.domain.errors import NotFound
from tacitus.domain.feedback import Feedback, FeedbackId
from tacitus.domain.forgetting import ForgettingReceipt
from tacitus.domain.graph import Entity, LinkType
from tacitus.domain.identity import Absorbed
from tacitus.domain.ids import BankId, DocumentId, EntityId, EvidenceId, MemoryId, OperationId
from tacitus.domain.memories import Memory, State
from tacitus.domain.operations import Job, Operation
from tacitus.domain.opinions import FOLDING, Evidence, Folding, Wording, fold
from tacitus.domain.standing import (
    AnswerId,
    Directive,
    DirectiveId,
    StandingAnswer,
    Version,
)
from tacitus.domain.webhooks import Webhook, WebhookId


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDocument:
    """A document with its chunks by index, and what was done to it, in order."""

    document: Document
    created_at: datetime
    chunks: dict[int, Chunk]
    changes: tuple[DocumentChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Successor:
    """What replaced a memory, and when that stopped holding."""

    memory: MemoryId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptJob:
    """A job and what became of it so far.

    Attributes:
        rank: Order in which jobs came.
        due: When it may run.
    """

    job: Job
    rank: int
    due: datetime
    operation: Operation


@dataclass(kw_only=True)
class Contents:
    """Everything in one bank, by key; values are never changed in place.

    Attributes:
        records: Memories as they were written. What follows from the rest of the contents (state,
            entities, confidence) is worked out by `memory`.
        invalidated: Reasons of the memories that were found wrong.
        lent: Mentions by memories that name only somebody who was merged into the entity.
        absorbed: Who was merged into each entity.
        drawn_from: Memories that an observation or opinion was made from.
        formed: Dispositions that opinions were formed under.
        first_words: Opinions that were ever reworded, as they were before.
        wordings: What events put opinions into, by opinion and text.
        versions: What standing answers said before, in order.
        history: What people changed of memories, in order.
        kept_away: Keys of what was retracted, with when.
        retractions: How many there were.
        told: How many memories were ever added; those that are there stand in that order.
    """

    bank: Bank | None = None
    documents: dict[DocumentId, KeptDocument] = field(
        default_factory=dict[DocumentId, KeptDocument]
    )
    records: dict[MemoryId, Record] = field(default_factory=dict[MemoryId, Record])
    invalidated: dict[MemoryId, str] = field(default_factory=dict[MemoryId, str])
    successors: dict[MemoryId, Successor] = field(default_factory=dict[MemoryId, Successor])
    entities: dict[EntityId, Entity] = field(default_factory=dict[EntityId, Entity])
    mentions: dict[tuple[MemoryId, EntityId], str] = field(
        default_factory=dict[tuple[MemoryId, EntityId], str]
    )
    lent: set[tuple[MemoryId, EntityId]] = field(default_factory=set[tuple[MemoryId, EntityId]])
    absorbed: dict[EntityId, Mapping[EntityId, Absorbed]] = field(
        default_factory=dict[EntityId, Mapping[EntityId, Absorbed]]
    )
    links: dict[tuple[MemoryId, MemoryId, LinkType], float] = field(
        default_factory=dict[tuple[MemoryId, MemoryId, LinkType], float]
    )
    evidence: dict[EvidenceId, Evidence] = field(default_factory=dict[EvidenceId, Evidence])
    drawn_from: dict[MemoryId, tuple[MemoryId, ...]] = field(
        default_factory=dict[MemoryId, tuple[MemoryId, ...]]
    )
    formed: dict[MemoryId, Disposition] = field(default_factory=dict[MemoryId, Disposition])
    first_words: dict[MemoryId, Wording] = field(default_factory=dict[MemoryId, Wording])
    wordings: dict[tuple[MemoryId, str], Wording] = field(
        default_factory=dict[tuple[MemoryId, str], Wording]
    )
    history: dict[MemoryId, tuple[MemoryChange, ...]] = field(
        default_factory=dict[MemoryId, tuple[MemoryChange, ...]]
    )
    directives: dict[DirectiveId, Directive] = field(default_factory=dict[DirectiveId, Directive])
    answers: dict[AnswerId, StandingAnswer] = field(default_factory=dict[AnswerId, StandingAnswer])
    versions: dict[AnswerId, tuple[Version, ...]] = field(
        default_factory=dict[AnswerId, tuple[Version, ...]]
    )
    feedback: dict[FeedbackId, Feedback] = field(default_factory=dict[FeedbackId, Feedback])
    webhooks: dict[WebhookId, Webhook] = field(default_factory=dict[WebhookId, Webhook])
    jobs: dict[OperationId, KeptJob] = field(default_factory=dict[OperationId, KeptJob])
    kept_away: dict[str, datetime] = field(default_factory=dict[str, datetime])
    retractions: int = 0
    told: int = 0

    def copy(self) -> "Contents":
        """Return contents that can be written on without touching these."""
        values: dict[str, Any] = {
            each.name: copy(getattr(self, each.name)) for each in fields(self)
        }
        return Contents(**values)

    # ------------------------------------------------------------------ worked out

    def memory(self, id: MemoryId) -> Memory:
        """Return a memory as it now stands.

        Raises:
            KeyError: There is none.
        """
        written = self.records[id].memory
        state, successor = self.standing(id)
        return replace(
            written,
            state=state,
            state_reason=self.invalidated.get(id, ""),
            valid_until=max(successor.at, written.mentioned_at) if successor else None,
            superseded_by=successor.memory if successor else None,
            entities=tuple(
                sorted(self.entities[entity].name for entity in self.entities_of.get(id, ()))
            ),
            proof_count=len(written.sources) or written.proof_count,
            confidence=self._confidence(written),
        )

    def evidence_of(self, opinion: MemoryId) -> list[Evidence]:
        """Return the evidence that counts, oldest first."""
        return sorted(
            (
                event
                for event in self.evidence.values()
                if event.opinion == opinion and event.memory not in self.invalidated
            ),
            key=lambda event: (event.at, event.id),
        )

    def _confidence(self, written: Memory) -> float | None:
        if written.confidence is None:
            return None
        return fold(written.confidence, self.evidence_of(written.id), self.folding)

    @property
    def folding(self) -> Folding:
        """How the bank folds evidence; what nobody knows is the default."""
        named = self.bank.config.get(FOLDING) if self.bank else None
        return next((one for one in Folding if one == named), Folding.COUNTED)

    def standing(self, id: MemoryId) -> tuple[State, Successor | None]:
        """Return a memory's state and what replaced it: the first successor not found wrong."""
        successor = self.first_successor(id, among=self.invalidated.keys())
        if id in self.invalidated:
            return State.INVALIDATED, successor
        return (State.SUPERSEDED if successor else State.VALID), successor

    def first_successor(self, id: MemoryId, *, among: Set[MemoryId]) -> Successor | None:
        """Return the first of a memory's successors, each one's own in turn, that is not `among`."""
        passed = {id}
        successor = self.successors.get(id)
        while successor and successor.memory in among:
            if successor.memory in passed:
                return None
            passed.add(successor.memory)
            successor = self.successors.get(successor.memory)
        return None if successor and successor.memory == id else successor

    # ------------------------------------------------------------------ looked up (of a finished copy)

    @cached_property
    def memories(self) -> dict[MemoryId, Memory]:
        """Every memory as it now stands."""
        return {id: self.memory(id) for id in self.records}

    @cached_property
    def entities_of(self) -> dict[MemoryId, list[EntityId]]:
        found: dict[MemoryId, list[EntityId]] = defaultdict(list)
        for memory, entity in self.mentions:
            found[memory].append(entity)
        return found

    @cached_property
    def memories_of(self) -> dict[EntityId, list[MemoryId]]:
        found: dict[EntityId, list[MemoryId]] = defaultdict(list)
        for memory, entity in self.mentions:
            found[entity].append(memory)
        return found


class Shelf:
    """The contents of all banks."""

    def __init__(self) -> None:
        self.banks: dict[BankId, Contents] = {}
        self.receipts: list[ForgettingReceipt] = []

    def of(self, bank: BankId) -> Contents:
        """Return what a bank holds, to read only; nothing if there is no such bank."""
        return self.banks.get(bank) or Contents()

    @contextmanager
    def writing(self, bank: BankId) -> Generator[Contents]:
        """Give a copy to write on; it takes the place of the original if the block ends well.

        Raises:
            NotFound: There is no such bank (any more).
        """
        if bank not in self.banks:
            raise NotFound(f"There is no bank {bank}")
        written = self.banks[bank].copy()
        yield written
        self.banks[bank] = written
