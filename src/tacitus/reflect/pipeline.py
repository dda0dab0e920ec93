"""Reflect: a question to an answer that can be audited."""

from dataclasses import dataclass

from tacitus.domain.banks import Bank
from tacitus.domain.reflection import Reflection, ReflectOptions, Support
from tacitus.ports.models import LanguageModel
from tacitus.ports.recall import Recaller
from tacitus.reflect.answer import Asked, answer_by_extract, answer_with_model
from tacitus.reflect.claims import Claimed
from tacitus.reflect.derive import Tools
from tacitus.reflect.gather import gather
from tacitus.reflect.gathered import Gathered, listed
from tacitus.reflect.revise import revise
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
        await revise(reflection.opinions, gathered.memories, bank, self.tools)
        return reflection

    async def _answer(
        self, bank: Bank, question: str, gathered: Gathered, options: ReflectOptions
    ) -> Claimed:
        if self.model is None or not gathered.memories:
            return answer_by_extract(gathered.memories)
        disposition = options.disposition or bank.disposition
        asked = Asked(question, options.context, disposition, listed(gathered.memories))
        return await answer_with_model(asked, bank, self.model)


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
