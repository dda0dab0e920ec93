"""Remote work, seen by two dispositions at three strengths from the same stored facts."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest_asyncio

from tacitus.domain.banks import Disposition
from tacitus.domain.memories import MemoryPage, Network
from tacitus.domain.opinions import Stance, stance
from tacitus.domain.reflection import Reflection, ReflectOptions, Support
from tests.acceptance.llm.by_hand import REPLAYS, Report, answered_by, read
from tests.fakes.replay_server import ReplayServer

QUESTION = "Is remote work good for the company?"
FACTS = (
    Report("commute", 4, "Remote work spares the support team two hours of commute a day."),
    Report("survey", 6, "In the staff survey 71 of 100 people said remote work lets them care for their families."),
    Report("handovers", 8, "Two of five remote work projects were late in spring because handovers got lost."),
    Report("tickets", 11, "The company's report says remote work teams closed 12 % more tickets; it names no method."),
    Report("starters", 13, "Four colleagues whose first month was remote work said they felt alone."),
)  # fmt: skip
WARM, COOL = (1, 2, 5), (5, 5, 1)
BETAS = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Seen:
    """Answers by traits and beta, and the facts in the bank after them."""

    answers: dict[tuple[tuple[int, int, int], float], Reflection]
    facts: list[str]

    def confidence(self, traits: tuple[int, int, int], beta: float) -> float:
        [opinion] = self.answers[traits, beta].opinions
        return opinion.confidence


async def see(server: ReplayServer) -> Seen:
    answers: dict[tuple[tuple[int, int, int], float], Reflection] = {}
    async with answered_by(server) as runtime:
        await read(runtime, FACTS, "remote work")
        for traits in (WARM, COOL):
            for beta in BETAS:
                options = ReflectOptions(disposition=Disposition(*traits, bias_strength=beta))
                answers[traits, beta] = await runtime.engine.reflect("notes", QUESTION, options)
        page = MemoryPage(networks=frozenset((Network.WORLD,)))
        stored, _ = await runtime.engine.memories("notes", page)
    return Seen(answers, sorted(memory.text for memory in stored))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def seen() -> AsyncGenerator[Seen]:
    yield await see(ReplayServer(REPLAYS / "by_hand_remote_work.jsonl"))


def test_every_disposition_cites_the_same_facts(seen: Seen) -> None:
    cited = {
        frozenset(id for sentence in answer.sentences for id in sentence.citations)
        for answer in seen.answers.values()
    }

    assert [len(ids) for ids in cited] == [len(FACTS)]


def test_every_sentence_holds_what_it_cites(seen: Seen) -> None:
    for answer in seen.answers.values():
        assert {sentence.support for sentence in answer.sentences} == {Support.SUPPORTED}


def test_without_bias_both_come_to_the_same_judgement(seen: Seen) -> None:
    assert seen.confidence(WARM, 0.0) == seen.confidence(COOL, 0.0) == 0.5


def test_the_stronger_the_bias_the_farther_apart_the_stances(seen: Seen) -> None:
    gaps = [seen.confidence(WARM, beta) - seen.confidence(COOL, beta) for beta in BETAS]

    assert gaps == sorted(gaps)
    assert gaps[0] == 0 < gaps[1] < gaps[2]


def test_fully_biased_one_holds_what_the_other_rejects(seen: Seen) -> None:
    assert stance(seen.confidence(WARM, 1.0)) is Stance.HELD
    assert stance(seen.confidence(COOL, 1.0)) is Stance.REJECTED
    assert len({answer.text for answer in seen.answers.values()}) == len(seen.answers)


def test_no_stance_touches_a_fact(seen: Seen) -> None:
    assert seen.facts == sorted(report.text for report in FACTS)
