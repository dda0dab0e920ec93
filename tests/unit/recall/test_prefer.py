"""Step of recall: observations before the facts they sum up."""

from tacitus.domain.memories import Memory, Network, State
from tacitus.domain.recollection import Candidate
from tacitus.recall.prefer import observations_first
from tests.builders import a_memory

RAIN, SNOW = a_memory("It rained."), a_memory("It snowed.")
WEATHER = a_memory("The weather is bad.", network=Network.OBSERVATION)
SEASON = a_memory("It is winter.", network=Network.OBSERVATION)


def ranked(*memories: Memory, relevance: float | None = 0.5) -> list[Candidate]:
    return [Candidate(memory=one, score=1, relevance=relevance) for one in memories]


def order(candidates: list[Candidate]) -> list[Memory]:
    return [one.memory for one in observations_first(candidates, floor=0.3)]


def test_relevant_observations_go_first_and_the_order_stays_otherwise() -> None:
    assert order(ranked(RAIN, WEATHER, SNOW, SEASON)) == [WEATHER, SEASON, RAIN, SNOW]


def test_an_observation_that_is_not_relevant_stays_where_it_is() -> None:
    assert order(ranked(RAIN, WEATHER, relevance=0.1)) == [RAIN, WEATHER]


def test_without_relevance_the_kind_alone_counts() -> None:
    assert order(ranked(RAIN, WEATHER, relevance=None)) == [WEATHER, RAIN]


def test_an_observation_that_was_replaced_is_not_preferred() -> None:
    old = a_memory("It was fine.", network=Network.OBSERVATION, state=State.SUPERSEDED)

    assert order(ranked(RAIN, old)) == [RAIN, old]
