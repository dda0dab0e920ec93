"""The rows of a run on disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.journal import Journal, rows_beside
from tacitus.evaluation.rows import Judged, Retained
from tests.unit.evaluation.builders import SETUP, a_returned, a_row

ROW = a_row(
    a_returned("1:1", superseded=True),
    id="q1",
    gold=("1:1",),
    budgets={512: ("1:1",)},
    judged=Judged(answer="Ann", right=None, model="m"),
)
RETAINED = Retained(conversation="talk", turns=3, seconds=1.5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rows_beside(tmp_path / "figures" / "out.json")


def test_rows_lie_beside_the_summary() -> None:
    assert rows_beside(Path("a/out.json")) == Path("a/out.rows.jsonl")


def test_what_was_written_is_there_again(path: Path) -> None:
    with Journal(SETUP, path) as journal:
        journal.add(RETAINED)
        journal.add(ROW)

    with Journal(SETUP, path) as again:
        assert again.rows == {"q1": ROW}
        assert again.retained == [RETAINED]
        assert again.known == 1


def test_a_line_that_was_cut_off_is_as_if_it_were_not_there(path: Path) -> None:
    with Journal(SETUP, path) as journal:
        journal.add(ROW)
        journal.add(replace(ROW, id="q2"))
    path.write_text(path.read_text("utf-8")[:-20], "utf-8")

    with Journal(SETUP, path) as again:
        assert list(again.rows) == ["q1"]


def test_rows_of_another_setup_are_refused_and_kept(path: Path) -> None:
    with Journal(SETUP, path) as journal:
        journal.add(ROW)
    before = path.read_text("utf-8")

    with pytest.raises(InvalidRequest, match="fusion: None, now rrf"):
        Journal(replace(SETUP, options={"fusion": "rrf"}), path)

    assert path.read_text("utf-8") == before


def test_starting_over_forgets_what_was_there(path: Path) -> None:
    with Journal(SETUP, path) as journal:
        journal.add(ROW)

    with Journal(SETUP, path, fresh=True) as again:
        assert again.rows == {}


@pytest.mark.parametrize("text", ["[]\n", "{}\n", "notes\n", '{"line": "question"}\n'])
def test_a_file_of_something_else_is_refused(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text, "utf-8")

    with pytest.raises(InvalidRequest, match=r"no rows?"):
        Journal(SETUP, path)

    assert path.read_text("utf-8") == text
