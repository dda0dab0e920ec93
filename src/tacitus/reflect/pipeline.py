"""Reflect: a question to an answer that can be audited."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.errors import Conflict, UnusableAnswer
from tacitus.domain.reflection import Mode, Reflection, ReflectOptions, Support
from tacitus.ports.models import LanguageModel
from tacitus.ports.recall import Recaller
from tacitus.reflect.answer import Asked, answer_by_extract, answer_with_model
from tacitus.reflect.claims import Claimed
from tacitus.reflect.derive import Tools
from tacitus.reflect.gather import gather
from tacitus.reflect.gathered import Gathered, listed
from tacitus.reflect.revise import revise
from tacitus.reflect.structure import structure
from tacitus.reflect.verify import verify, well_founded


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflect:
    """The pipeline and what it works with; without a model it answers in quotations."""

    recall: Recaller
    tools: Tools
    model: LanguageModel | None = None

    async def run(self, bank: Bank, question: str, options: ReflectOptions) -> Reflection:
        """Reflect; see `Engine.reflect`."""
        gathered = await gather(bank, question, options.recall, self.recall)
        claimed = await self._answer(bank, question, gathered, options)
        reflection = _checked(claimed, gathered)
        how = options.disposition or bank.disposition
        reflection = await self._formed(reflection, gathered, bank, how)
        if options.response_schema is None:
            return reflection
        return await self._structured(question, reflection, options.response_schema, options)

    async def _answer(
        self, bank: Bank, question: str, gathered: Gathered, options: ReflectOptions
    ) -> Claimed:
        if self.model is None or not gathered.memories:
            return answer_by_extract(gathered.memories)
        asked = Asked(
            question=question,
            context=options.context,
            disposition=options.disposition or bank.disposition,
            listed=listed(gathered.memories),
            tokens=options.answer_tokens,
            calls=options.max_calls,
        )
        return await answer_with_model(asked, bank, self.model)

    async def _formed(
        self, reflection: Reflection, gathered: Gathered, bank: Bank, how: Disposition
    ) -> Reflection:
        """Keep the opinions; the answer stands without them where their ground is gone meanwhile."""
        try:
            await revise(reflection.opinions, gathered.memories, bank, how, self.tools)
        except Conflict:
            return replace(reflection, opinions=())
        return reflection

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
            return replace(reflection, structured_error=str(error))
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
