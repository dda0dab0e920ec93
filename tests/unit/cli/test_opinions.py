"""`tacitus opinion`: what is believed, why, and what people make of it."""

import asyncio
import json

import pytest

from tacitus.domain.changes import Changes
from tests.builders import a_record, an_opinion
from tests.unit.cli.command_line import CommandLine

PYTHON = "Python is best for data science."
NOBODY = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def opinion(tacitus: CommandLine) -> str:
    """The id of an opinion with a confidence of 0.7."""

    async def hold() -> str:
        bank = await tacitus.runtime.engine.set_bank("notes")
        held = a_record(an_opinion(PYTHON, 0.7, bank=bank))
        await tacitus.runtime.engine.stores.memories.apply(Changes(bank=bank.id, records=(held,)))
        return str(held.memory.id)

    return asyncio.run(hold())


def test_opinions_are_listed(tacitus: CommandLine, opinion: str) -> None:
    listed = tacitus("opinion", "list", "notes").out

    assert "0.70" in listed
    assert "held" in listed
    assert PYTHON in listed
    assert opinion in listed


def test_evidence_moves_an_opinion_and_says_how_far(tacitus: CommandLine, opinion: str) -> None:
    ran = tacitus("opinion", "add-evidence", "notes", opinion, "contradict", "--who", "ann")

    assert ran.line == f"0.70 -> 0.47  {PYTHON}"  # 4 * 0.7 / 6


def test_why_tells_the_evidence_newest_first_and_what_it_would_be_without(
    tacitus: CommandLine, opinion: str
) -> None:
    testify = ("opinion", "add-evidence", "notes", opinion)
    tacitus(*testify, "reinforce", "--who", "ann", "--reason", "The libraries are there.")
    tacitus(*testify, "contradict", "--who", "bob")

    why = tacitus("opinion", "why", "notes", opinion).out
    lines = why.splitlines()

    assert lines[0] == PYTHON
    [bob] = [line for line in lines if "bob" in line]
    [ann] = [line for line in lines if "ann" in line]
    assert lines.index(bob) < lines.index(ann)
    assert "0.54" in bob  # (4 * 0.7 + 1) / 7
    assert "0.76" in bob  # without bob: (4 * 0.7 + 1) / 5
    assert "The libraries are there." in ann
    assert "formed" in lines[-1]


def test_the_trajectory_is_plotted(tacitus: CommandLine, opinion: str) -> None:
    for who in ("ann", "bob", "cid"):
        tacitus("opinion", "add-evidence", "notes", opinion, "contradict", "--who", who)

    shown = tacitus("opinion", "show", "notes", opinion).out

    rows = {line[:3]: line for line in shown.splitlines() if "│" in line}
    assert rows["0.7"].index("●") < rows["0.5"].index("●") < rows["0.3"].index("●")
    assert "× × ×" in shown


def test_the_program_reads_what_a_person_sees(tacitus: CommandLine, opinion: str) -> None:
    tacitus("opinion", "add-evidence", "notes", opinion, "weaken", "--who", "ann")

    detail = json.loads(tacitus("opinion", "show", "notes", opinion, "--json").out)

    assert detail["confidence"] == pytest.approx(2.8 / 5)
    assert [point["relation"] for point in detail["trajectory"]] == ["weaken"]


def test_the_papers_fold_can_be_chosen(tacitus: CommandLine, opinion: str) -> None:
    tacitus("opinion", "add-evidence", "notes", opinion, "contradict", "--who", "ann")

    assert tacitus("opinion", "recompute", "notes", "--fold", "paper").line == (
        "folded anew: 1 opinion"
    )
    assert "0.50" in tacitus("opinion", "list", "notes").out  # 0.7 - 2 * 0.1


def test_a_forgotten_opinion_is_gone(tacitus: CommandLine, opinion: str) -> None:
    assert tacitus("opinion", "forget", "notes", opinion, "--yes").line == f"forgotten: {PYTHON}"

    assert tacitus("opinion", "show", "notes", opinion).error == (
        f"error: Opinion '{opinion}' not found"
    )


def test_an_unknown_opinion_is_said_to_be_unknown(tacitus: CommandLine, opinion: str) -> None:
    assert "not found" in tacitus("opinion", "why", "notes", NOBODY).error


def test_a_statement_about_the_agent_counts_at_once_and_waits_to_be_merged(
    tacitus: CommandLine,
) -> None:
    tacitus("bank", "create", "notes", "--background", "I was born in Texas.")

    ran = tacitus("bank", "add-background", "notes", "I was born in Colorado.")

    assert ran.out.splitlines() == ["I was born in Texas.", "I was born in Colorado."]
    assert "to be merged by a language model" in ran.err
