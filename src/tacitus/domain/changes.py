"""What one retain changes, decided in full before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from tacitus.domain.banks import Disposition
from tacitus.domain.documents import About, Chunk, Document, DocumentAct, DocumentChange
from tacitus.domain.graph import Entity, Link, LinkType, Mention, Surface
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Dating, Memory, Network, Source
from tacitus.domain.operations import Job
from tacitus.domain.opinions import Evidence
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A stated causal relation from one draft to another of the same chunk.

    Attributes:
        target: Index of the other draft within the extraction of the chunk.
    """

    target: int
    type: LinkType


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory as the extractor read it: no identity, entities only as surfaces.

    Attributes:
        start: Span in the document's text that it was read from.
        metadata: Of the turn alone; the document's is joined when the draft becomes a memory.
        confidence: 0 to 1; opinions only.
        corrects: Index, within the extraction, of a draft that this one says was wrong.
        about: What is said of its part of the document; None takes what is said of the document.
    """

    text: str
    network: Network
    chunk: int
    start: int
    end: int
    occurred: Interval | None
    dating: Dating
    mentioned_at: datetime
    speaker: str | None = None
    surfaces: tuple[Surface, ...] = ()
    causes: tuple[Cause, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()
    confidence: float | None = None
    corrects: int | None = None
    about: About | None = None


def without(drafts: Sequence[Draft], gone: Sequence[bool]) -> tuple[Draft, ...]:
    """Return the drafts that stay; a correction of what is left out has nothing left to correct."""
    places: dict[int, int] = {}
    for at, away in enumerate(gone):
        if not away:
            places[at] = len(places)
    # Causes count the drafts of their chunk.
    changed = {draft.chunk for draft, away in zip(drafts, gone, strict=True) if away}
    return tuple(
        replace(
            drafts[at],
            corrects=None if wrong is None else places.get(wrong),
            causes=() if drafts[at].chunk in changed else drafts[at].causes,
        )
        for at, wrong in ((at, drafts[at].corrects) for at in places)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A new memory with all that is stored beside it.

    Attributes:
        terms: Its keyword terms with repetition, in reading order (`tacitus.domain.terms`).
        state_key: Folded "subject|relation" of the state it asserts (`tacitus.domain.statements`);
            None where it asserts none. A later statement with the same key may supersede it.
    """

    memory: Memory
    vector: Vector
    terms: tuple[str, ...]
    state_key: str | None = None


@dataclass(frozen=True, slots=True)
class Restatement:
    """A memory that is already there was said once more."""

    memory: MemoryId
    source: Source


@dataclass(frozen=True, slots=True)
class Supersession:
    """A newer statement takes an older one's place.

    Attributes:
        at: When the old one stopped holding.
    """

    old: MemoryId
    new: MemoryId
    at: datetime


@dataclass(frozen=True, slots=True)
class Resettlement:
    """What follows for states from a memory that says something else by now.

    Attributes:
        freed: What nothing takes the place of any more.
        supersessions: What takes another's place by now, or from another moment on.
    """

    freed: tuple[MemoryId, ...] = ()
    supersessions: tuple[Supersession, ...] = ()


AS_BEFORE = Resettlement()


@dataclass(frozen=True, slots=True)
class Named:
    """Who and what a memory that says something else speaks of by now.

    Attributes:
        entities: Those of them that are new to the bank.
        mentions: All of the memory's.
    """

    entities: tuple[Entity, ...] = ()
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What new memories were compared with, so that nothing is missed that came meanwhile.

    Attributes:
        mark: Of the moment before the bank was looked at (`MemoryStore.mark`); what is told later
            comes after it.
        memories: Those that were compared.
        keys: Of the states that the new ones are about.
        texts: Of the new ones.
    """

    mark: int
    memories: frozenset[MemoryId]
    keys: frozenset[str]
    texts: frozenset[str]

    def missed(self, memory: MemoryId, text: str, state_key: str | None) -> bool:
        """Whether a memory would have been compared, had it been there."""
        bears = text in self.texts or state_key in self.keys
        return bears and memory not in self.memories


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """All that one transaction writes; applying it is all or nothing.

    Attributes:
        change: What is remembered of the change of the document; the store counts what it removed.
        expected_revision: The document's revision these were worked out from; 0 if it was not
            there. The store refuses with `Conflict` where it has moved on.
        retractions: How often something had been retracted from the bank when the document was
            read; `Conflict` where it happened once more. None where that does not matter.
        seen: What the records were compared with; `ToldMeanwhile` where evidence came since that
            says the same, or speaks of the same state. None where nothing was compared.
        dropped_chunks: Chunks of the document that are no longer in it, with the sources read from
            them; a memory that loses its last source goes, an earlier one that it superseded
            returns to valid.
        chunks: Chunks to write, new or changed.
        moved_chunks: (old index, chunk) of chunks whose text is unchanged but whose place is not.
        expires_at: Until when what is told again is kept at least; None for ever.
        entities: New entities. Where the bank meanwhile has one with the same key, that one
            is used and mentions follow it.
    """

    bank: BankId
    document: Document | None = None
    change: DocumentChange | None = None
    expected_revision: int = 0
    retractions: int | None = None
    seen: Seen | None = None
    dropped_chunks: tuple[int, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    moved_chunks: tuple[tuple[int, Chunk], ...] = ()
    records: tuple[Record, ...] = ()
    restatements: tuple[Restatement, ...] = ()
    supersessions: tuple[Supersession, ...] = ()
    expires_at: datetime | None = None
    entities: tuple[Entity, ...] = ()
    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    drawn_from: tuple[tuple[MemoryId, tuple[MemoryId, ...]], ...] = ()
    """(observation or opinion, memories it is drawn from)."""
    formed: tuple[tuple[MemoryId, Disposition], ...] = ()
    """(opinion, disposition it was formed under)."""
    jobs: tuple[Job, ...] = ()

    @property
    def told_again(self) -> frozenset[MemoryId]:
        """The memories that somebody tells once more; who reads anew what is there tells nothing."""
        anew = self.change is not None and self.change.act is DocumentAct.REPROCESSED
        return frozenset() if anew else frozenset(said.memory for said in self.restatements)


class Outcome(StrEnum):
    """What a retain came to."""

    STORED = "stored"
    UNCHANGED = "unchanged"
    """The same content was there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a retain did to the bank.

    Attributes:
        dropped: How many memories went with what the document no longer holds.
        chunks_read: How many chunks were new or changed; the others were not read again.
        left_out: How many characters of these, blanks aside, became no memory: code, prompts,
            hypotheses and memories handed back.
        forgotten: How many statements of it stay away, because somebody had them forgotten. Where the
            document is deleted first, it is read as if it were new.
    """

    document: DocumentId
    outcome: Outcome
    memories: tuple[MemoryId, ...] = ()
    restated: int = 0
    superseded: int = 0
    dropped: int = 0
    chunks_read: int = 0
    left_out: int = 0
    forgotten: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
