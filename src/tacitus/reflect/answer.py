"""Step 2 of reflect: sentences with citations, by a model or taken from the memories themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.memories import Memory, State
from tacitus.domain.reflection import Mode, Usage
from tacitus.ports.models import LanguageModel
from tacitus.reflect.claims import Claimed, Reply, SentenceReply
from tacitus.reflect.disposition import verbalise
from tacitus.reflect.prompts import prompt

EXTRACTED = 5
"""How many memories an extractive answer quotes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what shapes its answer.

    Attributes:
        listed: The numbered memories, rendered.
        tokens: Ceiling on the answer's length.
        calls: Most calls of the model.
    """

    question: str
    context: str
    disposition: Disposition
    listed: str
    tokens: int
    calls: int


async def answer_with_model(asked: Asked, bank: Bank, model: LanguageModel) -> Claimed:
    """Let a model answer, conditioned by the disposition.

    Raises:
        ModelError: It gave no usable answer.
    """
    system = prompt(
        "answer",
        background=bank.background or "(nothing is said of you)",
        mission=bank.mission or "(none given)",
        disposition=verbalise(asked.disposition),
        tokens=str(asked.tokens),
    )
    shown = "\n\n".join(_parts(asked))
    said = await model.ask(system=system, prompt=shown, shape=Reply, calls=asked.calls)
    return Claimed(said.value, Mode.MODEL, said.usage)


def _parts(asked: Asked) -> list[str]:
    parts = [f"<memories>\n{asked.listed}\n</memories>"]
    if asked.context:
        parts.append(f"<context>\n{asked.context}\n</context>")
    parts.append(f"Question: {asked.question}")
    return parts


def answer_by_extract(memories: Sequence[Memory]) -> Claimed:
    """Quote the best memories as they stand, with their dates."""
    sentences = list(_quotes(memories))[:EXTRACTED]
    missing = "" if sentences else "Nothing stored bears on this question."
    return Claimed(Reply(sentences=sentences, missing=missing), Mode.EXTRACTIVE, Usage())


def _quotes(memories: Sequence[Memory]) -> Iterator[SentenceReply]:
    for number, memory in enumerate(memories, start=1):
        day = memory.mentioned_at.date().isoformat()
        text = " ".join(memory.text.split())
        if memory.state is State.SUPERSEDED and memory.valid_until:
            day += f", no longer so since {memory.valid_until.date().isoformat()}"
        yield SentenceReply(text=f"{text} ({day})", citations=[number])
