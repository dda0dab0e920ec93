"""What the program sets for its process."""

import gc

from tacitus.main import collect_seldom


def test_the_program_looks_for_cycles_only_after_many_new_objects() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        collect_seldom()
        young, middle, old = gc.get_threshold()
    finally:
        gc.set_threshold(*before)

    assert young == 50_000
    assert (middle, old) == (20, 10)
