"""Moving banks: out as a stream of parts, in again elsewhere, under the same identities."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes, Supersession
from tacitus.domain.errors import BankNotFound, Conflict
from tacitus.domain.foreign import End
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.meanings import meaning_of
from tacitus.domain.memories import EVIDENCE, MemoryPage
from tacitus.domain.moving import Arrival, Arrived, Header, Numbered, packed
from tacitus.domain.moving_parts import BankPart, Embedded, MemoryPart, Part, WordingPart
from tacitus.domain.reembedding import Embedding
from tacitus.ports.models import Embedder
from tacitus.ports.storage import Stores

_EMBEDDED_AT_ONCE = 64


@dataclass(slots=True)
class _Vectors:
    """Gives parts their vectors: those they have, where they were made by our own embedder."""

    embedder: Embedder
    kept: bool
    made: int = 0

    async def given(self, some: Sequence[Part]) -> list[Part]:
        """Return parts of one kind that have vectors, and a bank that names our embedder."""
        if isinstance(some[0], BankPart):
            [bank] = (one for one in some if isinstance(one, BankPart))
            return [replace(bank, embedder=self.embedder.name)]
        if self.kept:
            return [*some]
        texts = [_meaning(one) for one in some if isinstance(one, Embedded)]
        if not texts:
            return [*some]
        different = list(dict.fromkeys(texts))
        made = await self.embedder.embed(different)
        vectors = dict(zip(different, map(packed, made), strict=True))
        self.made += len(texts)
        return [
            replace(one, vector=vectors[_meaning(one)]) if isinstance(one, Embedded) else one
            for one in some
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """Export and import of whole banks, addressed by name."""

    bank: Callable[[str], Awaitable[Bank]]
    open_bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    embedder: Embedder = field(repr=False)

    async def leave(
        self, name: str, *, vectors: bool = True
    ) -> AsyncGenerator[Header | Sequence[Part]]:
        """Yield a bank's header and parts as they are at one moment.

        Left behind are its name, what waits to be done, and of webhooks what may hold a secret.

        Raises:
            BankNotFound: There is none of that name.
        """
        bank = await self.bank(name)
        async with aclosing(self.stores.moving.leave(bank.id, vectors=vectors)) as parts:
            async for some in parts:
                yield some

    async def arrive(
        self, name: str, header: Header, parts: AsyncIterator[Sequence[Numbered]]
    ) -> Arrived:
        """Fill a bank, made if it is not there; all of it, or nothing is kept.

        Vectors that another embedder made, or that were left behind, are made anew.

        Raises:
            Conflict: The bank holds something already.
            InvalidRequest: A part does not fit the others; the message names its line.
            ModelError: The embedder did not answer.
        """
        made = False
        try:
            target = await self.bank(name)
        except BankNotFound:
            target, made = await self.open_bank(name), True
        arrival = Arrival(header)
        vectors = _Vectors(self.embedder, kept=False)
        try:
            await self.stores.moving.arrive(target.id, self._looked_at(arrival, vectors, parts))
        except BaseException as error:
            if made and not isinstance(error, Conflict):
                await self.stores.banks.delete(target.id)
            raise
        return Arrived(counts=arrival.counts, embedded=vectors.made)

    async def settle(self, name: str, ends: Sequence[End]) -> int:
        """Let what documents say have been replaced by what others say; return how many memories."""
        if not ends:
            return 0
        bank = await self.bank(name)
        changes: list[Supersession] = []
        for end in ends:
            new = await self._read_in(bank, end.successor)
            replaced = [one for one in await self._read_in(bank, end.document) if one not in new]
            changes += [Supersession(old, new[0], end.at) for old in replaced if new]
        if changes:
            await self.stores.memories.apply(Changes(bank=bank.id, supersessions=tuple(changes)))
        return len(changes)

    async def reembed(self, name: str) -> AsyncGenerator[Embedding]:
        """Move a bank to our embedder; yield how far it is. Stopped, it goes on where it was.

        Who has the bank's embedder configured works with the old vectors until all are made; then
        they are switched at once, and who comes with the old embedder is refused from then on. Who
        has ours configured is refused until then.

        Raises:
            BankNotFound: There is none of that name.
            ModelError: The embedder did not answer.
        """
        bank, ours = await self.bank(name), self.embedder.name
        store = self.stores.reembedding
        if bank.embedder == ours:
            return
        yield await store.progress(bank.id, ours)
        while True:
            left = await store.unembedded(bank.id, ours, limit=_EMBEDDED_AT_ONCE * 8)
            if not left and await store.switch(bank.id, ours):
                return
            for begin in range(0, len(left), _EMBEDDED_AT_ONCE):
                some = left[begin : begin + _EMBEDDED_AT_ONCE]
                vectors = await self.embedder.embed(
                    [meaning_of(one.text, one.speaker) for one in some]
                )
                await store.keep(bank.id, ours, [*zip(some, vectors, strict=True)])
            yield await store.progress(bank.id, ours)

    async def _read_in(self, bank: Bank, document: DocumentId) -> list[MemoryId]:
        """Return what was read in a document, what was said last first."""
        page = MemoryPage(document=document, networks=frozenset(EVIDENCE))
        found, _ = await self.stores.memories.page(bank.id, page)
        return [one.id for one in found]

    async def _looked_at(
        self, arrival: Arrival, vectors: _Vectors, parts: AsyncIterator[Sequence[Numbered]]
    ) -> AsyncGenerator[Sequence[Part]]:
        async for some in parts:
            for one in some:
                arrival.check(one)
                if isinstance(one.part, BankPart):
                    same = one.part.embedder == self.embedder.name
                    vectors.kept = arrival.header.vectors and same
            # The store waits for the next parts no longer than some vectors take.
            size = len(some) if vectors.kept else _EMBEDDED_AT_ONCE
            for begin in range(0, len(some), size or 1):
                yield await vectors.given([one.part for one in some[begin : begin + size]])
        arrival.finish()


def _meaning(part: MemoryPart | WordingPart) -> str:
    return meaning_of(part.text, part.speaker if isinstance(part, MemoryPart) else None)
