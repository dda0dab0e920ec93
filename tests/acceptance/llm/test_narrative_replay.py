"""One session read by the real language model adapter, with answers that a person wrote.

No model takes part: the answers in `tests/fixtures/replays/` were written by hand, as a careful
model would answer, for exactly the prompts that the code sends. What is tested is all around them:
the prompt, the protocol, the reading of the answer and what becomes of it. A changed prompt asks
for a new answer: put `ReplayServer.unanswered` before somebody and add a line to the file.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
import pytest_asyncio

from tacitus.adapters.models.language_model import remote_language_model
from tacitus.domain.changes import Draft
from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.errors import ModelError
from tacitus.domain.graph import EntityType, LinkType, Surface
from tacitus.domain.ids import BankId, DocumentId
from tacitus.domain.memories import Dating, Network
from tacitus.domain.time import Interval
from tacitus.retain.chunk import chunk
from tacitus.retain.extract.by_model import NarrativeExtractor
from tacitus.retain.read import read
from tacitus.retain.stages import Reading
from tests.fakes.replay_server import ReplayServer

FIXTURES = Path(__file__).parents[2] / "fixtures"
REPLAY = FIXTURES / "replays/household_december.jsonl"
SESSION = json.loads((FIXTURES / "dialogues/household_december.json").read_text("utf-8"))
SAID = datetime.fromisoformat(SESSION["timestamp"])


def the_session(*more: Turn) -> Reading:
    turns = tuple(Turn(**turn) for turn in SESSION["turns"])
    item = RetainItem(content=(*turns, *more), document=DocumentId("december"), timestamp=SAID)
    return read(item, BankId(UUID(int=1)), None, datetime(2026, 1, 1, tzinfo=UTC))


async def drafts_of(reading: Reading, server: ReplayServer) -> tuple[Draft, ...]:
    async with remote_language_model("openai:by-hand", base_url=f"{server.url}/v1") as model:
        extractor = NarrativeExtractor(model)
        chunks = chunk(reading.document, reading.turns, first=0, reader=extractor.name)
        return (await extractor.extract(reading.document, chunks)).drafts


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def drafts() -> tuple[Draft, ...]:
    with ReplayServer(REPLAY) as server:
        return await drafts_of(the_session(), server)


def about(drafts: tuple[Draft, ...], words: str) -> Draft:
    [found] = [draft for draft in drafts if words in draft.text]
    return found


def days(first: str, stop: str) -> Interval:
    return Interval(*(datetime.fromisoformat(f"{day}T00:00+00:00") for day in (first, stop)))


def test_seventeen_turns_become_fifteen_memories_in_three_networks(
    drafts: tuple[Draft, ...],
) -> None:
    networks = [draft.network for draft in drafts]

    assert {network: networks.count(network) for network in Network} == {
        Network.WORLD: 10,
        Network.EXPERIENCE: 4,
        Network.OPINION: 1,
        Network.OBSERVATION: 0,
    }


def test_what_the_agent_did_is_its_experience_in_the_first_person(
    drafts: tuple[Draft, ...],
) -> None:
    advice = about(drafts, "I recommended the five-year mortgage deal")

    assert advice.network is Network.EXPERIENCE
    assert advice.speaker == "Assistant"
    assert "because it is cheaper today" in advice.text


def test_what_a_person_believes_is_a_fact_about_the_person(drafts: tuple[Draft, ...]) -> None:
    belief = about(drafts, "Ruth is convinced that the wine brought on her attack")

    assert belief.network is Network.WORLD
    assert belief.confidence is None


def test_what_the_agent_believes_is_an_opinion_with_a_confidence(
    drafts: tuple[Draft, ...],
) -> None:
    opinion = about(drafts, "because once is not a pattern")

    assert opinion.network is Network.OPINION
    assert opinion.confidence == 0.8


def test_the_correction_wins_over_what_was_wrong(drafts: tuple[Draft, ...]) -> None:
    correction = about(drafts, "It is Mina who has the nut allergy, not Mira")

    assert {Surface("Mina", EntityType.PERSON), Surface("Mira", EntityType.PERSON)} < set(
        correction.surfaces
    )
    assert not any("Mira has the nut allergy" in draft.text for draft in drafts)


@pytest.mark.parametrize(
    ("words", "occurred"),
    [
        ("an attack on Wednesday", days("2024-11-27", "2024-11-28")),
        ("two glasses of red wine", days("2024-11-26", "2024-11-27")),  # "the night before"
        ("plans to ring her bank", days("2024-12-09", "2024-12-10")),  # "tomorrow"
        ("runs out on 31 March", days("2025-03-31", "2025-04-01")),
        ("fly to Crete", days("2025-06-01", "2025-09-01")),  # "summer"
    ],
)
def test_times_are_those_of_the_events_not_of_the_talk(
    drafts: tuple[Draft, ...], words: str, occurred: Interval
) -> None:
    draft = about(drafts, words)

    assert draft.occurred == occurred
    assert draft.dating is Dating.EXACT
    assert draft.mentioned_at == SAID


def test_what_names_no_time_holds_when_it_was_said(drafts: tuple[Draft, ...]) -> None:
    assert about(drafts, "does not expect to move").dating is Dating.MENTION


def test_a_stated_reason_links_two_memories(drafts: tuple[Draft, ...]) -> None:
    advice = about(drafts, "I recommended the five-year mortgage deal")

    [cause] = advice.causes
    assert cause.type is LinkType.CAUSED_BY
    assert "does not expect to move" in drafts[cause.target].text


def test_each_memory_leads_back_to_the_turns_it_was_read_from(drafts: tuple[Draft, ...]) -> None:
    reading = the_session()
    advice = about(drafts, "I recommended the five-year mortgage deal")

    assert dict(advice.metadata)["turn"] == "D3:12"
    assert reading.document.text[advice.start : advice.end] == SESSION["turns"][11]["text"]


async def test_a_system_prompt_changes_neither_prompt_nor_memories(
    drafts: tuple[Draft, ...],
) -> None:
    rule = Turn(text="You are a banker and never mention wine.", role=Role.SYSTEM)
    with ReplayServer(REPLAY) as server:
        assert await drafts_of(the_session(rule), server) == drafts


async def test_a_session_that_nobody_answered_for_is_an_error_not_an_empty_memory() -> None:
    more = Turn(text="And one thing more.", speaker="Ruth")
    with ReplayServer(REPLAY) as server:
        with pytest.raises(ModelError):
            await drafts_of(the_session(more), server)

        assert len(server.unanswered) == 1
