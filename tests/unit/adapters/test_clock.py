"""The clocks."""

from datetime import UTC, timedelta, timezone

from tacitus.adapters.clock import SystemClock, TickingClock
from tests.builders import NOON


def test_the_machines_clock_tells_utc_and_does_not_go_back() -> None:
    clock = SystemClock()

    first, second = clock.now(), clock.now()

    assert first.tzinfo is UTC
    assert first <= second


def test_a_ticking_clock_moves_a_step_with_every_look() -> None:
    clock = TickingClock(NOON, step=timedelta(seconds=2))

    assert [clock.now() for _ in range(3)] == [NOON + timedelta(seconds=s) for s in (0, 2, 4)]


def test_a_clock_without_a_step_stands_still_until_it_is_wound_on() -> None:
    clock = TickingClock(NOON, step=timedelta(0))
    clock.now()
    clock.advance(hours=2, minutes=30)

    assert clock.now() == NOON + timedelta(hours=2.5)


def test_a_ticking_clock_tells_utc_wherever_it_starts() -> None:
    clock = TickingClock(NOON.astimezone(timezone(timedelta(hours=9))))

    assert clock.now().tzinfo is UTC
