"""A whole session of a dialogue in LoCoMo's layout, and one question about it, answered by hand.

No model takes part: `tests.acceptance.llm.sessions` says how, and shows the same of any other file in
that layout and any other answers.
"""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
import pytest_asyncio

import tacitus
from tacitus.domain.memories import Dating, Memory, Network
from tacitus.domain.reflection import Mode, Support
from tests.acceptance.llm.by_hand import REPLAYS
from tests.acceptance.llm.sessions import Told, main, session_in, shown, tell
from tests.fakes.replay_server import ReplayServer

DIALOGUE = Path(tacitus.__file__ or "").parent / "evaluation/dialogues/assistant_translator.json"
REPLAY = REPLAYS / "by_hand_translator.jsonl"
WHICH = ("assistant-translator", 12)
QUESTION = "Why did you advise Devon against going back to Nordlys?"
BOSTON = timezone(timedelta(hours=-5))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def told() -> Told:
    with ReplayServer(REPLAY) as server:
        return await tell(f"{server.url}/v1", session_in(DIALOGUE, *WHICH), QUESTION)


def about(told: Told, words: str) -> Memory:
    [found] = [one for one in told.memories if words in one.text]
    return found


def test_eleven_turns_become_six_facts_and_five_experiences(told: Told) -> None:
    assert told.faults() == []
    assert [len(told.of(network)) for network in Network] == [6, 5, 0, 0]


def test_the_agents_own_deeds_are_experiences_and_what_it_heard_are_facts(told: Told) -> None:
    invoice, journey = (
        about(told, "final invoice"),
        about(told, "Rachel is going to Camille's;"),
    )

    assert (invoice.network, invoice.speaker) == (Network.EXPERIENCE, "Assistant")
    assert (journey.network, journey.speaker) == (Network.WORLD, "Devon")


def test_times_are_those_of_the_events(told: Told) -> None:
    def day(month: int, day: int, year: int = 2024, hour: int = 0, minute: int = 0) -> datetime:
        return datetime(year, month, day, hour, minute, tzinfo=BOSTON)

    expected = {
        "420 pages": (day(11, 18, hour=23, minute=40), day(11, 18, hour=23, minute=40)),
        "out for ramen": (day(11, 19), day(11, 20)),
        "audio guides": (day(1, 1, 2025), day(2, 1, 2025)),
        "in the week of": (day(11, 18), day(11, 25)),
        "aside for tax": (day(12, 31), day(1, 1, 2025)),
    }
    found = {words: about(told, words) for words in expected}

    dates = {
        words: (one.occurred and one.occurred.start, one.occurred and one.occurred.end)
        for words, one in found.items()
    }
    assert dates == expected
    assert {one.dating for one in found.values()} == {Dating.EXACT}
    assert about(told, "Rachel is going to Camille's;").dating is Dating.MENTION


def test_each_sentence_of_the_answer_cites_the_memory_that_says_it(told: Told) -> None:
    cited = [
        [one for one in told.memories if one.id in sentence.citations]
        for sentence in told.answer.sentences
    ]

    assert told.answer.mode is Mode.MODEL
    assert [[one.metadata["turn"] for one in memories] for memories in cited] == [
        ["D12:7,D12:8"],
        ["D12:8"],
        ["D12:8,D12:9"],
    ]
    assert {sentence.support for sentence in told.answer.sentences} == {Support.SUPPORTED}
    assert "71 days late" in told.answer.text


def test_the_command_shows_it_and_ends_well(capsys: pytest.CaptureFixture[str], told: Told) -> None:
    name, number = WHICH
    which = ["--sample", name, "--session", str(number), "--ask", QUESTION]

    code = main([str(DIALOGUE), *which, "--replay", str(REPLAY)])

    assert (code, capsys.readouterr().out.splitlines()) == (0, shown(told))
