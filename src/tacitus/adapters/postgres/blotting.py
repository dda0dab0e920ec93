"""Blotting out of documents what was read into a memory that is forgotten; inside a transaction."""

from collections import defaultdict

from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.redaction import Place, redacted
from tacitus.domain.sentences import Span

_QUERIES = load("blotting")


async def blot(connection: Connection, bank: BankId, memory: MemoryId) -> None:
    """Make what only this memory was read from unreadable, and let its documents remember that."""
    rows = await rows_of(connection, _QUERIES["spans_of"], bank=bank, memory=memory)
    own: defaultdict[DocumentId, list[Place]] = defaultdict(list)
    others: defaultdict[DocumentId, list[Span]] = defaultdict(list)
    for row in rows:
        span = row["starts"], row["ends"]
        if row["own"]:
            own[row["document"]].append(Place(span, row["speaker"]))
        else:
            others[row["document"]].append(span)
    for document, places in own.items():
        place = {"bank": bank, "document": document}
        [read] = await rows_of(connection, _QUERIES["words_of"], **place, memory=memory)
        text, keys = redacted(bank, read["memory"], read["document"], places, others[document])
        await rows_of(connection, _QUERIES["blot_document"], **place, text=text, keys=keys)
        await rows_of(connection, _QUERIES["blot_chunks"], **place)
