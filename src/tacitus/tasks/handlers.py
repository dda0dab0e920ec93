"""The one list of background jobs: what each kind does."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast
from uuid import UUID

from tacitus.domain.banks import Bank, checked_embedder
from tacitus.domain.changes import Receipt
from tacitus.domain.errors import Conflict, ModelNotConfigured
from tacitus.domain.ids import DocumentId, EntityId, MemoryId
from tacitus.domain.items import item_from_json
from tacitus.domain.operations import JobKind, Operation, Progress
from tacitus.domain.standing import AnswerId
from tacitus.domain.withholding import FORGOTTEN
from tacitus.ports.models import LanguageModel
from tacitus.ports.runtime import TaskQueue, Tell
from tacitus.ports.storage import BankStore
from tacitus.ports.telemetry import UNWATCHED, Telemetry
from tacitus.reflect.derive import Tools
from tacitus.reflect.merge import merge_background
from tacitus.reflect.observe import observe, observe_stale
from tacitus.reflect.reinforce import reinforce
from tacitus.reflect.revise import drafts_from_json, revise
from tacitus.retain.pipeline import Retain
from tacitus.retain.store import OBSERVED_FROM
from tacitus.tasks.announcing import Announcing
from tacitus.tasks.refreshing import Refreshing, answer_withdrawn

Result = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handlers:
    """Does jobs; the same job done twice changes nothing more."""

    banks: BankStore
    queue: TaskQueue
    retaining: Retain
    tools: Tools
    refreshing: Refreshing
    announcing: Announcing
    model: LanguageModel | None = None
    telemetry: Telemetry = UNWATCHED

    async def handle(self, operation: Operation) -> Result:
        """Do one job; a bank or thing that is gone meanwhile leaves nothing to do.

        Raises:
            Misconfigured: The bank was made with another embedder.
            ModelNotConfigured: The kind needs a model and none is there.
            TacitusError: Whatever the work raised.
        """
        bank = await self.banks.get(operation.bank)
        if bank is None:
            return {"skipped": "the bank is gone"}
        checked_embedder(bank, self.tools.embedder.name)
        with self.telemetry.job(operation.kind.value):
            result = await self._by_kind(operation)[operation.kind](bank, operation.payload)
        await self.announcing.announce(operation, result)
        return result

    def _by_kind(
        self, operation: Operation
    ) -> Mapping[JobKind, Callable[[Bank, Mapping[str, Any]], Awaitable[Result]]]:
        return {
            JobKind.RETAIN: partial(self._retain, tell=self._telling(operation)),
            JobKind.REPROCESS: partial(self._reprocess, tell=self._telling(operation)),
            JobKind.OBSERVE: self._observe,
            JobKind.FORM: self._form,
            JobKind.REINFORCE: self._reinforce,
            JobKind.MERGE_BACKGROUND: self._merge_background,
            JobKind.ANSWER: self._answer,
            JobKind.DELIVER: partial(self._deliver, operation=operation),
        }

    def _telling(self, operation: Operation) -> Tell:
        """Return a way to show the operation's user how far it has come."""

        async def tell(stage: str, processed: int, total: int) -> None:
            now = self.tools.clock.now()
            progress = Progress(stage=stage, at=now, processed=processed, total=total)
            await self.queue.report(operation.bank, operation.id, progress)

        return tell

    async def _retain(self, bank: Bank, payload: Mapping[str, Any], *, tell: Tell) -> Result:
        receipt = await self.retaining.run(bank, item_from_json(payload["item"]), tell)
        return await self._read(bank, receipt)

    async def _reprocess(self, bank: Bank, payload: Mapping[str, Any], *, tell: Tell) -> Result:
        receipt = await self.retaining.run_again(bank, DocumentId(payload["document"]), tell)
        if receipt is None:
            return {"skipped": "the document is gone, or who said what in it is not known"}
        return await self._read(bank, receipt)

    async def _read(self, bank: Bank, receipt: Receipt) -> Result:
        if receipt.dropped:
            clock = self.tools.clock
            await answer_withdrawn(bank.id, self.refreshing.standing, self.queue, clock)
        return {
            "document": receipt.document,
            "outcome": receipt.outcome.value,
            "memories": len(receipt.memories),
            FORGOTTEN: receipt.forgotten,
            "input_tokens": receipt.input_tokens,
            "output_tokens": receipt.output_tokens,
        }

    async def _observe(self, bank: Bank, payload: Mapping[str, Any]) -> Result:
        if payload["entity"] is None:
            renewed = await observe_stale(bank.id, self._model(), OBSERVED_FROM, self.tools)
            return {"observations": [str(id) for id in renewed]}
        entity = await self.tools.entities.find(bank.id, EntityId(UUID(payload["entity"])))
        if entity is None:
            return {"skipped": "the entity is gone"}
        made = await observe(bank.id, entity, self._model(), self.tools)
        return {"observation": str(made) if made else None, "entity": entity.name}

    async def _form(self, bank: Bank, payload: Mapping[str, Any]) -> Result:
        made = await revise(drafts_from_json(payload), bank, self.tools)
        return {"opinions": [str(id) for id in made]}

    async def _reinforce(self, bank: Bank, payload: Mapping[str, Any]) -> Result:
        ids = [MemoryId(UUID(id)) for id in cast(list[str], payload["memories"])]
        found = await self.tools.memories.get(bank.id, ids)
        weighed = 0
        for memory in (found[id] for id in ids if id in found):
            made = await reinforce(bank.id, memory, self._model(), self.tools)
            weighed += len(made)
        return {"evidence": weighed}

    async def _merge_background(self, bank: Bank, payload: Mapping[str, Any]) -> Result:
        statement = str(payload["statement"])
        # It was appended when it was given, so as to count at once.
        before = bank.background.replace(statement, "").strip()
        merged = await merge_background(before, statement, self._model())
        current = await self.banks.get(bank.id)
        if current is None or current.background != bank.background:
            raise Conflict("The background was changed meanwhile")
        now = self.tools.clock.now()
        await self.banks.save(replace(current, background=merged, updated_at=now))
        return {"background": merged}

    async def _answer(self, bank: Bank, payload: Mapping[str, Any]) -> Result:
        id = AnswerId(str(payload["answer"]))
        made = await self.refreshing.run(bank, id)
        return {"mental_model_id": id, "outcome": made}

    async def _deliver(
        self, bank: Bank, payload: Mapping[str, Any], *, operation: Operation
    ) -> Result:
        return await self.announcing.deliver(bank, operation)

    def _model(self) -> LanguageModel:
        if self.model is None:
            raise ModelNotConfigured("Set TACITUS_LLM to a language model")
        return self.model
