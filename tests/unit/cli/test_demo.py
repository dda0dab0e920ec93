"""The sample and the demo over it."""

from datetime import UTC, datetime

import pytest

from tacitus.cli.demo.show import sample
from tacitus.domain.documents import Role, Turn
from tests.unit.cli.command_line import CommandLine, Ran


def turns() -> list[Turn]:
    return [turn for session in sample() for turn in session.content if isinstance(turn, Turn)]


def test_the_sample_is_a_year_of_two_people_and_an_assistant() -> None:
    dates = [session.timestamp for session in sample() if session.timestamp]

    assert len(dates) == len(sample()) >= 7
    assert dates == sorted(dates)
    assert (
        datetime(2025, 1, 1, tzinfo=UTC) < dates[0] < dates[-1] < datetime(2026, 1, 1, tzinfo=UTC)
    )
    assert {turn.speaker for turn in turns()} == {"Nora", "Felix", "Juno"}
    assert {turn.speaker for turn in turns() if turn.role is Role.ASSISTANT} == {"Juno"}
    assert len(turns()) >= 90


def test_the_sample_has_two_names_that_are_nearly_the_same() -> None:
    text = " ".join(turn.text for turn in turns())

    assert "Maria" in text
    assert "Marie" in text


@pytest.fixture(scope="module")
def demos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Ran]:
    """Return two runs over one memory."""
    tacitus = CommandLine(tmp_path_factory.mktemp("demo"))
    return tacitus("demo"), tacitus("demo")


def test_the_demo_runs_to_its_end(demos: tuple[Ran, Ran]) -> None:
    ran, _ = demos

    assert (ran.code, ran.err) == (0, "")
    for heading in (
        "Retain",
        "Memories by network",
        "Recall 4 of 4",
        "Reflect",
        "What to try next",
    ):
        assert heading in ran.out


def test_the_demo_starts_afresh_each_time(demos: tuple[Ran, Ran]) -> None:
    first, second = demos

    [once] = [line for line in first.out.splitlines() if line.startswith("retained")]
    [again] = [line for line in second.out.splitlines() if line.startswith("retained")]
    assert once.partition(" in ")[0] == again.partition(" in ")[0]
