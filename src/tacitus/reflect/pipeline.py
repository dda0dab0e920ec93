"""Reflect: a question to an answer that can be audited."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.errors import NotFound, UnusableAnswer
from tacitus.domain.ids import OperationId, uuid7
from tacitus.domain.operations import Job, JobKind
from tacitus.domain.reflection import Mode, OpinionDraft, Reflection, ReflectOptions, Support, Usage
from tacitus.ports.models import LanguageModel, TokenCounter
from tacitus.ports.recall import Recaller
from tacitus.ports.runtime import Clock, TaskQueue
from tacitus.ports.telemetry import UNWATCHED, Telemetry
from tacitus.reflect.answer import Asked, answer_by_extract, answer_with_model
from tacitus.reflect.claims import Claimed
from tacitus.reflect.gather import gather
from tacitus.reflect.gathered import Gathered, listed
from tacitus.reflect.revise import Drafts, drafts_to_json
from tacitus.reflect.structure import structure
from tacitus.reflect.verify import verify, well_founded


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflect:
    """The pipeline and what it works with; without a model it answers in quotations.

    Attributes:
        forms: Whether the bank is given the opinions formed in answers.
    """

    recall: Recaller
    queue: TaskQueue
    clock: Clock
    counter: TokenCounter
    model: LanguageModel | None = None
    forms: bool = True
    telemetry: Telemetry = UNWATCHED

    async def run(self, bank: Bank, question: str, options: ReflectOptions) -> Reflection:
        """Reflect; see `Engine.reflect`."""
        watch = self.telemetry.phase
        with watch("reflect", "gather"):
            gathered = await gather(bank, question, options.recall, self.recall)
            self.telemetry.phases("recall", gathered.recollection.seconds)
        with watch("reflect", "answer"):
            claimed = await self._answer(bank, question, gathered, options)
        with watch("reflect", "verify"):
            reflection = _checked(claimed, gathered)
        if not self.forms:
            reflection = replace(reflection, opinions=())
        if reflection.mode is Mode.MODEL:
            reflection = replace(reflection, directives=options.directives)
        how = options.disposition or bank.disposition
        with watch("reflect", "revise"):
            await self._form(reflection.opinions, bank, how)
        if options.response_schema is None:
            return reflection
        with watch("reflect", "structure"):
            return await self._structured(question, reflection, options.response_schema, options)

    async def _answer(
        self, bank: Bank, question: str, gathered: Gathered, options: ReflectOptions
    ) -> Claimed:
        if self.model is None or not gathered.memories:
            return answer_by_extract(gathered, self.counter, options.answer_tokens)
        asked = Asked(
            question=question,
            context=options.context,
            disposition=options.disposition or bank.disposition,
            listed=listed(gathered.memories),
            tokens=options.answer_tokens,
            calls=options.max_calls,
            directives=tuple(" ".join(one.content.split()) for one in options.directives),
        )
        return await answer_with_model(asked, bank, self.model)

    async def _form(self, drafts: Sequence[OpinionDraft], bank: Bank, how: Disposition) -> None:
        """Have opinions kept in the background, one answer after another; see `revise`."""
        if not drafts:
            return
        now = self.clock.now()
        job = Job(
            id=OperationId(uuid7(now)),
            bank=bank.id,
            kind=JobKind.FORM,
            payload=drafts_to_json(Drafts(tuple(drafts), how, now)),
            order_key="form",
        )
        with suppress(NotFound):  # the bank is gone meanwhile: the answer stands
            await self.queue.enqueue([job])

    async def _structured(
        self,
        question: str,
        reflection: Reflection,
        schema: Mapping[str, object],
        options: ReflectOptions,
    ) -> Reflection:
        left = options.max_calls - reflection.usage.calls
        if self.model is None or reflection.mode is Mode.EXTRACTIVE:
            return replace(reflection, structured_error="It takes a language model that answers")
        if reflection.abstained:
            return replace(reflection, structured_error="There is no answer to put in shape")
        if left < 1:
            return replace(reflection, structured_error="The answer took all calls allowed")
        try:
            said = await structure(question, reflection.sentences, schema, self.model, left)
        except UnusableAnswer as error:
            spent = reflection.usage + Usage(*error.spent)
            return replace(reflection, structured_error=str(error), usage=spent)
        usage = reflection.usage + said.usage
        return replace(reflection, structured=said.value.root, usage=usage)


def _checked(claimed: Claimed, gathered: Gathered) -> Reflection:
    sentences = verify(claimed.reply.sentences, gathered)
    supported = [one.text for one in sentences if one.support is Support.SUPPORTED]
    missing = claimed.reply.missing.strip()
    if not supported and not missing:
        missing = "No sentence of the answer is supported by what is stored."
    return Reflection(
        text=" ".join(supported) or missing,
        sentences=sentences,
        mode=claimed.mode,
        based_on=gathered.memories,
        abstained=not supported,
        missing=missing,
        opinions=well_founded(claimed.reply.opinions, gathered) if supported else (),
        usage=claimed.usage,
        relevance=gathered.relevance(),
    )
