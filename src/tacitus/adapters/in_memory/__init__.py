"""Everything that PostgreSQL keeps, kept in this process: for tests, and to try things out."""

from dataclasses import dataclass

from tacitus.adapters.in_memory.banks import Banks
from tacitus.adapters.in_memory.contents import Shelf
from tacitus.adapters.in_memory.documents import Documents
from tacitus.adapters.in_memory.entities import Entities
from tacitus.adapters.in_memory.index import Index
from tacitus.adapters.in_memory.memories import Memories
from tacitus.adapters.in_memory.opinions import Opinions
from tacitus.adapters.in_memory.queue import Queue
from tacitus.ports.runtime import Clock

__all__ = ["InMemoryStores", "open_in_memory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InMemoryStores:
    """One store for each port, over the same contents."""

    banks: Banks
    documents: Documents
    memories: Memories
    entities: Entities
    opinions: Opinions
    index: Index
    queue: Queue


def open_in_memory(*, clock: Clock) -> InMemoryStores:
    """Return empty stores; what is put into them goes with them."""
    shelf = Shelf()
    return InMemoryStores(
        banks=Banks(shelf),
        documents=Documents(shelf),
        memories=Memories(shelf, clock),
        entities=Entities(shelf),
        opinions=Opinions(shelf),
        index=Index(shelf),
        queue=Queue(shelf, clock),
    )
