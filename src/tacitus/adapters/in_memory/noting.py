"""What is remembered of changes of documents."""

from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.documents import KEPT_CHANGES, DocumentChange
from tacitus.domain.ids import DocumentId


def note(contents: Contents, id: DocumentId, change: DocumentChange) -> None:
    """Remember a change of a document that is there, and forget all but the latest."""
    kept = contents.documents[id]
    contents.documents[id] = replace(kept, changes=(*kept.changes, change)[-KEPT_CHANGES:])
