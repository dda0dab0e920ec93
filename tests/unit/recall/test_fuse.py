"""Step 4 of recall: reciprocal rank fusion (Eq. 15)."""

import pytest

from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Appraisal, Candidate, Channel, Filters, Hit, Query
from tacitus.recall.found import Found
from tacitus.recall.fuse import LISTED, fuse_by_rank, fuse_by_relevance
from tacitus.recall.relevance import shipped_relevance
from tests.builders import NOON, a_bank, a_memory, a_vector

RAIN, SNOW, HAIL = a_memory("rain"), a_memory("snow"), a_memory("hail")
KNOWN = {memory.id: memory for memory in (RAIN, SNOW, HAIL)}


def ranking(*memories: Memory) -> tuple[Hit, ...]:
    return tuple(Hit(memory.id, 1 / rank) for rank, memory in enumerate(memories, start=1))


def fused(**rankings: tuple[Hit, ...]) -> list[Candidate]:
    return fuse_by_rank({Channel(name): hits for name, hits in rankings.items()}, KNOWN)


def test_a_memory_found_by_two_channels_beats_one_found_first_by_a_single_channel() -> None:
    assert fused(semantic=ranking(SNOW, RAIN), keyword=ranking(HAIL, RAIN))[0].memory is RAIN


def test_a_score_is_the_sum_of_reciprocal_ranks() -> None:
    [candidate, *_] = fused(semantic=ranking(RAIN), graph=ranking(SNOW, RAIN))

    assert candidate.score == pytest.approx(1 / 61 + 1 / 62)
    assert candidate.ranks == {Channel.SEMANTIC: 1, Channel.GRAPH: 2}
    assert candidate.hits == {Channel.SEMANTIC: 1.0, Channel.GRAPH: 0.5}


def test_ties_keep_the_order_in_which_memories_were_seen() -> None:
    assert [c.memory for c in fused(semantic=ranking(RAIN), keyword=ranking(SNOW))] == [RAIN, SNOW]


def test_a_memory_deleted_meanwhile_is_left_out() -> None:
    gone = a_memory("gone")

    assert [c.memory for c in fused(semantic=ranking(gone, RAIN))] == [RAIN]


def found_at_a_time(*, asks_only_when: bool) -> Found:
    query = Query(
        text="What did we do on the 10th of May?",
        bank=a_bank(),
        vector=a_vector(1),
        terms=(),
        time=None,
        asks_only_when=asks_only_when,
        names=(),
        asked_at=NOON,
        filters=Filters(),
    )
    said = Appraisal(cosine=0.1, coverage=0.0, context=0.1)
    return Found(
        query=query,
        rankings={Channel.TEMPORAL: (Hit(RAIN.id, 0.8),)},
        appraisals={RAIN.id: said, SNOW.id: said},
        memories=KNOWN,
    )


def test_a_question_of_nothing_but_a_time_is_answered_by_what_happened_then() -> None:
    [first, second] = fuse_by_relevance(found_at_a_time(asks_only_when=True), shipped_relevance())

    assert first.memory is RAIN
    assert first.relevance == pytest.approx(LISTED * 0.8)
    assert second.relevance is not None
    assert second.relevance < 0.05


def test_any_other_question_is_not_answered_by_its_time_alone() -> None:
    [first, _] = fuse_by_relevance(found_at_a_time(asks_only_when=False), shipped_relevance())

    assert first.relevance is not None
    assert first.relevance < LISTED * 0.8
