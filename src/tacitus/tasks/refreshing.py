"""Answering standing questions anew."""

from dataclasses import dataclass, replace
from uuid import UUID

from tacitus.domain.bank_config import recall_options
from tacitus.domain.banks import Bank
from tacitus.domain.errors import Conflict, TacitusError
from tacitus.domain.ids import BankId, MemoryId, OperationId, uuid7
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.domain.reflection import ReflectOptions
from tacitus.domain.standing import AnswerId, StandingAnswer, answering, binding
from tacitus.domain.tags import TagMatch
from tacitus.ports.runtime import Clock, TaskQueue
from tacitus.ports.standing import StandingStore
from tacitus.ports.storage import BankStore, MemoryStore
from tacitus.reflect.pipeline import Reflect


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshing:
    """Asks what a standing answer asks, as of now, and keeps what is answered."""

    banks: BankStore
    memories: MemoryStore
    queue: TaskQueue
    standing: StandingStore
    reflecting: Reflect
    clock: Clock

    async def run(self, bank: Bank, id: AnswerId) -> str:
        """Answer one anew; return what became of it, in the wire's words.

        Raises:
            TacitusError: Whatever the answering raised; the answer before stays.
        """
        asked = await self.standing.answer(bank.id, id)
        if asked is None:
            return "skipped: it is gone"
        latest = (await self.banks.stats(bank.id)).last_memory_at
        try:
            reflection = await self.reflecting.run(
                bank, asked.question, await self._options(asked, bank)
            )
        except TacitusError:
            await self._save(replace(asked, failed_at=self.clock.now()))
            raise
        if reflection.abstained and asked.content:
            await self._save(replace(asked, seen_at=latest, failed_at=None))
            return "content_preserved_no_new_facts"
        made = replace(
            asked,
            content=reflection.text,
            refreshed_at=self.clock.now(),
            seen_at=latest,
            failed_at=None,
            based_on=[_basis(memory) for memory in reflection.based_on],
        )
        await self._save(made)
        return "content_unchanged" if made.content == asked.content else "content_written"

    async def _options(self, asked: StandingAnswer, bank: Bank) -> ReflectOptions:
        tags = asked.tags or None
        filters = Filters(tags=tags, tag_match=TagMatch.ALL_STRICT)
        rules = await self.standing.directives(bank.id)
        return ReflectOptions(
            recall=recall_options(bank.config, RecallOptions(filters=filters)),
            answer_tokens=asked.max_tokens,
            directives=binding(rules, tags),
        )

    async def _save(self, answer: StandingAnswer) -> None:
        # Asked otherwise meanwhile, it is left to the refresh that follows.
        while (current := await self.standing.answer(answer.bank, answer.id)) is not None:
            if current.question != answer.question:
                return
            kept = replace(
                answer, name=current.name, tags=current.tags, max_tokens=current.max_tokens
            )
            try:
                await self.standing.save_answer(kept, replaced_at=self.clock.now(), seen=current)
            except Conflict:  # its name, say, was changed in this very moment
                continue
            await self._withdraw_gone(kept)
            return

    async def _withdraw_gone(self, answer: StandingAnswer) -> None:
        """Take it away again where what it rests on went while it was worked out."""
        ids = [MemoryId(UUID(str(one["id"]))) for one in answer.based_on]
        there = await self.memories.get(answer.bank, ids)
        if gone := [id for id in ids if id not in there]:
            await self.standing.withdraw(answer.bank, gone)
            await answer_withdrawn(answer.bank, self.standing, self.queue, self.clock)


async def answer_withdrawn(
    bank: BankId, standing: StandingStore, queue: TaskQueue, clock: Clock
) -> None:
    """Have the questions asked anew whose answers went with what they rested on."""
    withdrawn = [one for one in await standing.answers(bank) if one.withdrawn]
    jobs = [answering(one, OperationId(uuid7(clock.now()))) for one in withdrawn]
    if jobs:
        await queue.enqueue([replace(job, dedupe_key=job.order_key) for job in jobs])


def _basis(memory: Memory) -> dict[str, object]:
    return {
        "id": str(memory.id),
        "text": memory.text,
        "type": memory.network.value,
        "document_id": memory.document,
    }
