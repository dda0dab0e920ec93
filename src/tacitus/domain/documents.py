"""What is handed to retain, and the pieces it is read in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from tacitus.domain.graph import Surface
from tacitus.domain.ids import BankId, DocumentId, MemoryId


class Role(StrEnum):
    """Whose voice a turn is. The assistant's own turns become experiences."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    """Instructions to a model: kept in the document, never made a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What the caller says of a part of a document, where it is not said of the whole."""

    context: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One speaker's uninterrupted words.

    Attributes:
        speaker: Empty in prose that nobody is said to have spoken.
        at: When it was said; None takes the document's time.
        label: The caller's own id of the turn, kept in the memory's metadata as `turn`.
        about: Of its part of the document; None takes what is said of the document.
    """

    text: str
    speaker: str = ""
    role: Role = Role.USER
    at: datetime | None = None
    label: str = ""
    about: About | None = None


_NAMELESS = re.compile(r"doc-[0-9a-f]{24}")


def nameless(digest: str) -> DocumentId:
    """Return the id of a document that the caller gave none, made of its content."""
    return DocumentId(f"doc-{digest[:24]}")


def is_nameless(id: DocumentId) -> bool:
    """Whether an id was made of the content: handed in anew, the same words have the same id."""
    return _NAMELESS.fullmatch(id) is not None


class UpdateMode(StrEnum):
    """What retain does with a document that is already there."""

    REPLACE = "replace"
    APPEND = "append"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetainItem:
    """One document to remember.

    Attributes:
        content: Prose or a transcript as text, or turns already told apart.
        document: None gives it an id made from its content, so that a repeat changes nothing.
        timestamp: When it was written or said; None if unknown. Aware.
        entities: Names the caller knows to be in it.
        expires_at: From when on what is read in it is not recalled, and goes; None for never. Of
            several parts the latest holds for all. Aware.
        more: Further parts of the same document, in order, each with what is said of it.
    """

    content: str | tuple[Turn, ...]
    document: DocumentId | None = None
    timestamp: datetime | None = None
    context: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    tags: tuple[str, ...] = ()
    entities: tuple[Surface, ...] = ()
    mode: UpdateMode = UpdateMode.REPLACE
    expires_at: datetime | None = None
    more: "tuple[RetainItem, ...]" = ()

    @property
    def parts(self) -> "tuple[RetainItem, ...]":
        """The item itself and what follows it in its document."""
        return (replace(self, more=()), *self.more) if self.more else (self,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTurn:
    """A turn and where it stands in the document's text.

    Attributes:
        start: First character of its words (after "Speaker: ") in the document's text.
        end: One past the last character.
    """

    turn: Turn
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a document that is read at once; the unit of re-reading.

    Attributes:
        index: 0-based rank in the document.
        digest: Hash of everything the extraction depends on; an unchanged digest is not read again.
    """

    index: int
    start: int
    end: int
    text: str
    digest: str
    turns: tuple[PlacedTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPlace:
    """A turn as it is kept beside the text: all but its words, which are those that stand there.

    Blotted out in the text, they are gone.

    Attributes:
        start: First character of its words in the document's text.
        end: One past the last character.
    """

    start: int
    end: int
    speaker: str = ""
    role: Role = Role.USER
    at: datetime | None = None
    label: str = ""
    about: About | None = None


class DocumentAct(StrEnum):
    """What was done to a document or to what was read in it; words of the wire format."""

    RETAINED = "retain"
    APPENDED = "append"
    REPROCESSED = "reprocess"
    RETAGGED = "retag"
    FACT_EDITED = "fact_edited"
    FACT_INVALIDATED = "fact_invalidated"
    FACT_RESTORED = "fact_restored"
    FACT_DELETED = "fact_deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChange:
    """One change of a document: ids and numbers, never words.

    Attributes:
        memory: Whom it was about, where it was about one.
        added: How many memories were new.
        removed: How many have nothing left that states them.
    """

    at: datetime
    act: DocumentAct
    memory: MemoryId | None = None
    added: int = 0
    removed: int = 0


KEPT_CHANGES = 200
"""How many changes of a document are remembered, the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text as it is kept.

    Attributes:
        timestamp: When it was written or said, None if unknown.
        received_at: When it came; stands in for the timestamp where only an order is needed.
        digest: Hash of all that was handed in; the same digest again changes nothing.
        revision: Counts its updates; guards against writers who did not see one another.
        created_at: When it first came; the store knows, None before it is stored.
        forgotten: Keys of what users had forgotten of it (`tacitus.domain.redaction`); the store
            keeps them, whatever replaces the document.
        turns: Who said what when; None where that is not known of all of it.
    """

    id: DocumentId
    bank: BankId
    text: str
    timestamp: datetime | None
    received_at: datetime
    digest: str
    context: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    tags: tuple[str, ...] = ()
    entities: tuple[Surface, ...] = ()
    revision: int = 1
    created_at: datetime | None = None
    forgotten: tuple[str, ...] = ()
    turns: tuple[TurnPlace, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentListing:
    """A document in a list, without its text."""

    id: DocumentId
    digest: str
    created_at: datetime
    updated_at: datetime
    length: int
    memories: int
    metadata: Mapping[str, str]
    tags: tuple[str, ...]
    context: str
    timestamp: datetime | None
