"""Comparing statements: the tables of pairs, and what holds for all."""

from datetime import UTC, datetime, timedelta
from itertools import chain, product

from hypothesis import assume, given
from hypothesis import strategies as st

from tacitus.domain.statements import Comparison, Statement, compare, says_again
from tests.tables import table
from tests.unit.domain.statements.pairs import DISTINCT, IDENTICAL, RESTATEMENTS, REVISIONS

MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)
TEXTS = sorted({*chain.from_iterable(IDENTICAL + RESTATEMENTS + REVISIONS + DISTINCT)})
SAME = {Comparison.IDENTICAL, Comparison.RESTATEMENT}


def said(text: str, at: datetime = MONDAY, *, by: str | None = "Ruth") -> Statement:
    return Statement(text, by, at)


@table("old, new", IDENTICAL)
def test_identical(old: str, new: str) -> None:
    assert compare(said(new, TUESDAY), said(old)) is Comparison.IDENTICAL
    assert compare(said(old, TUESDAY), said(new)) is Comparison.IDENTICAL


def test_what_says_the_same_again_can_be_told_without_the_whole_comparison() -> None:
    said_by = [said(text, by=by) for text in TEXTS[::2] for by in ("Ana", None)]
    pairs = [*product(said_by[::3], said_by[::5])]
    pairs += [
        (said(new, TUESDAY), said(old))
        for old, new in IDENTICAL + RESTATEMENTS + REVISIONS + DISTINCT
    ]
    wrong = [pair for pair in pairs if says_again(*pair) is not (compare(*pair) in SAME)]
    assert not wrong


@table("old, new", RESTATEMENTS)
def test_a_restatement_says_the_same_in_other_words(old: str, new: str) -> None:
    assert compare(said(new, TUESDAY), said(old)) is Comparison.RESTATEMENT
    assert compare(said(old, TUESDAY), said(new)) is Comparison.RESTATEMENT


@table("old, new", REVISIONS)
def test_a_revision_gives_the_same_state_another_value(old: str, new: str) -> None:
    assert compare(said(new, TUESDAY), said(old)) is Comparison.REVISION


@table("old, new", REVISIONS)
def test_what_was_said_earlier_revises_nothing(old: str, new: str) -> None:
    assert compare(said(new, MONDAY), said(old, TUESDAY)) is Comparison.DISTINCT


@table("old, new", REVISIONS)
def test_a_revision_holds_for_prose_without_a_speaker(old: str, new: str) -> None:
    assert compare(said(new, TUESDAY, by=None), said(old, by=None)) is Comparison.REVISION


@table("old, new", DISTINCT)
def test_distinct_where_one_fact_differs(old: str, new: str) -> None:
    assert compare(said(new, TUESDAY), said(old)) is Comparison.DISTINCT


@table(
    "text",
    [
        "I work at Google.",
        "We use Postgres.",
        "My boss is Anna",
        "You are right about it",
        "Thanks!",
    ],
)
def test_what_hangs_on_the_speaker_is_never_the_same_from_two(text: str) -> None:
    assert compare(said(text, by="Ana"), said(text, by="Bob")) is Comparison.DISTINCT
    assert compare(said(text, by="Ana"), said(text, by=None)) is Comparison.DISTINCT


def test_a_fact_is_the_same_from_two_speakers() -> None:
    fact = "The checkout deploy failed in March"

    assert compare(said(fact, by="Ana"), said(fact, by="Bob")) is Comparison.IDENTICAL


def test_the_speaker_in_front_is_no_part_of_the_statement() -> None:
    assert compare(said("Ruth: We use Postgres."), said("We use Postgres.")) is Comparison.IDENTICAL


def test_i_is_the_speaker_by_name() -> None:
    told = said("Alice works at Google", by="Bob")

    assert compare(said("I work for Google", by="Alice"), told) is Comparison.RESTATEMENT
    assert compare(said("I work for Google", by=None), told) is Comparison.DISTINCT
    assert compare(said("I work for Meta now", TUESDAY, by="Alice"), told) is Comparison.REVISION
    assert compare(said("I work for Meta now", TUESDAY, by="Eve"), told) is Comparison.DISTINCT


def test_other_words_that_lie_far_apart_are_no_restatement() -> None:
    old = said("The outage was caused by an expired certificate")
    new = "The downtime was caused by an expired certificate"

    assert compare(Statement(new, "Ruth", MONDAY, 0.9), old) is Comparison.RESTATEMENT
    assert compare(Statement(new, "Ruth", MONDAY, 0.3), old) is Comparison.DISTINCT


@given(st.text())
def test_a_text_is_identical_to_itself(text: str) -> None:
    assert compare(said(text), said(text)) is Comparison.IDENTICAL


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_the_same_is_the_same_both_ways(one: str, other: str) -> None:
    there, back = compare(said(one), said(other)), compare(said(other), said(one))

    assert (there in SAME) == (back in SAME)
    if there in SAME:
        assert there is back


@given(st.sampled_from(TEXTS), st.integers(0, 99_999), st.integers(0, 99_999))
def test_another_number_is_never_the_same(text: str, one: int, other: int) -> None:
    assume(one != other)

    verdict = compare(said(f"{text.rstrip('.!')} {one}"), said(f"{text.rstrip('.!')} {other}"))

    assert verdict not in SAME


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    assert (compare(said(one), said(other)) in SAME) == (compare(said(other), said(one)) in SAME)
