"""What the program sets for its process."""

import gc
import sys

from tacitus.main import share_cores


def test_the_program_looks_for_cycles_seldom_and_lets_threads_have_their_turn_soon() -> None:
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    try:
        gc.set_threshold(700, 10, 10)
        share_cores()
        young, middle, old = gc.get_threshold()
        turn = sys.getswitchinterval()
    finally:
        gc.set_threshold(*before)
        sys.setswitchinterval(interval)

    assert young == 50_000
    assert (middle, old) == (20, 10)
    assert turn == 0.0005
