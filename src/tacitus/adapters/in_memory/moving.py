"""Banks as parts, in memory."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence

from tacitus.adapters.in_memory.arriving import contents_of
from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.adapters.in_memory.leaving import LEAVING
from tacitus.domain.errors import Conflict, NotFound
from tacitus.domain.ids import BankId
from tacitus.domain.moving import KINDS, Header, Kind
from tacitus.domain.moving_parts import Part


class Moving:
    """Fills `MovingStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def leave(
        self, bank: BankId, *, vectors: bool
    ) -> AsyncGenerator[Header | Sequence[Part]]:
        contents = self._shelf.of(bank)
        found = {kind: _in_order(kind, contents, vectors=vectors) for kind in KINDS}
        counts = {kind.name: len(some) for kind, some in found.items() if some}
        yield Header(vectors=vectors, counts=counts)
        for some in found.values():
            if some:
                yield some

    async def arrive(self, bank: BankId, parts: AsyncIterator[Sequence[Part]]) -> None:
        before = self._shelf.of(bank)
        if before.bank is None:
            raise NotFound(f"There is no bank {bank}")
        if any(_in_order(kind, before, vectors=False) for kind in KINDS[1:]):
            raise Conflict("The bank holds something already: only an empty one can be filled")
        arrived = [part async for some in parts for part in some]
        filled = contents_of(before.bank, arrived)
        filled.jobs = before.jobs
        self._shelf.banks[bank] = filled


def _in_order(kind: Kind, contents: Contents, *, vectors: bool) -> list[Part]:
    return sorted(
        LEAVING[kind.name](contents, vectors),
        key=lambda part: tuple(getattr(part, name) for name in kind.key),
    )
