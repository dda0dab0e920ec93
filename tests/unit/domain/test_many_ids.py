"""Ids as numbers."""

from random import Random
from uuid import UUID

from tacitus.domain.hits import Hits
from tacitus.domain.ids import MemoryId
from tacitus.domain.many_ids import NOBODY, Ids, order_by_id
from tacitus.domain.recollection import Hit

CHANCE = Random(1)
IDS = [MemoryId(UUID(int=CHANCE.getrandbits(128))) for _ in range(500)]


def test_ids_come_back_as_they_were() -> None:
    ids = Ids.of(IDS)

    assert list(ids) == IDS
    assert ids[3] == IDS[3]
    assert ids[-1] == IDS[-1]
    assert list(ids[2:5]) == IDS[2:5]
    assert {ids[0], ids[1]} == set(IDS[:2])
    assert Ids.of(ids) is ids


def test_numbers_sort_as_the_ids_do() -> None:
    ids = Ids.of(IDS)

    assert list(Ids(ids.halves[order_by_id(ids.halves)])) == sorted(IDS)


def test_the_places_of_ids_among_others_are_found() -> None:
    stranger = MemoryId(UUID(int=5))

    places = Ids.of(IDS).places_of(Ids.of([IDS[7], stranger, IDS[499]]))

    assert places.tolist() == [7, NOBODY, 499]
    assert Ids.of([]).places_of(Ids.of([stranger])).tolist() == [NOBODY]


def test_hits_are_a_sequence_whichever_way_they_are_kept() -> None:
    hits = [Hit(id, place / 10) for place, id in enumerate(IDS[:9])]
    columns = Hits.of(hits)

    assert columns == hits
    assert columns[2] == hits[2]
    assert columns[:3] == hits[:3]
    assert columns != hits[:3]
    assert Hits.of(columns) is columns
    assert Hits.of([]) == []
