"""The memories under test: the engine of this process, and a server over the wire format."""

from collections.abc import AsyncGenerator

import httpx
import pytest
from fastapi import FastAPI

from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.documents import Turn
from tacitus.evaluation.cases import Question
from tacitus.evaluation.embedded import EmbeddedMemory
from tacitus.evaluation.remote import Handing, RemoteMemory, ServerFailed, turns_of
from tacitus.evaluation.systems import told
from tacitus.http.app import create_app
from tests.tables import table
from tests.unit.evaluation.builders import a_case

LONG = " ".join(f"The blue boat number {number} leaks at the bow." for number in range(40))
CASE = a_case(
    "talk",
    ["I keep bees behind the old mill.", "How many hives do you have?", LONG],
    ["I keep bees behind the old mill.", "My sister paints portraits of sailors."],
)
BEES = Question(id="q", text="Who keeps bees?", gold=("1:1",))


@pytest.fixture
def embedded() -> EmbeddedMemory:
    return EmbeddedMemory(in_memory_runtime().engine)


@pytest.fixture(scope="module")
def app() -> FastAPI:
    """Return the application, made once: that, and the first request to it, takes its time."""
    return create_app(in_memory_runtime())


@pytest.fixture(params=list(Handing))
async def remote(app: FastAPI, request: pytest.FixtureRequest) -> AsyncGenerator[RemoteMemory]:
    runtime = in_memory_runtime()
    app.state.runtime = runtime
    transport = httpx.ASGITransport(app)
    async with AsyncClient("http://memory", transport=transport) as client:
        yield RemoteMemory(client, "http://memory", runtime.models.counter.count, request.param)


async def test_a_memory_holds_the_turns_it_was_read_from(embedded: EmbeddedMemory) -> None:
    await embedded.retain("bank", CASE)

    answered = await embedded.ask("bank", CASE, Question(id="q", text="sister paints sailors"))

    assert answered.returned[0].turns == ("2:2",)


async def test_a_restated_memory_holds_every_turn_that_states_it(embedded: EmbeddedMemory) -> None:
    await embedded.retain("bank", CASE)

    answered = await embedded.ask("bank", CASE, BEES)

    assert answered.returned[0].turns == ("1:1", "2:1")


async def test_the_parts_of_a_long_turn_hold_the_same_turn(embedded: EmbeddedMemory) -> None:
    await embedded.retain("bank", CASE)

    answered = await embedded.ask("bank", CASE, Question(id="q", text="blue boat leaks"))

    parts = [one for one in answered.returned if one.turns == ("1:3",)]
    assert len(parts) > 1


async def test_a_budget_holds_the_turns_of_what_fits(embedded: EmbeddedMemory) -> None:
    await embedded.retain("bank", CASE)

    answered = await embedded.ask("bank", CASE, BEES)

    assert "1:1" in answered.budgets[512]
    whole = {turn for one in answered.returned for turn in one.turns}
    assert set(answered.budgets[4096]) == whole


async def test_forgetting_leaves_no_bank(embedded: EmbeddedMemory) -> None:
    await embedded.retain("bank", CASE)
    await embedded.forget("bank")
    await embedded.forget("bank")  # again is fine

    assert await embedded.engine.banks() == ([], 0)


async def test_a_server_is_asked_over_the_wire(remote: RemoteMemory) -> None:
    await remote.retain("bank", CASE)

    answered = await remote.ask("bank", CASE, Question(id="q", text="sister paints sailors"))

    assert answered.returned[0].turns == ("2:2",)
    assert "2:2" in answered.budgets[512]
    assert answered.returned[0].kept
    assert answered.texts[0].endswith("My sister paints portraits of sailors.")


async def test_the_bank_on_the_server_is_deleted(remote: RemoteMemory) -> None:
    await remote.retain("bank", CASE)
    await remote.forget("bank")
    await remote.forget("bank")

    assert (await remote.client.banks()).banks == []


async def test_a_server_that_is_away_is_told_in_a_line() -> None:
    refusing = httpx.MockTransport(lambda request: httpx.Response(503, json={"detail": "busy"}))
    async with AsyncClient("http://memory", transport=refusing) as client:
        remote = RemoteMemory(client, "http://memory", len)

        with pytest.raises(ServerFailed, match="http://memory: retain: busy"):
            await remote.retain("bank", CASE)


TURNS = {
    "1:1": Turn(text="I keep bees behind the old mill.", speaker="Ann"),
    "1:2": Turn(text="Yes!", speaker="Ben"),
}


@table(
    "text, turns",
    [
        ("Ann: I keep  bees behind the OLD mill.", ("1:1",)),
        ("On Monday Ann said: I keep bees behind the old mill. Ben asked why.", ("1:1",)),
        ("Ann: bees behind the old mill", ("1:1",)),
        ("Ann: bees", ()),  # too short to tell
        ("Yes!", ()),
        ("Ann is a beekeeper.", ()),
    ],
)
def test_without_metadata_a_turn_is_found_by_its_words(text: str, turns: tuple[str, ...]) -> None:
    assert turns_of(text, {}, TURNS) == turns


def test_metadata_names_the_turns() -> None:
    assert turns_of("Ann is a beekeeper.", {"turn": "1:1, 1:2"}, TURNS) == ("1:1", "1:2")


def test_a_memory_is_told_with_its_days_and_whether_it_holds() -> None:
    said, happened = "2024-05-06T12:00:00+00:00", "2024-05-01T00:00:00+00:00"

    assert told("It rained.", said=said, happened=said, superseded=False) == (
        "[said 2024-05-06] It rained."
    )
    assert told("It rained.", said=said, happened=happened, superseded=True) == (
        "[said 2024-05-06, happened 2024-05-01, superseded] It rained."
    )
    assert told("It rained.", said=None, happened=None, superseded=False) == "It rained."
