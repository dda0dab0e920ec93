"""Which candidates need to be read."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tacitus.domain.appraisals import side_by_side
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, State
from tacitus.domain.recollection import (
    Appraisal,
    Candidate,
    Filters,
    Query,
    RecallOptions,
    Verdict,
)
from tacitus.recall.found import Found
from tacitus.recall.pack import pack
from tacitus.recall.ranked import Ranked
from tacitus.recall.relevance import shipped_relevance
from tacitus.recall.shortlist import shortlist
from tests.builders import NOON, a_bank, a_memory

MODEL = replace(shipped_relevance(), floor=0.002, answerable=0.1)


def ranked_of(memories: Sequence[Memory], relevances: Sequence[float]) -> Ranked:
    said = Appraisal(cosine=0.1, coverage=0.0, context=0.1)
    query = Query(
        text="What?",
        bank=a_bank(),
        terms=(),
        time=None,
        names=(),
        asked_at=NOON,
        filters=Filters(),
    )
    known = {memory.id: memory for memory in memories}
    found = Found(query, {}, side_by_side(dict.fromkeys(known, said), known))
    scores = np.array(relevances)
    places = np.argsort(-scores, kind="stable")
    return Ranked(found, places, scores[places], calibrated=True)


def some_memories(chance: Random) -> list[Memory]:
    """Two hundred, no two alike, some of them replaced by others, in lines and in circles."""
    memories = [
        a_memory(f"{chance.random()}", tokens=chance.choice((1, 5, 20, 60, 400)))
        for _ in range(200)
    ]
    for _ in range(40):
        old, new = chance.sample(range(200), 2)
        memories[old] = replace(
            memories[old], state=State.SUPERSEDED, superseded_by=memories[new].id
        )
    return memories


def kept(candidates: Sequence[Candidate], max_tokens: int, others: float) -> list[MemoryId]:
    verdicts = pack(
        candidates,
        max_tokens=max_tokens,
        floor=MODEL.floor,
        answerable=MODEL.answerable,
        others=others,
    )
    return [one.candidate.memory.id for one in verdicts if one.verdict is Verdict.KEPT]


def test_what_is_kept_of_the_shortlist_is_what_would_be_kept_of_all() -> None:
    wrong: list[int] = []
    for seed in range(20):
        chance = Random(seed)
        memories, highest = some_memories(chance), chance.choice((0.09, 0.3, 1.0))
        ranked = ranked_of(memories, [highest * chance.random() ** 6 for _ in memories])
        options = RecallOptions(max_tokens=chance.choice((3, 100, 1000)))
        candidates = [
            Candidate(memory=memories[place], score=score, relevance=score)
            for place, score in zip(ranked.order, ranked.scores.tolist(), strict=True)
        ]

        short = shortlist(ranked, options, MODEL, head=0)
        some = kept([candidates[rank] for rank in short.ranks], options.max_tokens, short.others)

        if some != kept(candidates, options.max_tokens, 0.0):
            wrong.append(seed)
    assert not wrong


def test_few_are_read_unless_all_are_to_be_explained_or_none_are_calibrated() -> None:
    memories = [a_memory(f"{n}", tokens=20) for n in range(100)]
    ranked = ranked_of(memories, [1 / (1 + n) ** 2 for n in range(100)])
    by_rank = Ranked(ranked.found, ranked.places, ranked.scores, calibrated=False)
    options = RecallOptions()
    explained = replace(options, explain=True)

    sizes = [
        len(shortlist(ranked, options, MODEL, head=0).ranks),
        len(shortlist(ranked, options, MODEL, head=40).ranks),
        len(shortlist(ranked, explained, MODEL, head=0).ranks),
        len(shortlist(by_rank, options, MODEL, head=0).ranks),
        len(shortlist(ranked, options, replace(MODEL, floor=0.0), head=0).ranks),
    ]

    # Of a sum of 1.63, 20 + 10 tokens are worth 0.002 from a relevance of 0.098 on: to 1 / 9.
    assert sizes == [3, 40, 100, 100, 100]


def test_the_relevances_of_those_left_out_are_handed_on() -> None:
    memories = [a_memory(f"{n}", tokens=20) for n in range(4)]

    short = shortlist(ranked_of(memories, [0.9, 0.01, 0.02, 0.03]), RecallOptions(), MODEL, head=0)

    assert list(short.ranks) == [0]
    assert short.others == pytest.approx(0.06)


def test_the_best_is_read_even_where_nothing_is_relevant() -> None:
    memories = [a_memory(f"{n}", tokens=20) for n in range(3)]

    short = shortlist(ranked_of(memories, [0.01, 0.02, 0.001]), RecallOptions(), MODEL, head=0)

    assert 0 in short.ranks
