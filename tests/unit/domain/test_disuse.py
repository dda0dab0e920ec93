"""What was not asked for in a long while: `strength * log2(1 + days / 30) / (1 + log2(1 + accesses))`."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tacitus.domain.disuse import DECAY, decay_of, decayed, disuse
from tacitus.domain.errors import InvalidRequest
from tests.builders import NOON, a_memory


def test_what_was_never_told_counts_from_when_it_was_learnt_and_each_telling_halves_it_less() -> (
    None
):
    memory = replace(a_memory(), known_at=NOON)
    for days, told, taken in (
        (0, 0, 0.0),
        (30, 0, 1.0),
        (210, 0, 3.0),
        (210, 1, 3.0 / 2),
        (210, 3, 3.0 / 3),
        (-5, 0, 0.0),
    ):
        one = replace(memory, access_count=told, accessed_at=NOON if told else None)
        assert disuse(one, NOON + timedelta(days=days)) == pytest.approx(taken), (days, told)


def test_it_is_taken_off_the_log_odds() -> None:
    assert decayed(0.5, 0.0) == 0.5
    assert decayed(0.8, 1.386294) == pytest.approx(0.5, abs=1e-6)  # ln 4 off ln 4
    assert (decayed(0.0, 3.0), decayed(1.0, 3.0)) == (0.0, 1.0)


def test_it_is_off_unless_a_bank_asks_and_no_nonsense_is_taken() -> None:
    assert [decay_of(one) for one in ({}, {DECAY: None}, {DECAY: 0}, {DECAY: 2})] == [0, 0, 0, 2]
    for wrong in (-1, 11, True, "much"):
        with pytest.raises(InvalidRequest, match="number from 0 to 10"):
            decay_of({DECAY: wrong})
