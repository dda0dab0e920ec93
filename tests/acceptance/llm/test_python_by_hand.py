"""An opinion over time: up with evidence for it, down with evidence against it."""

import sys
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from io import StringIO

import pytest
import pytest_asyncio

from tacitus.cli.seams import console
from tacitus.cli.trajectories import opinion_text, why_table
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.opinions import Opinion, Relation
from tests.acceptance.llm.by_hand import REPLAYS, Report, answered_by, read
from tests.fakes.replay_server import ReplayServer

QUESTION = "Which language is best for data science?"
OPINION = "Python is best for data science."
REWORDED = (
    "Python is best for data science that lives on its libraries, and not for numerical code"
    " where speed decides."
)
BASIS = (
    Report("team", 4, "The data science team wrote 41 of its 50 notebooks in Python."),
    Report("hiring", 5, "Nine of ten applicants for data science know Python."),
)
ECOSYSTEM = (
    Report("libraries", 11, "Python has maintained libraries for every data science task on the team's list."),
    Report("course", 12, "The university teaches its data science course in Python from this year on."),
    Report("cloud", 13, "All three cloud vendors of the company ship their data science tools for Python first."),
)  # fmt: skip
RIVALS = (
    Report("julia", 20, "Julia fitted the data science team's largest model in 2 hours where Python took 9."),
    Report("rust", 21, "Polars, written in Rust, replaced Python code of the data science pipeline that was too slow."),
    Report("switch", 22, "The data science team dropped Python for numerical code after Julia won every benchmark."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Story:
    """The opinion at the end, and its confidence after each chapter."""

    opinion: Opinion
    seen: dict[MemoryId, Memory]
    chapters: list[float]


async def tell(server: ReplayServer) -> Story:
    async with answered_by(server) as runtime:
        beliefs = runtime.engine.beliefs
        await read(runtime, BASIS, "Python")
        await runtime.engine.reflect("notes", QUESTION)
        await runtime.work(forever=False)
        [formed], _ = await beliefs.page("notes")
        chapters = [(await beliefs.find("notes", formed.id)).confidence]
        for reports in (ECOSYSTEM, RIVALS):
            await read(runtime, reports, "Python")
            await runtime.work(forever=False)
            chapters.append((await beliefs.find("notes", formed.id)).confidence)
        opinion = await beliefs.find("notes", formed.id)
        return Story(opinion, await beliefs.seen("notes", opinion), chapters)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def story() -> AsyncGenerator[Story]:
    yield await tell(ReplayServer(REPLAYS / "by_hand_python.jsonl"))


def test_it_starts_at_seven_in_ten_rises_and_falls(story: Story) -> None:
    start, risen, fallen = story.chapters

    assert start == 0.7
    assert risen == pytest.approx((4 * 0.7 + 3) / (4 + 3))  # three sources for it
    assert fallen == pytest.approx(
        (4 * 0.7 + 3) / (4 + 3 + 1 + 1 + 2)
    )  # weakened twice, denied once
    assert fallen < start < risen


def test_each_step_says_what_was_seen_and_why_it_counts(story: Story) -> None:
    evidence = story.opinion.evidence

    relations = [event.relation for event in evidence]
    assert relations == [Relation.REINFORCE] * 3 + [Relation.WEAKEN] * 2 + [Relation.CONTRADICT]
    assert all(event.reason for event in evidence)
    texts = [story.seen[event.memory].text for event in evidence if event.memory]
    assert texts == [report.text for report in (*ECOSYSTEM, *RIVALS)]


def test_the_contradiction_rewrote_it_and_the_old_words_are_kept(story: Story) -> None:
    assert story.opinion.first_text == OPINION
    assert story.opinion.memory.text == REWORDED


def test_without_the_benchmarks_it_would_stand_higher(story: Story) -> None:
    assert story.opinion.without("document:switch") == pytest.approx(5.8 / 9)


def test_the_trajectory_can_be_seen(story: Story) -> None:
    out = StringIO()
    terminal = console(file=out, width=120)

    terminal.print(opinion_text(story.opinion, story.seen))
    terminal.print(why_table(story.opinion, story.seen))

    shown = out.getvalue()
    sys.stdout.write(shown)  # for who runs this with -s
    rows = [line for line in shown.splitlines() if "│" in line and "●" in line]
    assert [row[:3] for row in rows] == ["0.8", "0.7", "0.6", "0.5"]
    assert "+ + + - - ×" in shown
    assert "formerly: Python is best for data science." in shown
    assert "Julia won every benchmark" in shown
