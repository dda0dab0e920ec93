"""Answering standing questions anew."""

from dataclasses import dataclass, replace

from tacitus.domain.bank_config import recall_options
from tacitus.domain.banks import Bank
from tacitus.domain.errors import TacitusError
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.domain.reflection import ReflectOptions
from tacitus.domain.standing import AnswerId, StandingAnswer, binding
from tacitus.domain.tags import TagMatch
from tacitus.ports.runtime import Clock
from tacitus.ports.standing import StandingStore
from tacitus.ports.storage import BankStore
from tacitus.reflect.pipeline import Reflect


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshing:
    """Asks what a standing answer asks, as of now, and keeps what is answered."""

    banks: BankStore
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
        current = await self.standing.answer(answer.bank, answer.id)
        if current is not None and current.question == answer.question:
            kept = replace(
                answer, name=current.name, tags=current.tags, max_tokens=current.max_tokens
            )
            await self.standing.save_answer(kept, replaced_at=self.clock.now())


def _basis(memory: Memory) -> dict[str, object]:
    return {
        "id": str(memory.id),
        "text": memory.text,
        "type": memory.network.value,
        "document_id": memory.document,
    }
