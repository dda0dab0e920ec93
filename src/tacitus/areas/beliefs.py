"""What a bank believes, and why: looking into opinions, and letting people move them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank
from tacitus.domain.errors import OpinionNotFound
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, MemoryPage, Network
from tacitus.domain.opinions import FOLDING, Folding, Judgement, Opinion, Stated
from tacitus.domain.tags import Tagged, TagMatch
from tacitus.ports.storage import Stores
from tacitus.reflect.derive import Tools
from tacitus.reflect.state import state
from tacitus.reflect.testify import testify
from tacitus.retain.redact import Redaction
from tacitus.tasks.refreshing import answer_withdrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Beliefs:
    """Opinions with all that moved them. Nobody writes a confidence: evidence moves it.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`, an opinion that the
    bank does not hold raises `OpinionNotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    tools: Tools
    redaction: Redaction

    async def page(
        self, name: str, tagged: Tagged | None = None, *, limit: int = 100, offset: int = 0
    ) -> tuple[list[Memory], int]:
        """Return a page of opinions, latest formed first, and how many there are in all."""
        page = MemoryPage(
            networks=frozenset((Network.OPINION,)),
            tags=tagged.tags if tagged else None,
            tag_match=tagged.match if tagged else TagMatch.ANY,
            limit=limit,
            offset=offset,
        )
        return await self.stores.memories.page((await self.bank(name)).id, page)

    async def find(self, name: str, id: MemoryId) -> Opinion:
        """Return an opinion with its evidence."""
        found = await self.stores.opinions.find((await self.bank(name)).id, id)
        if found is None:
            raise OpinionNotFound(f"Opinion '{id}' not found")
        return found

    async def seen(self, name: str, opinion: Opinion) -> dict[MemoryId, Memory]:
        """Return the memories that an opinion's evidence is drawn from, and those it rests on."""
        ids = {event.memory for event in opinion.evidence if event.memory} | {*opinion.drawn_from}
        return await self.stores.memories.get((await self.bank(name)).id, sorted(ids))

    async def state(self, name: str, stated: Stated) -> tuple[Opinion, bool]:
        """Keep an opinion that a person or an application states; say whether it is new.

        One that is held in the same words already is not formed again.

        Raises:
            MemoryNotFound: The bank holds no memory that it is said to rest on.
            InvalidRequest: Nobody is named, nothing is said, the confidence is none, or it rests on
                nothing or on another opinion.
            Conflict: What it rests on went in this very moment.
        """
        bank = await self.bank(name)
        stated = self.redaction.fields(bank.config, stated, "text", "reason")
        id, is_new = await state(stated, bank, self.tools)
        return await self.find(name, id), is_new

    async def add_evidence(self, name: str, id: MemoryId, judgement: Judgement) -> Opinion:
        """Let a person or an application move an opinion; return it as it then stands.

        Raises:
            MemoryNotFound: The bank holds no memory that the judgement names.
            InvalidRequest: Nobody is named, the weight is out of range, or what is named as evidence
                is itself an opinion or an observation.
        """
        bank, held = await self.bank(name), await self.find(name, id)
        judgement = self.redaction.fields(bank.config, judgement, "reason")
        await testify(bank.id, held, judgement, self.tools)
        return await self.find(name, id)

    async def forget(self, name: str, id: MemoryId) -> None:
        """Delete an opinion with its evidence."""
        await self.find(name, id)
        bank = (await self.bank(name)).id
        await self.stores.memories.delete(bank, id)
        await answer_withdrawn(bank, self.stores.standing, self.stores.queue, self.tools.clock)

    async def recompute(self, name: str, folding: Folding | None = None) -> int:
        """Fold all opinions of a bank anew, from now on in another way if one is named."""
        bank = await self.bank(name)
        if folding is not None:
            config = {**bank.config, FOLDING: folding.value}
            now = self.tools.clock.now()
            await self.stores.banks.save(replace(bank, config=config, updated_at=now))
        return await self.stores.opinions.recompute(bank.id)
