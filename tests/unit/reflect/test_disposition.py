"""The disposition in words."""

from dataclasses import replace

import pytest

from tacitus.domain.banks import Disposition
from tacitus.domain.errors import InvalidRequest
from tacitus.reflect.disposition import verbalise
from tests.tables import table

NEUTRAL = Disposition()


def test_every_level_of_every_trait_is_worded_differently() -> None:
    for trait in ("skepticism", "literalism", "empathy"):
        worded = {verbalise(replace(NEUTRAL, **{trait: level})) for level in range(1, 6)}
        assert len(worded) == 5


def test_a_skeptic_is_told_to_doubt_and_a_warm_heart_to_care() -> None:
    words = verbalise(Disposition(skepticism=5, literalism=5, empathy=5, bias_strength=1))

    assert "doubt every report" in words
    assert "exactly as they stand" in words
    assert "people and their feelings first" in words


@table(
    "beta, leaning",
    [(0, "facts first"), (0.3, "slightly"), (0.5, "moderately"), (0.7, "clearly"), (1, "strong")],
)
def test_beta_says_how_far_to_lean_in(beta: float, leaning: str) -> None:
    assert leaning in verbalise(replace(NEUTRAL, bias_strength=beta)).splitlines()[-1]


@table("wrong", [{"skepticism": 0}, {"literalism": 6}, {"empathy": -1}, {"bias_strength": 1.1}])
def test_a_trait_out_of_its_range_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidRequest, match="between"):
        Disposition(**wrong)
