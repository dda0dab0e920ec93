"""A belief that a fix works for a cause is a fold over what became of it."""

import pytest

from recallops.domain.beliefs import Effect, belief_in
from recallops.domain.incidents import Fix, FixOutcome
from recallops.learn.fixes import concluded
from tests.unit.recallops.builders import DAY, NOON, a_belief, an_event, an_incident


def test_the_confidence_is_for_over_for_and_against_with_a_prior_of_four_at_one_half() -> None:
    belief = a_belief(
        an_event(Effect.REINFORCE, source="a"),
        an_event(Effect.WEAKEN, source="b"),
        an_event(Effect.CONTRADICT, source="c"),
    )

    assert a_belief().confidence == 0.5
    assert belief.confidence == pytest.approx((2 + 1) / (4 + 1 + 1 + 2))


def test_a_source_counts_once_by_its_latest_word() -> None:
    belief = a_belief(
        an_event(Effect.REINFORCE, source="a"),
        an_event(Effect.REINFORCE, source="a", day=1),
        an_event(Effect.CONTRADICT, source="a", day=2),
    )

    assert belief.confidence == pytest.approx(2 / 6)
    assert [round(point.confidence, 3) for point in belief.trajectory()] == [0.6, 0.6, 0.333]
    assert belief.failed_last


def test_fixes_that_differ_in_a_number_are_two() -> None:
    belief = a_belief(fix="Raise maxPoolSize from 50 to 100", cause="Pool exhausted")

    assert (
        belief_in([belief], "raise maxPoolSize from 50 to 100", "The pool was exhausted") is belief
    )
    assert belief_in([belief], "Raise maxPoolSize from 50 to 200", "The pool was exhausted") is None
    assert belief_in([belief], "Raise maxPoolSize from 50 to 100", "A certificate expired") is None


def test_an_outcome_that_is_withdrawn_is_as_if_it_had_never_been() -> None:
    incident = an_incident(cause="Pool exhausted")
    worked = Fix(id="f1", text="Raise the pool", outcome=FixOutcome.WORKED)
    unknown = Fix(id="f1", text="Raise the pool", outcome=FixOutcome.UNKNOWN)

    assert concluded(incident, unknown, [], by="Ann", at=NOON) is None
    first = concluded(incident, worked, [], by="Ann", at=NOON)
    assert first is not None
    believed = a_belief(first.event, fix="Raise the pool", cause="Pool exhausted")
    assert believed.confidence == pytest.approx(3 / 5)

    assert concluded(incident, worked, [believed], by="Bob", at=NOON + DAY) is None

    second = concluded(incident, unknown, [believed], by="Ann", at=NOON + DAY)
    assert second is not None
    assert a_belief(first.event, second.event).confidence == 0.5
