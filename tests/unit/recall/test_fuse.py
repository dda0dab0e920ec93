"""Step 4 of recall: reciprocal rank fusion (Eq. 15)."""

import pytest

from tacitus.domain.appraisals import side_by_side
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Appraisal, Channel, Filters, Hit, Query, Rankings
from tacitus.recall.found import Found
from tacitus.recall.fuse import LISTED, fuse_by_rank, fuse_by_relevance
from tacitus.recall.ranked import Ranked
from tacitus.recall.relevance import shipped_relevance
from tests.builders import NOON, a_bank, a_memory

RAIN, SNOW, HAIL = a_memory("rain"), a_memory("snow"), a_memory("hail")
KNOWN = {memory.id: memory for memory in (RAIN, SNOW, HAIL)}


def ranking(*memories: Memory) -> tuple[Hit, ...]:
    return tuple(Hit(memory.id, 1 / rank) for rank, memory in enumerate(memories, start=1))


def found(rankings: Rankings, *, asks_only_when: bool = False) -> Found:
    query = Query(
        text="What did we do on the 10th of May?",
        bank=a_bank(),
        terms=(),
        time=None,
        asks_only_when=asks_only_when,
        names=(),
        asked_at=NOON,
        filters=Filters(),
    )
    said = Appraisal(cosine=0.1, coverage=0.0, context=0.1)
    return Found(query, rankings, side_by_side(dict.fromkeys(KNOWN, said), KNOWN))


def memories(ranked: Ranked) -> list[Memory]:
    return [KNOWN[ranked.found.ids[place]] for place in ranked.order]


def fused(**rankings: tuple[Hit, ...]) -> Ranked:
    return fuse_by_rank(found({Channel(name): hits for name, hits in rankings.items()}))


def test_a_memory_found_by_two_channels_beats_one_found_first_by_a_single_channel() -> None:
    ranked = fused(semantic=ranking(SNOW, RAIN), keyword=ranking(HAIL, RAIN))

    assert memories(ranked)[0] is RAIN


def test_a_score_is_the_sum_of_reciprocal_ranks() -> None:
    ranked = fused(semantic=ranking(RAIN), graph=ranking(SNOW, RAIN))

    assert ranked.scores[0] == pytest.approx(1 / 61 + 1 / 62)
    assert not ranked.calibrated


def test_ties_keep_the_order_in_which_memories_were_seen() -> None:
    assert memories(fused(semantic=ranking(RAIN), keyword=ranking(SNOW))) == [RAIN, SNOW]


def test_what_no_channel_found_and_what_is_gone_meanwhile_is_left_out() -> None:
    gone = a_memory("gone")

    assert memories(fused(semantic=ranking(gone, RAIN))) == [RAIN]


def test_a_question_of_nothing_but_a_time_is_answered_by_what_happened_then() -> None:
    then = found({Channel.TEMPORAL: (Hit(RAIN.id, 0.8),)}, asks_only_when=True)

    ranked = fuse_by_relevance(then, shipped_relevance())

    assert memories(ranked)[0] is RAIN
    assert ranked.scores[0] == pytest.approx(LISTED * 0.8)
    assert ranked.scores[1] < 0.05
    assert ranked.calibrated


def test_any_other_question_is_not_answered_by_its_time_alone() -> None:
    ranked = fuse_by_relevance(found({Channel.TEMPORAL: (Hit(RAIN.id, 0.8),)}), shipped_relevance())

    assert ranked.scores[0] < LISTED * 0.8
