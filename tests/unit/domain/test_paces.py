"""How fast somebody may ask."""

from datetime import timedelta

from tacitus.domain.paces import Bucket
from tests.builders import NOON


def test_a_full_bucket_gives_what_it_holds_and_then_what_comes() -> None:
    bucket, waits = Bucket(3, NOON), list[float]()
    for seconds in (0, 0, 0, 0, 0.5, 0.5):
        moment = NOON + timedelta(seconds=seconds)
        bucket, wait = bucket.taken(moment, rate=2, most=3)
        waits.append(wait)

    # Three at once; the next token is there after 1/2 second, and one more 1/2 second later.
    assert waits == [0, 0, 0, 0.5, 0, 0.5]


def test_a_bucket_never_holds_more_than_it_can() -> None:
    bucket, _ = Bucket(1, NOON).taken(NOON + timedelta(days=1), rate=2, most=3)

    assert bucket.left == 2


def test_a_clock_that_is_put_back_neither_fills_nor_empties() -> None:
    bucket, wait = Bucket(1.5, NOON).taken(NOON - timedelta(hours=1), rate=2, most=3)

    assert (bucket.left, wait) == (0.5, 0)
