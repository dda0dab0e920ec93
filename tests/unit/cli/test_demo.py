"""The sample that the demo is made of."""

from datetime import UTC, datetime

from tacitus.cli.demo.show import sample
from tacitus.domain.documents import Role, Turn


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
