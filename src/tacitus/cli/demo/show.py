"""What the demo does, in order: retain, a look inside, four recalls, one reflect."""

from dataclasses import dataclass
from importlib import resources
from time import perf_counter

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tacitus.cli.banks import bank_exists
from tacitus.cli.demo.scenes import NEXT, REFLECTION, SCENES, Scene
from tacitus.cli.recollections import explanation_table, memory_text, network, recollection_table
from tacitus.cli.reflecting import reflection_text
from tacitus.cli.retaining import summary
from tacitus.cli.seams import Seams
from tacitus.domain.banks import BankChange
from tacitus.domain.changes import Receipt
from tacitus.domain.documents import RetainItem
from tacitus.domain.memories import MemoryPage, Network
from tacitus.domain.recollection import Channel, Recollection
from tacitus.engine import Engine
from tacitus.formats import read_conversations
from tacitus.formats.conversation import turns_in
from tacitus.views.dates import day, when

BANK = "demo"
EACH_NETWORK = 3
"""Memories shown of each network."""
FEW = 5
"""Places of a ranking that somebody would read."""
UNSEEN = 10**6


@dataclass(frozen=True, slots=True)
class Demonstrating:
    """Nothing can be said of `tacitus demo`."""


async def demo(seams: Seams, said: Demonstrating) -> None:
    """Show the main job on a sample conversation, in the bank `demo`."""
    out = seams.out
    started = perf_counter()
    out.print(Text("Opening the memory; the first time it is made ...", style="dim"))
    async with seams.memory() as runtime:
        engine = runtime.engine
        out.print(Text(f"open after {perf_counter() - started:.1f} s", style="dim"))
        await _retain(seams, engine)
        await _look_inside(seams, engine)
        for number, scene in enumerate(SCENES, 1):
            await _recall(seams, engine, number, scene)
        await _reflect(seams, engine)
    _heading(seams, "What to try next", f"the demo took {perf_counter() - started:.1f} s")
    out.print(NEXT)


def sample() -> list[RetainItem]:
    """Return the sessions of the sample, oldest first."""
    file = resources.files("tacitus.cli.demo").joinpath("sample.json")
    [conversation] = read_conversations("sample.json", file.read_text("utf-8"))
    return list(conversation.documents)


async def _retain(seams: Seams, engine: Engine) -> None:
    sessions = sample()
    turns = sum(turns_in(session) for session in sessions)
    _heading(seams, "Retain", f"{len(sessions)} sessions of 2025, {turns} turns, into bank {BANK}")
    _say(seams, "Nora and Felix tell their assistant Juno about a year in which a job, a city, a")
    _say(seams, "diet and a key change. Two names are nearly the same: Maria and Marie.")
    if await bank_exists(engine, BANK):
        await engine.delete_bank(BANK)
    await engine.set_bank(BANK, BankChange(mission="Remember what this household tells Juno."))
    started = perf_counter()
    receipts: list[tuple[str, Receipt]] = []
    for session in sessions:
        receipts += [(BANK, receipt) for receipt in await engine.retain(BANK, session)]
    seams.out.print(summary(receipts, perf_counter() - started))


async def _look_inside(seams: Seams, engine: Engine) -> None:
    stats = await engine.stats(BANK)
    links = ", ".join(f"{count:,} {name}" for name, count in stats.links.items() if count)
    _heading(seams, "Memories by network", f"{stats.entities} entities; links: {links}")
    table = Table(box=None, pad_edge=False, show_header=False, expand=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", style="dim")
    table.add_column(min_width=11)
    table.add_column(ratio=1, overflow="fold")
    for one in Network:
        page = MemoryPage(networks=frozenset({one}), limit=EACH_NETWORK)
        memories, total = await engine.memories(BANK, page)
        for row, memory in enumerate(memories):
            head = (network(memory), f"{total:,}") if row == 0 else ("", "")
            table.add_row(*head, when(memory), memory_text(memory, {}))
        if not memories:
            table.add_row(Text(one.value, style="dim"), "0", "", Text(_EMPTY[one], style="dim"))
    seams.out.print(table)


_EMPTY = {
    Network.WORLD: "nothing yet",
    Network.EXPERIENCE: "nothing yet",
    Network.OPINION: "formed in reflection, by a language model",
    Network.OBSERVATION: "summaries of entities, written by a language model",
}


async def _recall(seams: Seams, engine: Engine, number: int, scene: Scene) -> None:
    _heading(seams, f"Recall {number} of {len(SCENES)}", scene.title)
    _say(seams, scene.remark)
    for question, options in scene.questions:
        as_of = options.filters.as_of
        moment = (f"   as of {day(as_of)}", "cyan") if as_of else ""
        seams.out.print(Text.assemble(("? ", "bold cyan"), (question, "bold"), moment))
        found = await engine.recall(BANK, question, options)
        seams.out.print(recollection_table(found))
        if scene.channel and (line := _brought_by(found, scene.channel)):
            seams.out.print(line)
        if scene.explained:
            seams.out.print(Padding(explanation_table(found, shown=scene.explained), (1, 0, 0, 0)))


def _brought_by(found: Recollection, channel: Channel) -> Text | None:
    """Say which memory a channel saw best that the words of the question hardly lead to."""
    led_to = (Channel.SEMANTIC, Channel.KEYWORD)
    others = [
        one
        for one in found.explanations
        if all(one.candidate.ranks.get(by, UNSEEN) > FEW for by in led_to)
        and channel in one.candidate.ranks
    ]
    if not others:
        return None
    best = min(others, key=lambda one: one.candidate.ranks[channel])
    ranks = best.candidate.ranks
    elsewhere = ", ".join(f"{by.value} {ranks.get(by, 'does not')}" for by in led_to)
    said = f"the {channel.value} channel ranks this {ranks[channel]} ({elsewhere}): "
    return Text.assemble(("-> ", "green"), said, (best.candidate.memory.text, "green"))


async def _reflect(seams: Seams, engine: Engine) -> None:
    _heading(seams, "Reflect", "an answer in which every sentence names its sources")
    seams.out.print(Text.assemble(("? ", "bold cyan"), (REFLECTION, "bold")))
    seams.out.print(reflection_text(await engine.reflect(BANK, REFLECTION)))


def _heading(seams: Seams, title: str, rest: str) -> None:
    seams.out.print()
    seams.out.print(Text.assemble((title, "bold"), (f"  {rest}", "dim")))


def _say(seams: Seams, words: str) -> None:
    seams.out.print(Text(words, style="italic"))
