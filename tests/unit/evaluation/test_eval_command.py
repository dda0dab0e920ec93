"""`tacitus eval`, as it is called."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.cli.app import run
from tacitus.cli.seams import Seams, console
from tacitus.evaluation.suites.reading import DIALOGUES
from tacitus.program import evaluation_commands
from tacitus.settings import Settings

SAMPLE = {
    "sample_id": "conv-1",
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I keep bees behind the old mill."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "My sister paints sailors."},
        ],
    },
    "qa": [
        {"question": "Who keeps bees?", "answer": "Ann", "evidence": ["D1:1"], "category": 4},
        {"question": "Who paints?", "answer": "Ben's sister", "evidence": ["D1:2"], "category": 1},
    ],
}
OTHER = {
    **json.loads(json.dumps(SAMPLE).replace("Ann", "Eve").replace("bees", "goats")),
    "sample_id": "conv-2",
}


SHIPPED = str(DIALOGUES / "friends_oslo.json")


COMMANDS = {"eval": evaluation_commands()}


class Evaluation:
    """`tacitus eval` with a memory that keeps nothing.

    Attributes:
        homes: Homes of the memories that were opened.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.homes: list[Path] = []
        self.out, self.err = StringIO(), StringIO()

    def __call__(self, *words: str) -> int:
        seams = Seams(
            settings=lambda: Settings(home=self.home),
            open_runtime=self._open,
            out=console(file=self.out, width=160),
            err=console(file=self.err, width=160, soft_wrap=True),
        )
        return run(["eval", *words], seams, COMMANDS)

    @asynccontextmanager
    async def _open(self, settings: Settings) -> AsyncGenerator[Runtime]:
        self.homes.append(settings.home)
        yield in_memory_runtime(settings)


@pytest.fixture
def evaluate(tmp_path: Path) -> Evaluation:
    return Evaluation(tmp_path / "home")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps([SAMPLE, OTHER]), "utf-8")
    return file


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_a_suite_gives_a_summary_and_a_row_for_each_question(
    evaluate: Evaluation, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"

    assert evaluate("locomo", str(data), "--json", str(out)) == 0

    figures = read(out)
    assert (figures["suite"], figures["questions"]) == ("locomo", 4)
    assert set(figures["turn"]) == {"questions", "any@5", "all@5", "any@10", "all@10", "mrr"}
    assert set(figures["budget"]) == {"512", "1024", "2048", "4096"}
    assert set(figures["by_category"]) == {"1", "4"}
    lines = [json.loads(line) for line in (tmp_path / "out.rows.jsonl").open(encoding="utf-8")]
    rows = [line for line in lines if line["line"] == "question"]
    assert [row["id"] for row in rows] == ["conv-1/1", "conv-1/2", "conv-2/1", "conv-2/2"]
    assert {"question", "gold", "returned", "tokens", "ms"} <= set(rows[0])


def test_the_memory_is_a_throw_away_one(evaluate: Evaluation, data: Path) -> None:
    evaluate("locomo", str(data))

    [home] = evaluate.homes
    assert home != evaluate.home
    assert not home.exists()


def test_a_second_run_goes_on_where_the_first_one_ended(
    evaluate: Evaluation, data: Path, tmp_path: Path
) -> None:
    words = ("locomo", str(data), "--json", str(tmp_path / "out.json"))
    evaluate(*words, "--limit", "1")
    first = (tmp_path / "out.rows.jsonl").read_text("utf-8").splitlines()

    assert evaluate(*words) == 0

    assert (tmp_path / "out.rows.jsonl").read_text("utf-8").splitlines()[: len(first)] == first
    assert read(tmp_path / "out.json")["questions"] == 4
    assert "going on after 1 questions" in evaluate.err.getvalue()


def test_another_setup_does_not_mix_with_rows_that_are_there(
    evaluate: Evaluation, data: Path, tmp_path: Path
) -> None:
    words = ("locomo", str(data), "--json", str(tmp_path / "out.json"))
    evaluate(*words)

    assert evaluate(*words, "--without", "graph") == 1
    assert "without: None, now graph" in evaluate.err.getvalue()
    assert evaluate(*words, "--without", "graph", "--fresh") == 0


def test_foreign_questions_are_asked_on_request(
    evaluate: Evaluation, data: Path, tmp_path: Path
) -> None:
    evaluate("locomo", str(data), "--rename", "--json", str(tmp_path / "out.json"))

    figures = read(tmp_path / "out.json")
    assert figures["foreign"]["questions"] == figures["renamed"]["questions"] == 4


def test_dialogues_need_no_path(evaluate: Evaluation, tmp_path: Path) -> None:
    assert evaluate("dialogues", "--limit", "1", "--json", str(tmp_path / "out.json")) == 0
    assert read(tmp_path / "out.json")["asked"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("locomo",), "say where the files of locomo are"),
        (("locomo", "nowhere.json"), "nowhere.json: No such file or directory"),
        (("beam", SHIPPED), "no chat of BEAM"),
        (("dialogues", SHIPPED, "--qa"), "set TACITUS_LLM"),
        (
            ("dialogues", SHIPPED, "--url", "http://127.0.0.1:9", "--fusion", "rrf"),
            "not with --url",
        ),
        (
            ("dialogues", SHIPPED, "--url", "http://127.0.0.1:9"),
            "No answer from http://127.0.0.1:9",
        ),
        (("fit", "--drop", "luck"), "'luck' is no feature"),
        (("fit", SHIPPED), "One conversation is too few"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    evaluate: Evaluation, words: tuple[str, ...], message: str
) -> None:
    assert evaluate(*words) != 0

    [line] = evaluate.err.getvalue().splitlines()
    assert message in line


def test_a_fit_writes_coefficients_that_recall_reads(
    evaluate: Evaluation, data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "relevance.toml"

    assert evaluate("fit", str(data), "--out", str(file)) == 0
    assert evaluate("locomo", str(data), "--relevance", str(file)) == 0


def test_a_dry_fit_writes_nothing(evaluate: Evaluation, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "relevance.toml"

    assert evaluate("fit", str(data), "--out", str(file), "--dry-run", "--ablate") == 0
    assert not file.exists()
    assert "lost without" in evaluate.out.getvalue()


def test_feedback_is_learned_from_in_the_users_own_memory(evaluate: Evaluation) -> None:
    assert evaluate("fit", "--from-feedback", "nowhere") != 0

    assert evaluate.homes == [evaluate.home]
    assert "nowhere" in evaluate.err.getvalue()
