"""Opinions and their evidence, in memory."""

from collections.abc import Sequence

from tacitus.adapters.in_memory.beliefs import add_evidence, opinion_of
from tacitus.adapters.in_memory.contents import Shelf
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Memory, Network, State
from tacitus.domain.opinions import THEME, Evidence, Opinion, Wording
from tacitus.domain.vectors import Vector


class Opinions:
    """Fills `OpinionStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def held(self, bank: BankId) -> bool:
        contents = self._shelf.of(bank)
        return any(
            record.memory.network is Network.OPINION and contents.standing(id)[0] is State.VALID
            for id, record in contents.records.items()
        )

    async def touching(
        self, bank: BankId, memory: MemoryId, vector: Vector, *, limit: int
    ) -> list[Memory]:
        contents = self._shelf.of(bank)
        named = set(contents.entities_of.get(memory, ()))
        weighed = {one.opinion for one in contents.evidence.values() if one.memory == memory}
        near: list[tuple[float, MemoryId]] = []
        for id, record in contents.records.items():
            if id in weighed or memory in contents.drawn_from.get(id, ()):
                continue
            if record.memory.network is Network.OPINION and id != memory:
                cosine = float(record.vector @ vector)
                if cosine >= THEME or not named.isdisjoint(contents.entities_of.get(id, ())):
                    near.append((-cosine, id))
        found = (contents.memory(id) for _, id in sorted(near))
        return [opinion for opinion in found if opinion.state is State.VALID][:limit]

    async def evidence(self, bank: BankId, opinion: MemoryId) -> list[Evidence]:
        return self._shelf.of(bank).evidence_of(opinion)

    async def find(self, bank: BankId, opinion: MemoryId) -> Opinion | None:
        return opinion_of(self._shelf.of(bank), opinion)

    async def add(
        self, bank: BankId, evidence: Sequence[Evidence], wordings: Sequence[Wording] = ()
    ) -> None:
        with self._shelf.writing(bank) as contents:
            add_evidence(contents, evidence, wordings)

    async def recompute(self, bank: BankId) -> int:
        contents = self._shelf.of(bank)  # what is read here is folded anew each time
        return sum(one.memory.network is Network.OPINION for one in contents.records.values())
