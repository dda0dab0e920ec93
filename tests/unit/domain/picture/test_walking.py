"""Ways over an entity that very many memories mention."""

from operator import attrgetter
from random import Random
from uuid import UUID

import numpy as np

from tacitus.domain.activation import Reach
from tacitus.domain.many_ids import Ids, halves_of
from tacitus.domain.picture import Picture
from tacitus.domain.picture.walking import explore, walk
from tacitus.domain.recollection import Filters
from tests.unit.domain.picture.batches import a_batch

ANN = UUID(int=1)
BY_ID = attrgetter("int")
"""Ids in their order, told apart more cheaply than by themselves."""


def naming_ann(ids: list[UUID]) -> dict[str, object]:
    return {
        "mention_places": np.arange(len(ids), dtype=np.int32),
        "entities": halves_of([ANN] * len(ids)),
    }


def lived(chance: Random, ids: list[UUID]) -> tuple[Picture, set[UUID]]:
    """A picture to which memories came in pieces, and of which some changed and some went."""
    picture, alive, waiting = Picture(), set[UUID](), list(ids)
    for _ in range(chance.randrange(1, 6)):
        coming, waiting = waiting[: len(ids) // 3], waiting[len(ids) // 3 :]
        known = sorted(alive, key=BY_ID)
        changed = chance.sample(known, min(len(known), chance.randrange(20)))
        gone = chance.sample(known, min(len(known) // 2, chance.randrange(20)))
        here = sorted({*coming, *changed}.difference(gone), key=BY_ID)
        picture = picture.changed(a_batch(here, **naming_ann(here)), halves_of(gone))
        alive = (alive | set(here)).difference(gone)
    return picture, alive


def test_of_many_memories_of_one_entity_the_first_by_id_are_reached_whatever_happened_to_them() -> (
    None
):
    wrong: list[int] = []
    for seed in range(60):
        chance = Random(seed)
        many = chance.choice((30, 400))
        ids = [UUID(int=one) for one in sorted(chance.getrandbits(127) for _ in range(many))]
        picture, alive = lived(chance, ids)
        share = chance.choice((0.02, 0.5, 1.0))
        mask = picture.alive & (np.array([chance.random() for _ in range(picture.rows)]) < share)
        admitted = sorted(Ids(picture.ids[mask]))
        seed_id = chance.choice(sorted(alive, key=BY_ID))
        [row] = picture.rows_of(halves_of([seed_id]))

        picture.masks[Filters()] = mask

        [ways] = walk(picture, np.array([row]), Filters(), Reach(hops=1, fanout=2))

        expected = [id for id in admitted[:3] if id != seed_id][:2]
        weight = 1 / np.log2(1 + len(alive))
        if sorted(Ids(picture.ids[ways.targets])) != expected or (ways.weights != weight).any():
            wrong.append(seed)
    assert not wrong


def test_a_picture_that_was_explored_knows_the_ways_that_another_finds_when_asked() -> None:
    chance = Random(3)
    ids = [UUID(int=one) for one in sorted(chance.getrandbits(127) for _ in range(1500))]
    picture, alive = lived(chance, ids)
    explored = picture.settled()
    explore(explored)
    [roads] = explored.roads.values()

    rows = np.flatnonzero(explored.alive).astype(np.int32)
    assert len(rows) == len(alive)
    assert roads.unknown(rows).size == 0
    for seed in chance.sample(sorted(alive, key=BY_ID), 20):
        [row] = picture.rows_of(halves_of([seed]))
        known, found = (
            walk(one, np.array([row]), Filters(), Reach()) for one in (explored, picture)
        )
        assert [ways.targets.tolist() for ways in known] == [
            ways.targets.tolist() for ways in found
        ]
        assert [ways.weights.tolist() for ways in known] == [
            ways.weights.tolist() for ways in found
        ]
