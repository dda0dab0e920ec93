"""Until when what is read is kept: as who handed it in says, and as its bank does."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.documents import RetainItem
from tacitus.domain.expiry import lifetime_of
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory
from tacitus.retain.stages import Reading


def expiry_of(item: RetainItem) -> datetime | None:
    """Return until when an item says that it is kept: as long as the longest of its parts."""
    ends = [part.expires_at for part in item.parts]
    given = [end for end in ends if end is not None]
    return max(given) if len(given) == len(ends) else None


def expiry_before(read: Sequence[Memory], document: DocumentId) -> datetime | None:
    """Return until when a document is kept, as what was read only in it tells; None for ever."""
    ends = [
        memory.expires_at
        for memory in read
        if all(source.document == document for source in memory.sources)
    ]
    given = [end for end in ends if end is not None]
    return max(given, default=None) if len(given) == len(ends) else None


def expiring(record: Record, bank: Bank, own: datetime | None) -> Record:
    """Return a record that is kept as long as it says itself, and its bank."""
    memory = record.memory
    ends = lifetime_of(bank.config).ends(
        mentioned=memory.mentioned_at, known=memory.known_at, own=own
    )
    return replace(record, memory=replace(memory, expires_at=ends)) if ends else record


def expiry(bank: Bank, reading: Reading) -> datetime | None:
    """Return until when what is told again is kept at least."""
    said = reading.document.timestamp or reading.at
    return lifetime_of(bank.config).ends(mentioned=said, known=reading.at, own=reading.expires_at)
