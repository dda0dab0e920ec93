"""One session of a conversation in LoCoMo's layout, read by a language model, and one question about it.

    python -m tests.acceptance.llm.sessions FILE --sample conv-41 --session 1 --ask "Why ...?" \
        --replay answers.jsonl          # or --model http://127.0.0.1:8099/v1

Prints the memories by network with their dates, and the answer with what each sentence cites; exits
with 1 where one of them breaks a rule that holds whatever was said. `--replay` repeats answers that
were written before, `--model` asks an OpenAI-compatible endpoint.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.models.language_model import remote_language_model
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.banks import Bank
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.memories import Memory, MemoryPage, Network
from tacitus.domain.recollection import RecallOptions, Recollection
from tacitus.domain.reflection import Reflection
from tacitus.formats.locomo import read_locomo
from tacitus.ports.recall import Recaller
from tests.fakes.everything import Everything
from tests.fakes.replay_server import ReplayServer

BANK = "session"
_AGENT = "Assistant"
_OWN = frozenset((Network.EXPERIENCE, Network.OPINION))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a session came to.

    Attributes:
        memories: In the order in which they were said.
    """

    session: RetainItem
    memories: tuple[Memory, ...]
    answer: Reflection

    def of(self, network: Network) -> list[Memory]:
        return [one for one in self.memories if one.network is network]

    def faults(self) -> list[str]:
        """Return what must not be, whatever was said."""
        return [*self._of_memories(), *self._of_answer()]

    def _of_memories(self) -> list[str]:
        written = self.session.timestamp
        agents = [one for one in self.memories if one.speaker == _AGENT]
        strayed = [one.text for one in self.memories if one.network in _OWN and one not in agents]
        misdated = [one.text for one in self.memories if one.mentioned_at != written]
        silent = [
            turn.label for turn in self.session.content if isinstance(turn, Turn) and not turn.label
        ]
        return [
            *(f"nobody but the agent has experiences and opinions: {text}" for text in strayed),
            *(f"it was not said then: {text}" for text in misdated),
            *(f"a turn has no label: {label}" for label in silent),
            *([] if self.of(Network.WORLD) else ["there is no fact"]),
        ]

    def _of_answer(self) -> list[str]:
        known = {one.id for one in self.memories}
        cited = {id for sentence in self.answer.sentences for id in sentence.citations}
        return [
            *(f"it cites what is no memory of the session: {id}" for id in cited - known),
            *([] if cited else ["the answer cites nothing"]),
        ]


@dataclass(frozen=True, slots=True)
class AsItWasSaid:
    """Recalls what another recall does, in the order of the session."""

    recall: Recaller

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        found = await self.recall.run(bank, question, options)
        kept = sorted(found.kept, key=lambda one: _place(one.memory))
        return replace(found, kept=tuple(kept))


def _place(memory: Memory) -> tuple[int, int, str]:
    [source] = memory.sources
    return source.start, source.end, memory.text


@asynccontextmanager
async def memory_of(url: str, session: RetainItem) -> AsyncGenerator[Runtime]:
    """Open a memory that keeps nothing, asked an hour after the session.

    An answer is given all that was read, in its order: how memories are ranked is tested elsewhere, and
    would ask for a new answer whenever it changes.
    """
    assert session.timestamp is not None
    clock = TickingClock(session.timestamp + timedelta(hours=1))
    async with remote_language_model("openai:by-hand", base_url=url) as model:
        opened = in_memory_runtime(clock=clock, model=model)
        engine = opened.engine
        recall = AsItWasSaid(Everything(engine.recalling, engine.stores.memories))
        reflecting = replace(engine.reflecting, recall=recall)
        yield replace(opened, engine=replace(engine, reflecting=reflecting))


async def tell(url: str, session: RetainItem, question: str) -> Told:
    """Let a model read a session and answer a question."""
    async with memory_of(url, session) as runtime:
        await runtime.engine.retain(BANK, session)
        answer = await runtime.engine.reflect(BANK, question)
        found, _ = await runtime.engine.memories(BANK, MemoryPage(limit=200))
        read = [one for one in found if one.sources]
    return Told(session=session, memories=tuple(sorted(read, key=_place)), answer=answer)


def session_in(file: Path, sample: str, number: int) -> RetainItem:
    """Return one session of a file, as `tacitus retain` would read it."""
    value = json.loads(file.read_text("utf-8"))
    [conversation] = [one for one in read_locomo(file.name, value) if one.name == sample]
    [session] = [
        one for one in conversation.documents if str(one.document).endswith(f"/session-{number}")
    ]
    return session


def shown(told: Told) -> list[str]:
    """Return the memories by network, and the answer with what it rests on."""
    lines: list[str] = []
    numbers = {one.id: number for number, one in enumerate(told.memories, 1)}
    for network in Network:
        for one in told.of(network):
            days = (
                f"{one.occurred.start:%Y-%m-%d}..{one.occurred.end:%Y-%m-%d}"
                if one.occurred
                else ""
            )
            turn = one.metadata.get("turn", "")
            lines.append(
                f"{numbers[one.id]:3} {network.value:<11} {one.dating:<7} {days:<22} {turn}"
            )
            lines.append(f"      {one.text}")
    lines.append("")
    for sentence in told.answer.sentences:
        cited = ", ".join(str(numbers.get(id, "?")) for id in sentence.citations)
        lines.append(f"{sentence.text} [{cited}]")
    return lines


def main(arguments: Sequence[str]) -> int:
    """Show one session; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", required=True)
    parser.add_argument("--session", type=int, default=1)
    parser.add_argument("--ask", required=True)
    answers = parser.add_mutually_exclusive_group(required=True)
    answers.add_argument("--replay", type=Path)
    answers.add_argument("--model")
    asked = parser.parse_args(arguments)
    session = session_in(asked.file, asked.sample, asked.session)
    if asked.model:
        told = asyncio.run(tell(asked.model, session, asked.ask))
    else:
        with ReplayServer(asked.replay) as server:
            told = asyncio.run(tell(f"{server.url}/v1", session, asked.ask))
    faults = told.faults()
    sys.stdout.write("\n".join([*shown(told), *(f"WRONG: {fault}" for fault in faults), ""]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
