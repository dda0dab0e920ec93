"""Values under keys, most of them sorted and some as they came."""

from random import Random

import numpy as np

from tacitus.domain.picture.columns import Column
from tacitus.domain.picture.pairs import Pairs

Triples = list[tuple[int, int, float]]


def grown(chance: Random) -> tuple[Pairs, Triples]:
    """Pairs added in pieces, small and big, so that some are merged; and the same as a list."""
    pairs, added = Pairs.empty(np.int32, np.float64), Triples()
    many = np.random.default_rng(chance.getrandbits(32))
    for _ in range(8):
        size = chance.choice((0, 3, 300, 3000))
        keys, items = many.integers(50, size=size), many.integers(1000, size=size, dtype=np.int32)
        values = many.random(size)
        pairs = pairs.extended(keys, items, values)
        added += zip(keys.tolist(), items.tolist(), values.tolist(), strict=True)
    return pairs, added


def test_the_pairs_of_a_range_of_keys_are_those_that_were_added() -> None:
    for seed in range(20):
        chance = Random(seed)
        pairs, added = grown(chance)
        lows = np.array(sorted(chance.sample(range(0, 50, 5), 4)), np.int64)
        highs = lows + chance.randrange(1, 6)

        found = pairs.within(lows, highs)

        for which, (low, high) in enumerate(zip(lows, highs, strict=True)):
            here = found.which == which
            triples = zip(
                found.keys[here].tolist(),
                found.items[here].tolist(),
                found.values[here].tolist(),
                strict=True,
            )
            assert sorted(triples) == sorted(one for one in added if low <= one[0] < high)


def test_pairs_of_one_key_stay_in_the_order_in_which_they_came() -> None:
    pairs, added = grown(Random(1))

    found = pairs.of(np.array([7], np.int64))

    assert found.items.tolist() == [item for key, item, _ in added if key == 7]


def test_the_first_pairs_of_a_key_and_the_latest_leave_out_only_what_lies_between() -> None:
    keys = np.arange(50, dtype=np.int64)
    for seed in range(10):
        pairs, added = grown(Random(seed))
        expected: dict[int, list[int]] = {key: [] for key in range(50)}
        for key, item, _ in added:
            expected[key].append(item)

        early, late, whole = pairs.first(keys, 5)

        assert pairs.counts(keys).tolist() == [len(items) for items in expected.values()]
        for key, items in expected.items():
            first, last = (p.items[p.which == key].tolist() for p in (early, late))
            assert len(first) <= 5
            assert first == items[: len(first)]
            assert last == items[len(items) - len(last) :]
            assert bool(whole[key]) is (len(first) + len(last) == len(items))


def test_a_column_that_grows_leaves_shorter_ones_as_they_are() -> None:
    one = Column.empty(np.int64).extended(np.arange(10))
    longer = one.extended(np.array([10]))
    other = one.extended(np.array([20]))
    longest = longer.extended(np.arange(11, 400))

    assert one.values.tolist() == list(range(10))
    assert longer.values.tolist() == list(range(11))
    assert other.values.tolist() == [*range(10), 20]
    assert longest.values.tolist() == list(range(400))
