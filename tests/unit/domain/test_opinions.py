"""Beliefs as folded evidence: the formulas, and that nothing but the evidence counts."""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacitus.domain.opinions import (
    Evidence,
    Folding,
    Opinion,
    Relation,
    Stance,
    confidence_after,
    fold,
    stance,
    voice_of,
    worded,
)
from tests.builders import ANYWHERE, NOON, a_memory, a_source, an_opinion, some_evidence
from tests.tables import table

PYTHON = an_opinion("Python is best for data science.", 0.7, bank=ANYWHERE)
FOR, WEAKEN, AGAINST = Relation.REINFORCE, Relation.WEAKEN, Relation.CONTRADICT


def said(*relations: Relation, source: str | None = None, **other: Any) -> list[Evidence]:
    """Events an hour apart."""
    return [
        some_evidence(PYTHON, one, source=source, at=NOON + timedelta(hours=hour), **other)
        for hour, one in enumerate(relations)
    ]


def opinion(*evidence: Evidence, folding: Folding = Folding.COUNTED) -> Opinion:
    return Opinion(
        memory=PYTHON,
        initial=0.7,
        first_text=PYTHON.text,
        evidence=evidence,
        folding=folding,
    )


# ------------------------------------------------------------------------ the two folds


@table(
    "relations, expected",
    [
        ([], 0.7),
        ([FOR], (4 * 0.7 + 1) / (4 + 1)),
        ([WEAKEN], 4 * 0.7 / (4 + 1)),
        ([AGAINST], 4 * 0.7 / (4 + 2)),
        ([FOR, FOR, AGAINST], (4 * 0.7 + 2) / (4 + 2 + 2)),
        ([Relation.NEUTRAL] * 9, 0.7),
    ],
)
def test_sources_are_counted_against_a_prior_of_four(
    relations: list[Relation], expected: float
) -> None:
    assert fold(0.7, said(*relations)) == pytest.approx(expected)


@table(
    "relations, expected",
    [
        ([FOR], 0.7 + 0.1),
        ([WEAKEN], 0.7 - 0.1),
        ([AGAINST], 0.7 - 2 * 0.1),
        ([FOR] * 9, 1.0),
        ([AGAINST] * 9, 0.0),
        ([FOR] * 9 + [AGAINST], 1 - 2 * 0.1),
    ],
)
def test_the_papers_fold_steps_and_is_clamped(relations: list[Relation], expected: float) -> None:
    assert fold(0.7, said(*relations), Folding.PAPER) == pytest.approx(expected)


def test_half_a_weight_counts_as_half_a_source() -> None:
    assert fold(0.5, said(FOR, weight=0.5)) == pytest.approx((4 * 0.5 + 0.5) / 4.5)
    assert confidence_after(0.5, FOR, 0.1 * 0.5) == pytest.approx(0.55)


def test_the_order_of_evidence_does_not_matter() -> None:
    events = said(FOR, AGAINST, WEAKEN, FOR)
    times = [event.at for event in events]

    folded = {
        fold(0.7, [replace(one, at=at) for one, at in zip(order, times, strict=True)])
        for order in permutations(events)
    }

    assert len(folded) == 1


# ------------------------------------------------------------------------ voices


@table("folding", Folding)
def test_one_voice_counts_once_with_its_latest_word(folding: Folding) -> None:
    repeated = said(FOR, FOR, AGAINST, source="radio")

    assert fold(0.7, repeated, folding) == fold(0.7, repeated[-1:], folding)


def test_an_irrelevant_word_does_not_displace_what_a_voice_said() -> None:
    assert fold(0.7, said(FOR, Relation.NEUTRAL, source="radio")) == fold(0.7, said(FOR))


def test_a_document_is_one_voice_and_what_was_read_nowhere_is_its_own() -> None:
    memory = a_memory(sources=(a_source("letter", start=5),))

    assert voice_of(memory) == "document:letter"
    assert voice_of(a_memory(id=PYTHON.id)) == f"memory:{PYTHON.id}"


def test_what_a_belief_would_be_without_a_source() -> None:
    held = opinion(*said(FOR, FOR, source="radio"), *said(AGAINST, source="press"))

    assert held.without("press") == pytest.approx(3.8 / 5)
    assert held.without("radio") == pytest.approx(2.8 / 6)
    assert held.without("nobody") == held.confidence


# ------------------------------------------------------------------------ the past


def test_a_trajectory_is_the_confidence_after_each_event() -> None:
    points = opinion(*said(FOR, AGAINST)).trajectory()

    assert [point.confidence for point in points] == pytest.approx([3.8 / 5, 3.8 / 7])
    assert points[-1].confidence == opinion(*said(FOR, AGAINST)).confidence


def test_the_words_are_those_of_the_latest_rewording() -> None:
    first, later, again = said(AGAINST, FOR, AGAINST)
    events = [replace(again, rewording="C."), replace(first, rewording="B."), later]

    assert worded("A.", events) == "C."
    assert worded("A.", events[1:]) == "B."
    assert worded("A.", [later]) == "A."
    texts = [point.text for point in opinion(*sorted(events, key=lambda e: e.at)).trajectory()]
    assert texts == ["B.", "B.", "C."]


@table(
    "confidence, expected",
    [(0.6, Stance.HELD), (0.5, Stance.OPEN), (0.4, Stance.REJECTED)],
)
def test_between_held_and_rejected_an_opinion_is_open(confidence: float, expected: Stance) -> None:
    assert stance(confidence) is expected


# ------------------------------------------------------------------------ properties


def an_event(relation: Relation, source: int, hour: int, weight: float) -> Evidence:
    at = NOON + timedelta(hours=hour)
    return some_evidence(PYTHON, relation, source=f"source {source}", at=at, weight=weight)


RELATIONS = st.sampled_from(Relation)
EVENTS = st.lists(
    st.builds(an_event, RELATIONS, st.integers(0, 4), st.integers(0, 3), st.floats(0.01, 1)),
    max_size=12,
)


@given(st.floats(0, 1), EVENTS, st.data(), st.sampled_from(Folding))
def test_any_sequence_of_evidence_stays_a_confidence_and_is_replayed_exactly(
    initial: float, events: list[Evidence], data: st.DataObject, folding: Folding
) -> None:
    arrived = data.draw(st.permutations(events))

    folded = fold(initial, arrived, folding)

    assert 0 <= folded <= 1
    assert folded == fold(initial, events, folding)
    trajectory = [fold(initial, events[:end], folding) for end in range(len(events))]
    assert all(0 <= confidence <= 1 for confidence in trajectory)
