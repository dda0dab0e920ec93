"""Step 2 of reflect: sentences with citations, by a model or taken from the memories themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.memories import Dating, Memory, State
from tacitus.domain.reflection import Mode, Usage
from tacitus.domain.texts import paragraph
from tacitus.ports.models import LanguageModel, TokenCounter
from tacitus.reflect.claims import Claimed, Reply, SentenceReply
from tacitus.reflect.disposition import verbalise
from tacitus.reflect.gathered import Gathered
from tacitus.reflect.prompts import prompt

EXTRACTED = 5
"""How many memories an extractive answer quotes."""
_LEAST_SHARE = 0.2
"""What is less relevant than this share of the best is not quoted."""
_DAY = timedelta(days=1)
_WORTH_CUTTING = 8
"""Tokens of a memory from which on its date is told with it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what shapes its answer.

    Attributes:
        listed: The numbered memories, rendered.
        tokens: Ceiling on the answer's length.
        calls: Most calls of the model.
        directives: What they say, the most important first.
    """

    question: str
    context: str
    disposition: Disposition
    listed: str
    tokens: int
    calls: int
    directives: tuple[str, ...] = ()


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
        directives=_binding(asked.directives),
    )
    shown = "\n\n".join(_parts(asked))
    said = await model.ask(system=system, prompt=shown, shape=Reply, calls=asked.calls)
    return Claimed(said.value, Mode.MODEL, said.usage)


def _binding(directives: Sequence[str]) -> str:
    """Return the paragraph of the directives; nothing where there are none."""
    listed = "\n".join(f"- {one}" for one in directives)
    return f"\n{prompt('directives', directives=listed)}" if listed else ""


def _parts(asked: Asked) -> list[str]:
    parts = [f"<memories>\n{asked.listed}\n</memories>"]
    if asked.context:
        parts.append(f"<context>\n{asked.context}\n</context>")
    parts.append(f"Question: {asked.question}")
    return parts


def answer_by_extract(gathered: Gathered, counter: TokenCounter, tokens: int) -> Claimed:
    """Quote the best memories as they stand, with their dates.

    Args:
        tokens: Ceiling on the answer's length. A quotation that does not fit is passed over; where
            none does, the best is cut.
    """
    sentences = _fitting(_telling(gathered), counter, tokens)
    missing = "" if sentences else "Nothing stored bears on this question."
    if gathered.memories and not sentences:
        missing = f"What is stored cannot be quoted in {tokens} tokens."
    return Claimed(Reply(sentences=sentences, missing=missing), Mode.EXTRACTIVE, Usage())


def _telling(gathered: Gathered) -> list[tuple[int, Memory]]:
    """Return what is worth quoting, with its number; all of it where the ranking gives no odds."""
    relevance = gathered.relevance()
    least = _LEAST_SHARE * max(relevance.values(), default=0.0)
    numbered = enumerate(gathered.memories, start=1)
    return [(number, one) for number, one in numbered if relevance.get(one.id, least) >= least]


def _fitting(
    memories: Sequence[tuple[int, Memory]], counter: TokenCounter, tokens: int
) -> list[SentenceReply]:
    kept: list[SentenceReply] = []
    for number, memory in memories:
        quote = SentenceReply(text=_words(memory) + _note(memory), citations=[number])
        answer = " ".join(one.text for one in (*kept, quote))
        if len(kept) < EXTRACTED and counter.count(answer) <= tokens:
            kept.append(quote)
    if kept:
        return kept
    cut = (
        SentenceReply(text=text, citations=[number])
        for number, memory in memories
        if (text := _cut(memory, counter, tokens))
    )
    return list(islice(cut, 1))


def _cut(memory: Memory, counter: TokenCounter, tokens: int) -> str:
    """Return the beginning of a memory in whole words; of what no longer holds, never without that."""
    note = f" ...{_note(memory)}"
    room = tokens - counter.count(note)
    if room < _WORTH_CUTTING:
        note, room = " ...", tokens - 1
        if memory.state is State.SUPERSEDED:
            return ""
    words, _, _ = counter.truncate(_words(memory), max(room, 0)).rpartition(" ")
    return f"{words}{note}" if words else ""


def _words(memory: Memory) -> str:
    return paragraph(memory.text)


def _note(memory: Memory) -> str:
    day = _moment(memory).date().isoformat()
    if memory.state is State.SUPERSEDED and memory.valid_until:
        day += f", no longer so since {memory.valid_until.date().isoformat()}"
    return f" ({day})"


def _moment(memory: Memory) -> datetime:
    """When it was said; of a text by nobody, when it happened, if that is told to the day."""
    occurred = memory.occurred
    if memory.speaker or memory.dating is not Dating.EXACT or occurred is None:
        return memory.mentioned_at
    return occurred.start if occurred.end - occurred.start <= _DAY else memory.mentioned_at
