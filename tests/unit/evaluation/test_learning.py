"""What feedback on a bank's recalls teaches."""

import numpy as np
import pytest

from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.fitting.learning import FEWEST, Lesson, learned_from, lessons_of
from tacitus.recall.relevance import BEHIND, Coefficient, Odds, Relevance

START = Relevance(
    embedder="x",
    floor=0.1,
    answerable=0.2,
    ranking={"cosine": Coefficient(1.0, 0.0, 1.0), "length": Coefficient(1.0, 0.0, 1.0)},
    answered=Odds(0.0, {}),
    holding=Odds(0.0, {BEHIND: Coefficient(1.0, 0.0, 1.0)}),
)


def lessons(count: int, *, helpful: str) -> list[Lesson]:
    """Questions of two candidates, one closer and one longer."""
    table = np.array([[1.0, 0.0], [0.0, 1.0]])
    return [(table, np.array([helpful == "closer", helpful == "longer"]))] * count


async def test_a_lesson_is_what_is_recalled_now_and_which_of_it_helped() -> None:
    engine = in_memory_runtime().engine
    await engine.retain("notes", "Ana keeps bees.")
    await engine.retain("notes", "Ben sails.")
    [bees, *_] = (await engine.recall("notes", "Who keeps bees?")).kept
    await engine.feedback.give("notes", "Who keeps bees?", [bees.memory.id])
    await engine.feedback.give("notes", "Who paints?", [])  # nothing helped: no order to learn

    [(features, helped)] = await lessons_of(engine, "notes", ["cosine", "length"])

    assert features.shape == (2, 2)
    assert helped.tolist().count(True) == 1
    assert features[helped][0][0] > features[~helped][0][0]


def test_what_helped_weighs_more_from_then_on_and_the_rest_stays() -> None:
    learned = learned_from(lessons(FEWEST, helpful="closer"), START, l2=10.0)

    weights = {name: one.weight for name, one in learned.relevance.ranking.items()}
    assert weights["cosine"] > 1 > weights["length"]
    assert (learned.relevance.floor, learned.relevance.answerable) == (0.1, 0.2)
    assert learned.before == pytest.approx(np.log(1 / 2))  # both candidates were alike
    assert learned.after > learned.before


def test_the_harder_the_pull_the_less_is_learned() -> None:
    asked = lessons(FEWEST, helpful="longer")

    soft, hard = (
        learned_from(asked, START, l2=l2).relevance.ranking["length"].weight for l2 in (1.0, 1000.0)
    )

    assert soft > hard > 1
    assert hard == pytest.approx(1.0, abs=0.05)


def test_too_little_is_refused() -> None:
    with pytest.raises(InvalidRequest, match=f"Feedback on 29 questions .* {FEWEST} are needed"):
        learned_from(lessons(FEWEST - 1, helpful="closer"), START, l2=10.0)


def test_what_does_not_hold_for_other_questions_is_refused() -> None:
    # In turn the one and the other helped: nothing can be learned from one for another.
    closer, longer = lessons(1, helpful="closer"), lessons(1, helpful="longer")
    generator = np.random.default_rng(2)
    asked = [(closer, longer)[int(generator.integers(2))][0] for _ in range(40)]
    even = [*asked, *(lesson for lesson in asked)]
    balanced = [
        (table, ~helped) if place >= len(asked) else (table, helped)
        for place, (table, helped) in enumerate(even)
    ]

    with pytest.raises(InvalidRequest, match="does not hold for others"):
        learned_from(balanced, START, l2=1.0)
