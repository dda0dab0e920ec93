"""Step 4 of recall: reciprocal rank fusion (Eq. 15)."""

import pytest

from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Candidate, Channel, Hit
from tacitus.recall.fuse import fuse_by_rank
from tests.builders import a_memory

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
