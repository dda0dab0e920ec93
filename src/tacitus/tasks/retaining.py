"""What was handed in at once, retained at once: a receipt for each item, though some share a document."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Receipt
from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import DocumentId
from tacitus.domain.joining import begins, joined
from tacitus.retain.pipeline import Opening, Retain


async def retained(
    retaining: Retain, bank: Bank, items: Sequence[RetainItem], opening: Opening
) -> AsyncGenerator[Receipt]:
    """Yield what became of each item; what was made of a document stands with the first of it."""
    done: dict[DocumentId | None, Receipt] = {}
    async with aclosing(retaining.run_all(bank, joined(items), opening)) as receipts:
        for item, first in zip(items, begins(items), strict=True):
            if first:
                done[item.document] = await anext(receipts)
                yield done[item.document]
            else:
                known = done[item.document]
                yield Receipt(document=known.document, outcome=known.outcome)
