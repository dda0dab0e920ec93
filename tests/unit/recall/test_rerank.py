"""Step of recall: the cross-encoder looks at the head, for as long as it may."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

import pytest

from tacitus.domain.errors import ModelUnavailable
from tacitus.domain.recollection import Candidate
from tacitus.recall.relevance import Coefficient, Reranking
from tacitus.recall.rerank import HEAD, rerank
from tests.builders import a_memory

RANKED = [Candidate(memory=a_memory(f"{n}"), score=1 / (n + 1)) for n in range(HEAD + 5)]


@dataclass
class LikesLongNumbers:
    """Scores a text by its number; stops answering after some batches."""

    batches: int = 99
    fails: bool = False
    name: str = "numbers"

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        self.batches -= 1
        if self.batches < 0:
            if self.fails:
                raise ModelUnavailable("gone")
            await asyncio.Event().wait()
        return [float(text) for text in texts]


async def test_the_head_is_ordered_by_the_cross_encoder_and_the_tail_follows() -> None:
    ranked = await rerank("?", RANKED, LikesLongNumbers(), within=5)

    texts = [int(candidate.memory.text) for candidate in ranked]
    assert texts == [*reversed(range(HEAD)), *range(HEAD, HEAD + 5)]
    assert ranked[0].rerank_score == HEAD - 1
    assert ranked[-1].rerank_score is None


async def test_what_it_had_no_time_for_keeps_its_place() -> None:
    ranked = await rerank("?", RANKED, LikesLongNumbers(batches=1), within=0.05)

    texts = [int(candidate.memory.text) for candidate in ranked]
    assert texts == [*reversed(range(8)), *range(8, HEAD + 5)]


async def test_a_reranker_that_is_away_costs_order_not_the_answer() -> None:
    ranked = await rerank("?", RANKED, LikesLongNumbers(batches=0, fails=True), within=5)

    assert ranked == RANKED


async def test_without_a_reranker_or_time_nothing_changes() -> None:
    assert await rerank("?", RANKED, None, within=5) == RANKED
    assert await rerank("?", RANKED, LikesLongNumbers(), within=0) == RANKED


def weighing(reranker: str) -> Reranking:
    """The log-odds stay, and each point above 20 adds one."""
    return Reranking(
        reranker=reranker, intercept=0.0, odds=1.0, score=Coefficient(weight=1, mean=20, scale=1)
    )


async def test_where_it_is_known_what_scores_are_worth_they_change_how_likely_it_is() -> None:
    ranked = [replace(one, relevance=one.score * 0.9, score=one.score * 0.9) for one in RANKED]

    found = await rerank("?", ranked, LikesLongNumbers(), within=5, reranking=weighing("numbers"))

    odds = log(0.45 / 0.55) + (1 - 20)  # the second: relevance 0.9 / 2, score 1
    [second] = [one for one in found if one.memory.text == "1"]
    assert second.relevance == second.score == pytest.approx(1 / (1 + exp(-odds)))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    unscored = [one for one in found if one.rerank_score is None]
    assert [one.relevance for one in unscored] == [one.relevance for one in ranked[HEAD:]]


async def test_what_was_fitted_on_another_reranker_says_nothing_of_this_one() -> None:
    ranked = [replace(one, relevance=0.5) for one in RANKED]

    found = await rerank("?", ranked, LikesLongNumbers(), within=5, reranking=weighing("other"))

    assert {one.relevance for one in found} == {0.5}
    assert found[0].memory.text == str(HEAD - 1)
