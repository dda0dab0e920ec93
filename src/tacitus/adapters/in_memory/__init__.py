"""Everything that PostgreSQL keeps, kept in this process: for tests, and to try things out."""

from tacitus.adapters.in_memory.access import Keys
from tacitus.adapters.in_memory.audit import AuditLog
from tacitus.adapters.in_memory.banks import Banks
from tacitus.adapters.in_memory.contents import Shelf
from tacitus.adapters.in_memory.curating import Curation
from tacitus.adapters.in_memory.documents import Documents
from tacitus.adapters.in_memory.entities import Entities
from tacitus.adapters.in_memory.erasing import Erasing
from tacitus.adapters.in_memory.feedback import GivenFeedback
from tacitus.adapters.in_memory.identity import Identities
from tacitus.adapters.in_memory.index import Index
from tacitus.adapters.in_memory.memories import Memories
from tacitus.adapters.in_memory.moving import Moving
from tacitus.adapters.in_memory.opinions import Opinions
from tacitus.adapters.in_memory.queue import Queue
from tacitus.adapters.in_memory.reembedding import Reembedding
from tacitus.adapters.in_memory.standing import Standing
from tacitus.adapters.in_memory.surveying import Surveys
from tacitus.adapters.in_memory.webhooks import Webhooks
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores

__all__ = ["open_in_memory"]


def open_in_memory(*, clock: Clock) -> Stores:
    """Return empty stores; what is put into them goes with them."""
    shelf = Shelf()
    return Stores(
        banks=Banks(shelf),
        documents=Documents(shelf),
        memories=Memories(shelf, clock),
        entities=Entities(shelf),
        identities=Identities(shelf, clock),
        opinions=Opinions(shelf),
        index=Index(shelf, clock),
        queue=Queue(shelf, clock),
        surveys=Surveys(shelf),
        curation=Curation(shelf),
        standing=Standing(shelf),
        webhooks=Webhooks(shelf),
        feedback=GivenFeedback(shelf),
        audit=AuditLog(),
        forgetting=Erasing(shelf),
        keys=Keys(),
        moving=Moving(shelf),
        reembedding=Reembedding(shelf),
    )
