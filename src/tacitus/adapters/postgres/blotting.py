"""Blotting out of documents what was read into a memory that is forgotten; inside a transaction."""

from collections import defaultdict

from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.redaction import blotted, keys_of, only_in
from tacitus.domain.sentences import Span

_QUERIES = load("blotting")


async def blot(connection: Connection, bank: BankId, memory: MemoryId) -> None:
    """Make what only this memory was read from unreadable, and let its documents remember that."""
    rows = await rows_of(connection, _QUERIES["spans_of"], bank=bank, memory=memory)
    own: defaultdict[DocumentId, list[Span]] = defaultdict(list)
    others: defaultdict[DocumentId, list[Span]] = defaultdict(list)
    for row in rows:
        spans = own if row["own"] else others
        spans[row["document"]].append((row["starts"], row["ends"]))
    for document, spans in own.items():
        place = {"bank": bank, "document": document}
        [read] = await rows_of(connection, _QUERIES["words_of"], **place, memory=memory)
        left = only_in(spans, others[document])
        text = blotted(read["document"], left)
        keys = keys_of(bank, read["memory"], read["document"], spans, left)
        await rows_of(connection, _QUERIES["blot_document"], **place, text=text, keys=keys)
        await rows_of(connection, _QUERIES["blot_chunks"], **place)
