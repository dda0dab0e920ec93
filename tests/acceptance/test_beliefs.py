"""The benchmark of beliefs: its measures tell good folds from bad, and ours passes."""

from dataclasses import replace

import pytest

from tacitus.domain.opinions import Relation
from tacitus.evaluation.beliefs.command import demands_broken
from tacitus.evaluation.beliefs.folds import FOLDS
from tacitus.evaluation.beliefs.living import BETAS, Living, live
from tacitus.evaluation.beliefs.measures import Figures, measure
from tacitus.evaluation.beliefs.streams import stream, trials


@pytest.fixture(scope="module")
def figures() -> dict[str, Figures]:
    drawn = trials(2000)
    return {name: measure(FOLDS[name], drawn) for name in ("counted", "paper", "last write")}


LIVING = Living(
    stability=0.0,
    independence=3.5,
    retraction=0.0,
    gaps={beta: beta / 2 for beta in BETAS},
    same_facts=True,
)


def test_the_shipped_fold_does_what_it_must(figures: dict[str, Figures]) -> None:
    assert demands_broken(figures, LIVING) == []


def test_what_a_fold_does_wrong_is_said(figures: dict[str, Figures]) -> None:
    bad = {**figures, "counted": figures["last write"]}

    broken = demands_broken(bad, replace(LIVING, same_facts=False))

    assert [fault.partition(" ")[0] for fault in broken] == [
        "independence",
        "calibration",
        "a",
        "a",
    ]


def test_counting_is_better_calibrated_than_stepping(figures: dict[str, Figures]) -> None:
    assert figures["counted"].brier < figures["paper"].brier < figures["last write"].brier
    assert figures["counted"].ece < 0.05 < figures["paper"].ece


def test_counting_does_not_know_the_order_and_stepping_does(figures: dict[str, Figures]) -> None:
    assert figures["counted"].order == 0
    assert figures["paper"].order == pytest.approx(0.3)


def test_three_sources_move_an_open_belief_by_what_the_formula_says(
    figures: dict[str, Figures],
) -> None:
    assert figures["counted"].up == pytest.approx((4 * 0.5 + 3) / 7 - 0.5)
    assert figures["counted"].down == pytest.approx(4 * 0.5 / (4 + 6) - 0.5)
    assert figures["counted"].independence == pytest.approx((12 / 14 - 0.5) / (3 / 5 - 0.5))


def test_the_draw_is_the_same_every_time() -> None:
    assert trials(5) == trials(5)
    assert trials(5) != trials(5, seed=8)


def test_a_stream_is_of_independent_voices_unless_one_is_named() -> None:
    assert len({event.source for event in stream([Relation.REINFORCE] * 3)}) == 3
    assert len({event.source for event in stream([Relation.REINFORCE] * 3, source="x")}) == 1


async def test_the_whole_way_from_document_to_belief_keeps_what_the_fold_promises() -> None:
    living = await live()

    assert living.stability == 0
    assert living.retraction == 0
    assert living.independence == pytest.approx((12 / 14 - 0.5) / (3 / 5 - 0.5))
    assert living.same_facts
    assert living.is_monotone
