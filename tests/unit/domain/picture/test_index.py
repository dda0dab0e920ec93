"""A search that is asked for as long as its picture holds."""

from uuid import UUID
from weakref import ref

import numpy as np

from tacitus.domain.many_ids import halves_of
from tacitus.domain.picture import Picture
from tacitus.domain.picture.index import PictureSearch
from tacitus.domain.vectors import Vector
from tests.unit.domain.picture.batches import a_batch


def test_what_was_compared_for_questions_long_gone_is_let_go() -> None:
    picture = Picture().changed(a_batch([UUID(int=1), UUID(int=2)]), halves_of([]))
    search = PictureSearch(picture)

    asked: list[ref[Vector]] = []
    for number in range(40):
        vector = np.array([1, number], np.float32)
        assert search.cosines(vector) is search.cosines(vector)
        asked.append(ref(vector))
        del vector

    alive = [one for one in asked if one() is not None]
    assert alive == asked[-len(alive) :]
    assert len(alive) == 16
