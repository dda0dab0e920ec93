"""The program over the embedded database: an opinion is formed, waits, moves, is explained."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.acceptance.here import run_here
from tests.fakes.scripted_server import Reply, Request, ScriptedServer, message

OPINION = "Python is best for data science."
LIBRARIES = "Python has maintained libraries for data science."
SLOW = "Python was nine times slower than Julia for our data science model."
ANSWERS = {
    "<observation>": {"effects": [{"opinion": 1, "relation": "contradict", "reason": "So slow."}]},
    "<biography>": {"background": "I was born in Colorado."},
    "Question:": {
        "sentences": [{"text": LIBRARIES, "citations": [1]}],
        "opinions": [{"text": OPINION, "confidence": 0.7, "citations": [1]}],
    },
}

pytestmark = pytest.mark.database


class AnswersByTopic(ScriptedServer):
    """Answers by what is asked for."""

    def answer(self, request: Request) -> Reply:
        super().answer(request)
        asked = "\n".join(each["content"] for each in request.body["messages"])
        return next(message(json.dumps(said)) for mark, said in ANSWERS.items() if mark in asked)


@dataclass(frozen=True, slots=True)
class Program:
    """`tacitus`, with a home of its own and a model that may be asked."""

    home: Path
    model: str

    def __call__(self, *arguments: str, with_model: bool = False) -> str:
        model = {"llm": "openai:small", "llm_base_url": self.model, "llm_api_key": "none"}
        done = run_here(self.home, *arguments, settings=model if with_model else {}, width=140)
        assert done.code == 0, done.err
        return done.out

    def retain(self, text: str, name: str) -> None:
        (self.home / name).write_text(text)
        self("retain", "notes", str(self.home / name))

    def only_opinion(self) -> dict[str, object]:
        [opinion] = json.loads(self("opinion", "list", "notes", "--json"))
        return opinion


@pytest.fixture(scope="module")
def tacitus(home: Path) -> Iterator[Program]:
    with AnswersByTopic([message("{}")]) as server:
        yield Program(home, f"{server.url}/v1")


def test_an_opinion_is_formed_waits_for_a_model_moves_and_is_explained(tacitus: Program) -> None:
    tacitus.retain(LIBRARIES, "libraries.txt")
    question = "Which language has libraries for data science?"
    answer = tacitus("reflect", "notes", question, "--skepticism", "5", with_model=True)
    assert f"opinion formed (0.70): {OPINION}" in answer
    tacitus("worker", "--once")
    opinion = tacitus.only_opinion()
    assert (opinion["text"], opinion["confidence"]) == (OPINION, 0.7)

    tacitus.retain(SLOW, "slow.txt")
    tacitus("worker", "--once")
    assert tacitus.only_opinion()["confidence"] == 0.7
    assert "pending" in tacitus("bank", "show", "notes")

    tacitus("worker", "--once", with_model=True)
    assert tacitus.only_opinion()["confidence"] == pytest.approx(4 * 0.7 / 6)
    why = tacitus("opinion", "why", "notes", str(opinion["id"]))
    assert "× contradict: So slow." in why
    assert "skepticism 5" in why
    assert "●" in tacitus("opinion", "show", "notes", str(opinion["id"]))


def test_the_newer_statement_about_the_agent_wins(tacitus: Program) -> None:
    tacitus("bank", "create", "agent", "--background", "I was born in Texas.")
    tacitus("bank", "add-background", "agent", "I was born in Colorado.")

    tacitus("worker", "--once", with_model=True)

    shown = tacitus("bank", "show", "agent")
    assert "I was born in Colorado." in shown
    assert "Texas" not in shown


def test_the_benchmark_of_beliefs_prints_eight_numbers_and_passes(tacitus: Program) -> None:
    lines = tacitus("eval", "beliefs").splitlines()

    numbered = [line.split()[1] for line in lines if line.split()[0] in {*"12345678"}]
    assert numbered == [
        *("stability", "responsiveness", "calibration", "independence", "order"),
        *("flip", "disposition", "retraction"),
    ]
