"""Moving banks to another embedder, in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.domain.changes import Record
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.reembedding import Embedding, Unembedded
from tacitus.domain.vectors import Vector


class Reembedding:
    """Fills `ReembeddingStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._made: dict[tuple[BankId, str], dict[Unembedded, Vector]] = {}

    async def unembedded(self, bank: BankId, embedder: str, *, limit: int) -> list[Unembedded]:
        made = self._made.get((bank, embedder), {})
        left = {*_texts(self._shelf.of(bank))} - made.keys()
        return sorted(left, key=lambda one: (one.memory, one.text))[:limit]

    async def keep(
        self, bank: BankId, embedder: str, made: Sequence[tuple[Unembedded, Vector]]
    ) -> None:
        self._made.setdefault((bank, embedder), {}).update(made)

    async def progress(self, bank: BankId, embedder: str) -> Embedding:
        left = len(await self.unembedded(bank, embedder, limit=1_000_000_000))
        total = len({*_texts(self._shelf.of(bank))})
        return Embedding(total - left, total)

    async def switch(self, bank: BankId, embedder: str) -> bool:
        if await self.unembedded(bank, embedder, limit=1):
            return False
        with self._shelf.writing(bank) as contents:
            assert contents.bank
            contents.bank = replace(contents.bank, embedder=embedder)
            made = self._made.pop((bank, embedder), {})
            contents.records = {
                id: replace(record, vector=made[_text(id, record)])
                for id, record in contents.records.items()
            }
            contents.first_words = {
                id: replace(one, vector=made[Unembedded(id, one.text)])
                for id, one in contents.first_words.items()
            }
            contents.wordings = {
                (id, text): replace(one, vector=made[Unembedded(id, text)])
                for (id, text), one in contents.wordings.items()
            }
        return True


def _texts(contents: Contents) -> Iterator[Unembedded]:
    yield from (_text(id, one) for id, one in contents.records.items())
    yield from (Unembedded(id, one.text) for id, one in contents.first_words.items())
    yield from (Unembedded(id, text) for id, text in contents.wordings)


def _text(id: MemoryId, record: Record) -> Unembedded:
    return Unembedded(id, record.memory.text, record.memory.speaker)
