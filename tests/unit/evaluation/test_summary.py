"""Rows to figures."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tacitus.evaluation.rows import Judged, Retained, Row
from tacitus.evaluation.summary import summarise
from tests.unit.evaluation.builders import SETUP, a_case, a_returned, a_row

TALK = a_case("talk", ["One.", "Two."], ["Three."])


def figures(*rows: Row, retained: Sequence[Retained] = ()) -> Any:
    return summarise(SETUP, [TALK], rows, retained)


def test_turn_figures_are_means_over_questions_with_evidence() -> None:
    found = figures(
        a_row(a_returned("1:1"), a_returned("1:2"), gold=("1:2",)),
        a_row(a_returned("1:1"), gold=("1:2",)),
        a_row(a_returned("1:1")),
    )

    assert found["questions"] == 2
    assert found["turn"]["any@5"] == (1 + 0) / 2
    assert found["turn"]["mrr"] == (1 / 2 + 0) / 2


def test_a_session_is_found_by_any_of_its_turns() -> None:
    found = figures(a_row(a_returned("1:1"), gold=("1:2", "2:1"), sessions=("talk/1", "talk/2")))

    assert found["session"]["any@10"] == 1
    assert found["session"]["all@10"] == 0


def test_a_budget_has_the_mean_share_and_how_often_it_is_whole() -> None:
    found = figures(
        a_row(gold=("1:1", "1:2"), budgets=dict.fromkeys((512, 1024, 2048, 4096), ("1:1",))),
        a_row(gold=("1:1",), budgets=dict.fromkeys((512, 1024, 2048, 4096), ("1:1",))),
    )

    assert found["budget"]["512"] == {"share": (1 / 2 + 1) / 2, "all": 1 / 2}


def test_latencies_and_rates() -> None:
    found = figures(
        a_row(ms=10.0),
        a_row(ms=30.0),
        retained=[
            Retained(conversation="talk", turns=30, seconds=2.0),
            Retained(conversation="talk", turns=10, seconds=2.0),
        ],
    )

    assert found["latency_ms"] == {"p50": 10.0, "p95": 30.0}
    assert found["retain"]["turns_per_s"] == (30 + 10) / (2 + 2)


def test_what_is_returned_as_it_comes_is_compared_with_a_fixed_budget_of_the_same_mean() -> None:
    good, bad = a_returned("1:1"), a_returned("1:2")
    unkept = [a_returned("2:1", tokens=10), a_returned("1:2", tokens=10)]
    rest = [type(one)(id=one.id, turns=one.turns, tokens=10, kept=False) for one in unkept]

    found = figures(
        a_row(good, *rest, gold=("1:1",)),  # keeps 10 tokens
        a_row(bad, bad, good, gold=("1:1",)),  # keeps 30
    )

    assert found["adaptive"]["tokens"] == (10 + 30) / 2
    assert found["adaptive"]["share"] == (1 + 1) / 2
    assert found["adaptive"]["fixed_budget"] == 29  # 20 of each: 30 would let both take all
    assert found["adaptive"]["fixed_share"] == (1 + 0) / 2


def test_calibration_is_told_of_all_that_is_returned_and_of_the_first() -> None:
    found = figures(
        a_row(a_returned("1:1", relevance=0.8), a_returned("1:2", relevance=0.2), gold=("1:1",))
    )

    assert found["calibration"]["first"] == pytest.approx(abs(1 - 0.8))
    assert found["calibration"]["returned"] == pytest.approx((abs(1 - 0.8) + abs(0 - 0.2)) / 2)


def test_foreign_questions_are_told_from_answerable_ones_by_the_best_relevance() -> None:
    found = figures(
        a_row(a_returned("1:1", relevance=0.9), gold=("1:1",)),
        a_row(a_returned("1:1", relevance=0.3), gold=("1:1",)),
        a_row(a_returned("1:1", relevance=0.5), kind="foreign", unanswerable=True),
        a_row(kind="foreign", unanswerable=True),
    )

    assert found["foreign"] == {
        "questions": 2,
        "auc": 3 / 4,  # 0.9 beats both, 0.3 one
        "nothing": 1 / 2,
        "kept": 1.0,
    }


def test_without_foreign_questions_nothing_is_said_of_them() -> None:
    assert "foreign" not in figures(a_row())


def test_the_newest_fact_has_to_come_before_what_it_replaced() -> None:
    new, old = a_returned("1:2"), a_returned("1:1", superseded=True)
    unmarked = a_returned("1:1")

    found = figures(
        a_row(new, old, gold=("1:2",), older=("1:1",)),
        a_row(unmarked, new, gold=("1:2",), older=("1:1",)),
        a_row(new, gold=("1:2",), older=("1:1",)),
    )

    assert found["newest_first"] == round(2 / 3, 4)
    assert found["superseded_marked"] == 1 / 2  # of the two questions that met an older fact
    assert found["replaced"]["older_returned"] == 2


def test_an_answer_without_a_verdict_is_counted_and_is_not_right() -> None:
    def judged(right: bool | None) -> Row:
        return a_row(judged=Judged(answer="Ann", right=right, model="m"))

    found = figures(judged(True), judged(False), judged(None), judged(True))

    assert found["qa"]["accuracy"] == 2 / 4
    assert found["qa"]["unreadable"] == 1


def test_categories_are_told_apart() -> None:
    found = figures(
        a_row(a_returned("1:1"), gold=("1:1",), category="1"),
        a_row(category="5", unanswerable=True),
    )

    assert found["by_category"]["1"]["any@10"] == 1
    assert found["by_category"]["5"] == {"questions": 1, "nothing": 1.0}


def test_what_cannot_be_computed_is_null() -> None:
    found = figures()

    assert found["turn"]["any@5"] is None
    assert json.loads(json.dumps(found, allow_nan=False)) == found
