"""Blotting out of documents what was read into a memory that is forgotten; inside a transaction."""

from collections import defaultdict
from collections.abc import Sequence

from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.domain.documents import is_nameless
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.redaction import Place, redacted
from tacitus.domain.sentences import Span

_QUERIES = load("blotting")


async def blot(connection: Connection, bank: BankId, memory: MemoryId) -> list[DocumentId]:
    """Make what only this memory was read from unreadable, and let its documents remember that.

    Returns:
        The documents.
    """
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
    return list(own)


async def drop_nameless(connection: Connection, bank: BankId, ids: Sequence[DocumentId]) -> None:
    """Delete those of some documents that nothing is read from and nobody gave a name.

    Their ids are made of their words: as long as they are there, those cannot be told anew.
    """
    nameless = [id for id in ids if is_nameless(id)]
    if nameless:
        await rows_of(connection, _QUERIES["drop_bare"], bank=bank, documents=nameless)
