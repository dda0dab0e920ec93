"""What users say of recalls, and what was learned from it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tacitus.domain.bank_config import LEARNED
from tacitus.domain.banks import Bank
from tacitus.domain.errors import MemoryNotFound, NotFound
from tacitus.domain.feedback import Feedback, FeedbackId
from tacitus.domain.ids import MemoryId, uuid7
from tacitus.domain.requests import checked_question
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores
from tacitus.retain.redact import Redaction


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallFeedback:
    """Feedback on the recalls of banks.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    clock: Clock
    redaction: Redaction

    async def give(
        self,
        name: str,
        question: str,
        helped: Sequence[MemoryId],
        *,
        asked_at: datetime | None = None,
    ) -> Feedback:
        """Keep which memories helped with a question; none of them is worth saying, too.

        Raises:
            InvalidRequest: The question holds no word.
            MemoryNotFound: The bank has no such memory.
        """
        checked_question(question)
        bank, now = await self.bank(name), self.clock.now()
        feedback = Feedback(
            id=FeedbackId(uuid7(now)),
            bank=bank.id,
            question=self.redaction.text(bank.config, question, "The question"),
            helped=tuple(dict.fromkeys(helped)),
            asked_at=asked_at or now,
            given_at=now,
        )
        try:
            await self.stores.feedback.add(feedback)
        except NotFound as gone:
            raise MemoryNotFound(str(gone)) from None
        return feedback

    async def all(self, name: str) -> list[Feedback]:
        """Return all, oldest first, with the memories that are still there."""
        return await self.stores.feedback.all((await self.bank(name)).id)

    async def learn(self, name: str, coefficients: str | None) -> None:
        """Let a bank recall by coefficients of its own; None goes back to those of all.

        Args:
            coefficients: A file that `read_relevance` reads.
        """
        bank = await self.bank(name)
        config = {key: value for key, value in bank.config.items() if key != LEARNED}
        if coefficients is not None:
            config[LEARNED] = coefficients
        await self.stores.banks.save(replace(bank, config=config, updated_at=self.clock.now()))
