"""Step of recall: reading a question."""

import pytest

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.recollection import Query, RecallOptions
from tacitus.domain.time import Interval
from tacitus.recall.understand import MAX_TERMS, understand
from tests.builders import NOON, a_bank, day
from tests.tables import table


def understood(question: str) -> Query:
    return understand(question, a_bank(), RecallOptions(), NOON)


def test_a_question_is_read_into_terms_names_and_time() -> None:
    query = understood("What did Maria Lopez paint last week?")

    assert "paint" in query.terms
    assert query.names == ("maria lopez",)
    assert query.time
    assert query.time.intervals == (Interval(day(2024, 4, 29), day(2024, 5, 6)),)


def test_a_date_is_looked_for_in_time_and_not_in_words() -> None:
    query = understood("What did Ann buy in June 2023?")

    assert query.terms == ("ann", "buy")
    assert not query.asks_only_when


def test_a_holiday_is_a_word_that_a_memory_may_hold() -> None:
    assert "christma" in understood("What did Ann cook at Christmas?").terms


@table("question", ["What did we do on the 10th of May?", "What happened in June 2023?"])
def test_a_question_that_names_nothing_but_a_time_says_so(question: str) -> None:
    query = understood(question)

    assert query.asks_only_when
    assert query.terms == ()


@table(
    "question",
    [
        "What happened in spring?",
        "What did we do last summer?",
        "What happened since September?",
        "What did we do on Monday?",
        "What was there at Christmas?",
    ],
)
def test_so_do_seasons_weekdays_and_holidays(question: str) -> None:
    assert understood(question).asks_only_when


def test_a_question_without_a_time_does_not_ask_only_when() -> None:
    assert not understood("Who are they?").asks_only_when


@table("question", ["", "  ", "?!...", "\ud83d", "a\0b"])
def test_a_question_without_a_word_is_refused(question: str) -> None:
    with pytest.raises(InvalidRequest):
        understood(question)


def test_a_question_without_end_is_bounded() -> None:
    query = understood(" ".join(f"word{n}" for n in range(58_000)))

    assert len(query.terms) <= MAX_TERMS
    assert len(query.text) < 17_000
